import { readFileSync } from 'node:fs'
import mqtt from 'mqtt'
import { channelNames, channels, isFromGateway, parseTopic, topicRoot } from '#contract/mqtt/topics.ts'
import { AckWindow, type WindowLimits } from './ack-window.ts'
import type { BrokerStats } from './broker-messages.ts'
import { inTime } from './in-time.ts'
import type { DeviceTransport, DoorLog, Receive } from './transport.ts'
import { checkSending } from './transport.ts'

/** How the server reaches a broker that is not its own. */
export type BrokerAddress = {
  /** `mqtt://` or `mqtts://`, with user and password where the broker wants them. */
  url: string
  /** A PEM file with the certificate authority of that broker, when the machine does not know it. */
  caFile?: string | null
}

export type ClientTransportOptions = BrokerAddress & {
  /** Fixed over restarts: the broker keeps what arrives meanwhile under it. Each server instance has its own. */
  clientId: string
  /** Several instances share telemetry; each still hears everything else. */
  shareTelemetry: boolean
  /** null: it only sends, and listens to nothing. */
  receive: Receive | null
  now: () => number
  log: DoorLog
  /** At each connection, before anything is asked for: gives the server its own rights there. */
  prepare?: () => Promise<void>
  /** After the broker listens to us, the first time and again. */
  connected?: () => void
  /** The first wait after a break; it doubles up to half a minute. */
  reconnectMs?: number
  window?: WindowLimits
}

export type ClientTransport = DeviceTransport & {
  /** Whether that broker can be spoken to, and hands on what gateways say. */
  reachable: () => boolean
}

const shareName = 'sunkeeper'
const longestWaitMs = 30_000
/** A broker that does not let us in within this time counts as silent. */
const patienceMs = 5_000

/** What a server listens to: everything that gateways write. */
export function subscriptions(shareTelemetry: boolean): string[] {
  return channelNames.filter(isFromGateway).map((channel) => {
    const filter = `${topicRoot}/+/${channel}`
    return channel === 'tele' && shareTelemetry ? sharedTelemetry : filter
  })
}
const plainTelemetry = `${topicRoot}/+/tele`
const sharedTelemetry = `$share/${shareName}/${plainTelemetry}`

/** What every connection to another broker has in common: TLS 1.2 or newer, and a certificate that is checked. */
export function connectionOptions({ caFile }: BrokerAddress) {
  return {
    protocolVersion: 4 as const,
    minVersion: 'TLSv1.2' as const,
    rejectUnauthorized: true,
    connectTimeout: patienceMs,
    ...(caFile ? { ca: readFileSync(caFile) } : {}),
  }
}

/** PUBACK of MQTT 3.1.1. The library would send its own only before it hands out the next message. */
const puback = (messageId: number): Buffer => Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff])
/** Tells the library to go on without an acknowledgement. */
const later = new Error('acknowledged when it is stored')

/**
 * The MQTT interface on a broker that is not ours: a client with a persistent session that acknowledges a message only
 * after `receive` has resolved. Messages are taken side by side up to a window, so that they share commits. One that
 * could not be stored is not acknowledged and the connection is made anew, whereupon the broker delivers it again.
 * Logins and access are that broker's (see broker-logins.ts); it acknowledges to gateways by itself, so it needs
 * persistence and a queue long enough for the server's absences.
 */
export function connectToBroker(options: ClientTransportOptions): ClientTransport {
  const { receive, now, log, reconnectMs = 1000 } = options
  let received = 0
  let inFlight = 0
  let closed = false
  let listening = false
  let window = new AckWindow(options.window)
  /** Connections in a row that came to nothing. */
  let failures = 0
  /** The last connection was given up by us: the next wait is longer, also after the broker has answered. */
  let gaveUp = false
  /** What the present connection failed of, said once when it ends. */
  let reason: string | null = null
  /** Settings that could not be handed over, the last for each gateway. */
  const owed = new Map<string, Uint8Array>()

  const client = mqtt.connect(options.url, {
    ...connectionOptions(options),
    clientId: options.clientId,
    clean: false,
    keepalive: 30,
    reconnectPeriod: reconnectMs,
    // A broker that starts, or whose logins are being mended, may refuse us for a while.
    reconnectOnConnackError: true,
    resubscribe: false,
    queueQoSZero: false,
  })

  client.handleMessage = (packet, next) => {
    const { stream } = client
    const open = window
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    const { messageId = 0, qos } = packet
    const stored = open.take(payload.length, () => {
      // An acknowledgement belongs to its connection; on a new one the broker delivers the message again.
      if (qos > 0 && client.stream === stream && stream.writable) stream.write(puback(messageId))
    })
    const goOn = () => next(later)
    const parsed = parseTopic(packet.topic)
    // Nothing at all is how a retained message is taken back.
    if (parsed === null || !isFromGateway(parsed.channel) || payload.length === 0) {
      stored()
      open.whenRoom(goOn)
      return
    }
    const { gateway, channel } = parsed
    // That broker cannot forbid it: a stored copy that nobody should have left is taken away.
    if (packet.retain && !channels[channel].retained) {
      client.publish(packet.topic, '', { qos: 1, retain: true })
    }
    received += 1
    inFlight += 1
    void (async () => {
      try {
        await receive?.({ gateway, channel, payload, retained: packet.retain, arrivedAt: now() })
        gaveUp = false
        failures = 0
        stored()
      } catch (error) {
        if (client.stream !== stream || stream.destroyed) return
        log.warn({ gateway, channel, err: error }, 'message not stored and not acknowledged')
        gaveUp = true
        stream.destroy()
      } finally {
        inFlight -= 1
      }
    })()
    open.whenRoom(goOn)
  }

  // Before the library's own listener, which starts the wait.
  client.prependListener('close', () => {
    listening = false
    failures += 1
    if (!closed) log.warn({ reason: reason ?? 'it ended' }, 'no connection to the MQTT broker')
    reason = null
    const wait = Math.min(longestWaitMs, reconnectMs * 2 ** Math.min(failures - 1, 10))
    client.options.reconnectPeriod = closed ? 0 : Math.ceil(wait * (0.75 + Math.random() / 4))
  })
  client.on('connect', () => {
    window = new AckWindow(options.window)
    if (!gaveUp) failures = 0
    log.info({}, 'connected to the MQTT broker')
    void listen()
  })
  client.on('error', (error) => {
    reason = error.message
  })

  /** A session outlives the server's settings: the other way of hearing telemetry is given up first. */
  async function listen(): Promise<void> {
    const { stream } = client
    try {
      await options.prepare?.()
      await client.unsubscribeAsync(options.shareTelemetry ? plainTelemetry : sharedTelemetry)
      // Asking again changes nothing, but brings births and inventories of gateways that came meanwhile.
      if (receive !== null) await client.subscribeAsync(subscriptions(options.shareTelemetry), { qos: 1 })
      listening = client.stream === stream && client.connected
      log.info({}, 'listening at the MQTT broker')
      for (const [topic, payload] of owed) {
        await client.publishAsync(topic, Buffer.from(payload), { qos: 1, retain: true })
        if (owed.get(topic) === payload) owed.delete(topic)
      }
      options.connected?.()
    } catch (error) {
      if (closed || !client.connected || client.stream !== stream) return
      log.error({ err: error }, 'the MQTT broker refused a subscription')
      gaveUp = true
      stream.destroy()
    }
  }

  return {
    reachable: () => listening,
    async send(topic, payload, { qos = 1, retain = false } = {}) {
      checkSending(topic, payload, retain)
      if (!listening) {
        // The latest settings are owed; a command would come too late.
        if (retain) owed.set(topic, Uint8Array.from(payload))
        return 'offline'
      }
      await inTime(client.publishAsync(topic, Buffer.from(payload), { qos, retain }), 'sending')
      return 'sent'
    },
    async disconnect(gateway) {
      log.warn({ gateway }, 'the connection itself is the MQTT broker’s to end')
    },
    async stats(): Promise<BrokerStats> {
      return { connected: null, received, inFlight, refused: {} }
    },
    async close() {
      if (closed) return
      closed = true
      const wasOpen = client.connected
      // What was taken is stored and acknowledged first; what comes now waits at the broker for the next session.
      client.handleMessage = (_, next) => next(later)
      if (wasOpen) await inTime(window.settled(), 'closing').catch(() => undefined)
      const ended = client.endAsync(!wasOpen)
      await inTime(ended, 'closing').catch(() => client.endAsync(true))
    },
  }
}
