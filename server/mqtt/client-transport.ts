import mqtt from 'mqtt'
import { channelNames, isFromGateway, parseTopic, topicRoot } from '#contract/mqtt/topics.ts'
import type { BrokerStats } from './broker-messages.ts'
import type { DeviceDoor, DoorLog, Receive } from './device-door.ts'
import { checkSending } from './device-door.ts'

export type ClientTransportOptions = {
  /** `mqtt://` or `mqtts://`, with user and password where the broker wants them. */
  url: string
  /** Fixed over restarts: the broker keeps what arrives meanwhile under it. Each server instance has its own. */
  clientId: string
  /** Several instances share telemetry; each still hears everything else. */
  shareTelemetry: boolean
  receive: Receive
  now: () => number
  log: DoorLog
  reconnectMs?: number
}

const shareName = 'sunkeeper'

function subscriptions(shareTelemetry: boolean): string[] {
  return channelNames.filter(isFromGateway).map((channel) => {
    const filter = `${topicRoot}/+/${channel}`
    return channel === 'tele' && shareTelemetry ? `$share/${shareName}/${filter}` : filter
  })
}

/**
 * The device door on a broker that is not ours: a client with a persistent session that acknowledges a message only
 * after `receive` has resolved. A message that could not be stored is not acknowledged and the connection is made
 * anew, whereupon the broker delivers it again. Logins and access are that broker's; it acknowledges to gateways by
 * itself, so it needs persistence and a queue long enough for the server's absences. Messages are taken one at a time.
 */
export function connectToBroker(options: ClientTransportOptions): DeviceDoor {
  const { receive, now, log } = options
  let received = 0
  let inFlight = 0
  let closed = false
  const client = mqtt.connect(options.url, {
    clientId: options.clientId,
    clean: false,
    protocolVersion: 4,
    keepalive: 30,
    reconnectPeriod: options.reconnectMs ?? 1000,
    resubscribe: false,
    queueQoSZero: false,
  })

  client.handleMessage = (packet, acknowledge) => {
    const parsed = parseTopic(packet.topic)
    if (parsed === null || !isFromGateway(parsed.channel)) {
      acknowledge()
      return
    }
    const { gateway, channel } = parsed
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    received += 1
    inFlight += 1
    const stored = receive({ gateway, channel, payload, retained: packet.retain, arrivedAt: now() })
    const { stream } = client
    const settle = (error: unknown) => {
      inFlight -= 1
      // An acknowledgement belongs to its connection; on a new one the broker delivers the message again.
      if (client.stream !== stream) return
      if (error === null) {
        acknowledge()
        return
      }
      log.warn({ gateway, channel, err: error }, 'message not stored and not acknowledged')
      // The callback stays uncalled: the library would acknowledge or go on with the next message.
      stream.destroy()
    }
    void stored.then(() => settle(null), settle)
  }

  client.on('connect', () => {
    log.info({}, 'connected to the MQTT broker')
    // A shared subscription of a broker with its own session survives; asking again changes nothing.
    client.subscribe(subscriptions(options.shareTelemetry), { qos: 1 }, (error) => {
      if (error) log.error({ err: error }, 'the MQTT broker refused a subscription')
      else log.info({}, 'listening at the MQTT broker')
    })
  })
  client.on('error', (error) => log.warn({ err: error }, 'MQTT broker'))
  client.on('offline', () => {
    if (!closed) log.warn({}, 'no connection to the MQTT broker')
  })

  return {
    async send(topic, payload, { qos = 1, retain = false } = {}) {
      checkSending(topic, payload, retain)
      if (!client.connected && !retain) return 'offline'
      await client.publishAsync(topic, Buffer.from(payload), { qos, retain })
      return 'sent'
    },
    async disconnect(gateway) {
      log.warn({ gateway }, 'revoked: the connection itself is the MQTT broker’s to end')
    },
    async stats(): Promise<BrokerStats> {
      return { connected: null, received, inFlight, refused: {} }
    },
    async close() {
      closed = true
      await client.endAsync()
    },
  }
}
