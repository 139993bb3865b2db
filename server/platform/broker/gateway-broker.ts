import type { EventEmitter } from 'node:events'
import { callbackify } from 'node:util'
import type { AuthenticateError, Client, PublishPacket } from 'aedes'
import { Aedes } from 'aedes'
import type { ChannelFromGateway } from '#contract/mqtt/topics.ts'
import { maxMessageBytes, maxTopicBytes } from '#contract/mqtt/topics.ts'
import type { Refusal } from './access.ts'
import { filterCovers, judgePublish, mayReceive, maySubscribe } from './access.ts'
import type { BrokerStats, Delivery, Outcome } from './broker-messages.ts'
import type { ConnectLimitOptions } from './connect-limits.ts'
import { ConnectLimits } from './connect-limits.ts'
import { checkLogin, LoginRefused, readLogin } from './gateway-login.ts'
import { GateError, PacketGate, type TakePlain } from './packet-gate.ts'
import { createLogThrottle } from '../log-throttle.ts'

const mostSubscriptions = 32
const mostUnsentBytes = 512 * 1024

export type GatewayBrokerOptions = {
  connect: ConnectLimitOptions
  connectTimeoutMs: number
  now: () => number
  authenticate: (gateway: string, secret: string) => Promise<'yes' | 'no' | 'unavailable'>
  publish: (
    gateway: string,
    channel: ChannelFromGateway,
    payload: Uint8Array,
    done: (outcome: Outcome) => void,
  ) => void
  log: (level: 'info' | 'warn', message: string, fields: Record<string, unknown>) => void
  /** What a gateway that has logged in was refused, so many times; at most once a minute for each reason. */
  refusedTo: (gateway: string, reason: string, count: number) => void
}

function gateOf(client: Client): PacketGate {
  if (client.conn instanceof PacketGate) return client.conn
  throw new TypeError('every connection comes through a gate')
}

/** The library's client keeps its subscriptions by filter; its types do not say so. */
function filtersOf(client: Client): string[] {
  const subscriptions: unknown = Reflect.get(client, 'subscriptions')
  return typeof subscriptions === 'object' && subscriptions !== null ? Object.keys(subscriptions) : []
}

/**
 * The broker library with the rules of the MQTT interface around it: who may connect, publish and subscribe to what,
 * and no acknowledgement before the message was dealt with.
 */
export async function createGatewayBroker(options: GatewayBrokerOptions) {
  const { now, log } = options
  const limits = new ConnectLimits(options.connect)
  const throttle = createLogThrottle()
  const gates = new Set<PacketGate>()
  const refused: Record<string, number> = {}
  let received = 0
  let inFlight = 0
  let closing = false
  let idle: (() => void) | null = null

  function refuse(
    reason: Refusal | GateError['reason'] | 'protocol',
    fields: Record<string, unknown>,
    loggedIn: string | null = null,
  ): void {
    refused[reason] = (refused[reason] ?? 0) + 1
    const heldBack = throttle.next(`${reason} ${String(fields['gateway'] ?? fields['address'])}`, now())
    if (heldBack === null) return
    log('warn', 'refused at the MQTT interface', { reason, ...fields, heldBack })
    if (loggedIn !== null) options.refusedTo(loggedIn, reason, heldBack + 1)
  }

  /** `answer`: whether the message may be acknowledged. */
  function takeIn(
    gateway: string,
    channel: ChannelFromGateway,
    payload: Uint8Array,
    answer: (isSafe: boolean) => void,
  ): void {
    received += 1
    inFlight += 1
    options.publish(gateway, channel, payload, (outcome) => {
      inFlight -= 1
      answer(outcome !== 'failed')
      if (inFlight === 0) idle?.()
    })
  }

  /** The library's way for messages that it has nothing to do with: nobody may subscribe to what gateways write. */
  function takePlainOf(client: Client): TakePlain {
    // Its types do not say so: it ends a connection on which nothing has come for so long.
    const timer: unknown = Reflect.get(client, '_keepaliveTimer')
    const heard = timer instanceof Object && 'refresh' in timer ? (timer as NodeJS.Timeout) : null
    let known: { topic: string; channel: ChannelFromGateway } | null = null
    return ({ topic, payload }, answer) => {
      if (client.closed || payload.length > maxMessageBytes) return false
      if (known?.topic !== topic) {
        const judged = judgePublish(client.id, { topic, retain: false, qos: 1, bytes: payload.length })
        if ('refusal' in judged) return false
        known = { topic, channel: judged.channel }
      }
      heard?.refresh()
      takeIn(client.id, known.channel, payload, answer)
      return true
    }
  }

  const checked = callbackify(
    async (client: Client, username: string | undefined, password: Buffer | undefined) => {
      const { address, login } = gateOf(client)
      const request = login ?? { refusal: 'client_id' as const }
      try {
        await checkLogin(request, password, { address, now, limits }, options.authenticate)
        return true
      } catch (error) {
        const reason = error instanceof LoginRefused ? error.reason : 'login_unavailable'
        refuse(reason, { address, gateway: username?.slice(0, 32) ?? null })
        throw error instanceof LoginRefused ? error : new LoginRefused(reason)
      }
    },
  )

  const aedes = await Aedes.createBroker({
    // Any other figure may end the process when a wildcard subscriber leaves under load.
    concurrency: 0,
    connectTimeout: options.connectTimeoutMs,
    drainTimeout: 20_000,
    maxTopicLevels: 16,

    preConnect(client, packet, done) {
      const { clientId, username, will } = packet
      const request = readLogin({
        clientId,
        username,
        will: will && {
          topic: will.topic,
          retain: will.retain === true,
          qos: will.qos ?? 0,
          bytes: will.payload.length,
        },
      })
      gateOf(client).login = request
      gateOf(client).gateway = 'gateway' in request ? request.gateway : null
      // Sessions end with the connection: nothing is queued for an absent gateway, settings are sent at each birth.
      packet.clean = true
      done(null, !closing)
    },

    authenticate(client, username, password, done) {
      checked(client, username, password, (error, allowed) =>
        done(error as AuthenticateError | null, allowed),
      )
    },

    // The acknowledgement leaves when this resolves. An error ends the connection without one.
    authorizePublish: callbackify(async (client: Client | null, packet: PublishPacket) => {
      if (client === null) throw new Error('no gateway')
      const gate = gateOf(client)
      // The library takes the will off the client in the same turn: while it is still there, this is the will.
      const isWill = 'will' in client && client.will === packet
      try {
        const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
        const { topic, retain, qos } = packet
        const judged = judgePublish(client.id, { topic, retain, qos, bytes: payload.length })
        if ('refusal' in judged) {
          const about = { gateway: client.id, topic: topic.slice(0, maxTopicBytes), retain, qos }
          refuse(judged.refusal, about, client.id)
          throw new Error(judged.refusal)
        }
        // At a planned stop it is not the gateways that go.
        if (isWill && closing) throw new Error('closing')
        // Nobody may subscribe to what gateways write: keeping it for later subscribers would only cost memory.
        packet.retain = false
        const isSafe = await new Promise<boolean>((resolve) =>
          takeIn(client.id, judged.channel, payload, resolve),
        )
        if (!isSafe) throw new Error('not stored, to be sent again')
      } finally {
        if (!isWill) gate.settled()
      }
    }),

    authorizeSubscribe(client, subscription, done) {
      const allowed = maySubscribe(client.id, subscription.topic)
      if (allowed && filtersOf(client).length < mostSubscriptions) return done(null, subscription)
      const about = { gateway: client.id, topic: subscription.topic.slice(0, 128) }
      refuse(allowed ? 'subscriptions' : 'subscribe', about, client.id)
      return done(null, null)
    },

    authorizeForward: (client, packet) => (mayReceive(client.id, packet.topic) ? packet : null),
  })

  aedes.on('clientReady', (client) => {
    gateOf(client).takePlain = takePlainOf(client)
    gateOf(client).open()
    log('info', 'gateway connected', { gateway: client.id, address: gateOf(client).address })
  })
  aedes.on('clientDisconnect', (client) => log('info', 'gateway disconnected', { gateway: client.id }))
  const onClientError = (client: Client, error: Error) => {
    const { gateway, address, isOpen } = gateOf(client)
    // Before its login a name is only a claim.
    if (error instanceof GateError) refuse(error.reason, { gateway, address }, isOpen ? gateway : null)
    else if (gateway === null) refuse('protocol', { address, message: error.message })
  }
  aedes.on('clientError', onClientError)
  aedes.on('connectionError', onClientError)
  const emitter: EventEmitter = aedes
  emitter.on('error', (error: Error) => log('warn', 'broker error', { message: error.message }))

  const clientOf = (gateway: string): Client | undefined =>
    (aedes as unknown as { clients: Record<string, Client | undefined> }).clients[gateway]

  return {
    handle(gate: PacketGate): void {
      gates.add(gate)
      gate.once('close', () => gates.delete(gate))
      aedes.handle(gate)
    },

    /** Hands a message to a gateway. Retained ones are also kept for its next subscription. */
    async send(
      gateway: string,
      message: { topic: string; payload: Uint8Array; qos: 0 | 1; retain: boolean },
    ): Promise<Delivery> {
      const client = clientOf(gateway)
      const listening =
        client !== undefined &&
        !client.closed &&
        filtersOf(client).some((filter) => filterCovers(filter, message.topic))
      if (listening && gateOf(client).unsentBytes > mostUnsentBytes) return 'busy'
      if (!listening && !message.retain) return 'offline'
      const { topic, qos, retain } = message
      const payload = Buffer.from(message.payload)
      await new Promise<void>((resolve, reject) => {
        aedes.publish({ cmd: 'publish', dup: false, topic, payload, qos, retain }, (error) =>
          error ? reject(error) : resolve(),
        )
      })
      return listening ? 'sent' : 'offline'
    },

    /** Ends every connection of a gateway, also one that is still logging in. */
    disconnect(gateway: string): void {
      for (const gate of gates) if (gate.gateway === gateway) gate.destroy()
    },

    stats: (): BrokerStats => ({
      connected: aedes.connectedClients,
      received,
      inFlight,
      refused: { ...refused },
    }),

    /** Lets nothing further in, waits up to `patienceMs` for what is in flight and its acknowledgement, then closes. */
    async close(patienceMs: number): Promise<void> {
      closing = true
      for (const gate of gates) gate.halt()
      if (inFlight > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, patienceMs)
          idle = () => {
            clearTimeout(timer)
            // The acknowledgements leave in the turns after the answer.
            setTimeout(resolve, 50)
          }
        })
      }
      await new Promise<void>((resolve) => aedes.close(resolve))
      for (const gate of gates) gate.destroy()
    },
  }
}
