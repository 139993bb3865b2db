import { setTimeout as pause } from 'node:timers/promises'
import type { ConsumeMessage } from 'amqplib'
import { isFromGateway, parseTopic } from '#contract/mqtt/topics.ts'
import type { NodesAddress } from './amqp-address.ts'
import { type AmqpSession, openSession } from './amqp-session.ts'
import { allQueues, inEachQueue, routingKeyOf, topicOfKey } from './amqp-topics.ts'
import type { ClientTransport } from './client-transport.ts'
import { type Copies, createCopies } from './copies.ts'
import { inTime } from './in-time.ts'
import type { DoorLog, Receive } from './transport.ts'
import { checkSending } from './transport.ts'

export type VhostTransportOptions = {
  address: NodesAddress
  /** The virtual host that is read and written, one of the address. */
  vhost: string
  /** PEM file of the cluster's certificate authority. */
  caFile: string | null
  /** As its management pages name this server. */
  name: string
  /** null: it only sends, and takes nothing. */
  receive: Receive | null
  now: () => number
  log: DoorLog
  /** After queues are declared and read, the first time and again. */
  connected?: () => void
  /** The first wait after a break; it doubles up to half a minute. */
  reconnectMs?: number
  /** Messages of one queue taken and not yet stored, at most. */
  prefetch?: number
}

export type VhostTransport = Pick<ClientTransport, 'send' | 'stats' | 'close' | 'reachable'> & {
  /** Since the start, once: what gateways say finds a queue. */
  declared: () => boolean
}

const longestWaitMs = 30_000
/** Five queues of them hold as much as the window of another broker. */
const usualPrefetch = 100

/**
 * One virtual host of a cluster of RabbitMQ: takes what gateways say out of its queues by AMQP and acknowledges each
 * message only after `receive` has resolved. One that could not be stored ends the connection, whereupon all that was
 * not acknowledged lies in its queues again, in order, for this server after a wait or for another one at once. A node
 * that does not answer gives way to the next of the list, for ever.
 */
export const connectToVhost = (options: VhostTransportOptions): VhostTransport => {
  const { address, vhost, receive, now, log, reconnectMs = 500 } = options
  const stop = new AbortController()
  /** Settings that could not be handed over, the last for each gateway. */
  const owed = new Map<string, Uint8Array>()
  let [received, inFlight] = [0, 0]
  /** Connections in a row that came to nothing. */
  let failures = 0
  /** The last one was given up by us: the next wait is longer, although the cluster answers. */
  let gaveUp = false
  let declared = false
  let session: AmqpSession | null = null
  let idle: (() => void) | null = null

  const take = async (
    { message, queue, acknowledge }: { message: ConsumeMessage; queue: string; acknowledge: () => void },
    copies: Copies,
    giveUp: (reason: string) => void,
  ): Promise<void> => {
    const parsed = parseTopic(topicOfKey(message.fields.routingKey))
    const { content: payload } = message
    if (parsed === null || !isFromGateway(parsed.channel) || payload.length === 0) return acknowledge()
    const { gateway, channel } = parsed
    const work = async (): Promise<unknown> =>
      receive?.({ gateway, channel, payload, retained: false, arrivedAt: now() })
    received += 1
    inFlight += 1
    try {
      await (channel === inEachQueue ? copies.once(gateway, { queue, payload }, work) : work())
      gaveUp = false
      failures = 0
      acknowledge()
    } catch (error) {
      log.warn({ gateway, channel, err: error }, 'message not stored and not acknowledged')
      gaveUp = true
      giveUp('a message could not be stored')
    } finally {
      inFlight -= 1
      if (inFlight === 0) idle?.()
    }
  }

  const payDebts = async (open: AmqpSession): Promise<void> => {
    for (const [topic, payload] of owed) {
      await open.publish(routingKeyOf(topic), payload, 1)
      if (owed.get(topic) === payload) owed.delete(topic)
    }
  }

  /** One connection to a node, until it ends. Gives why. */
  const connection = async (node: NodesAddress['nodes'][number]): Promise<string> => {
    const { promise: ended, resolve: onEnd } = Promise.withResolvers<string>()
    // What comes in before the session is handed to us belongs to it all the same.
    const state: { giveUp: string | null } = { giveUp: null }
    const giveUp = (reason: string): void => {
      state.giveUp = reason
      open?.cut(reason)
    }
    let open: AmqpSession | null = null
    const copies = createCopies(allQueues.length)
    try {
      open = await openSession({
        ...options,
        node,
        prefetch: options.prefetch ?? usualPrefetch,
        onMessage:
          receive === null
            ? null
            : (message, queue, acknowledge) => {
                if (state.giveUp === null) void take({ message, queue, acknowledge }, copies, giveUp)
              },
        onEnd,
      })
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
    if (state.giveUp !== null) open.cut(state.giveUp)
    else if (stop.signal.aborted) await open.end().catch(() => undefined)
    else {
      session = open
      declared = true
      if (!gaveUp) failures = 0
      log.info({ node: node.host, vhost }, 'connected to the broker’s cluster')
      options.connected?.()
      payDebts(open).catch((error: unknown) => log.warn({ err: error }, 'settings could not be handed over'))
    }
    const reason = await ended
    session = null
    return reason
  }

  const work = async (): Promise<void> => {
    // Servers begin at different nodes.
    let turn = Math.floor(Math.random() * address.nodes.length)
    while (!stop.signal.aborted) {
      const node = address.nodes[turn % address.nodes.length]
      if (node === undefined) return
      const reason = await connection(node)
      if (stop.signal.aborted) return
      log.warn({ node: node.host, vhost, reason }, 'no connection to the broker’s cluster')
      turn += 1
      const wait = Math.min(longestWaitMs, reconnectMs * 2 ** Math.min(failures, 10))
      failures += 1
      await pause(wait * (0.75 + Math.random() / 4), undefined, { signal: stop.signal }).catch(
        () => undefined,
      )
    }
  }
  const working = work()

  const settled = async (): Promise<void> => {
    if (inFlight > 0) await new Promise<void>((resolve) => (idle = resolve))
  }

  return {
    reachable: () => session !== null,
    declared: () => declared,
    async send(topic, payload, { qos = 1, retain = false } = {}) {
      checkSending(topic, payload, retain)
      if (session === null) {
        // The latest settings are owed; a command would come too late. The cluster keeps neither.
        if (retain) owed.set(topic, Uint8Array.from(payload))
        return 'offline'
      }
      return (await session.publish(routingKeyOf(topic), payload, qos)) ? 'sent' : 'offline'
    },
    stats: async () => ({ connected: null, received, inFlight, refused: {} }),
    async close() {
      if (stop.signal.aborted) return
      stop.abort()
      const open = session
      if (open !== null) {
        // What was taken is stored and acknowledged first; what comes now is another server's.
        await inTime(open.halt().then(settled), 'closing').catch(() => undefined)
        await inTime(open.end(), 'closing').catch(() => open.cut('closing'))
      }
      await working
    },
  }
}
