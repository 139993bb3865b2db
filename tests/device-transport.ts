import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { type Broker, type BrokerOptions, createBroker } from '#server/platform/broker/broker.ts'
import type { Received } from '#server/platform/broker/transport.ts'

/** A log that keeps its lines. */
export function keepLog() {
  const lines: { level: string; fields: Record<string, unknown>; message: string }[] = []
  const keep = (level: string) => (fields: object, message?: string) => {
    lines.push({ level, fields: { ...fields }, message: message ?? '' })
  }
  return { lines, info: keep('info'), warn: keep('warn'), error: keep('error') }
}

/** A built-in broker for one test: `secrets` by gateway, everything received is kept. */
export async function startTransport(
  given: Partial<BrokerOptions> & { secrets: Record<string, string> },
): Promise<{ broker: Broker; received: Received[]; log: ReturnType<typeof keepLog> }> {
  const received: Received[] = []
  const log = keepLog()
  const { secrets, receive, ...options } = given
  const broker = await createBroker({
    port: 0,
    host: '127.0.0.1',
    authenticate: async (gateway, secret) => Object.hasOwn(secrets, gateway) && secrets[gateway] === secret,
    now: () => 1_755_600_000_000,
    log,
    ...options,
    receive: async (message) => {
      received.push(message)
      return receive === undefined ? 'ok' : receive(message)
    },
  })
  return { broker, received, log }
}

export type Login = { clientId: string; username?: string; password?: string }

/** A gateway's client; it does not reconnect unless told so. Rejects with the broker's refusal. */
export async function connectGateway(
  broker: Broker,
  login: Login,
  options: IClientOptions = {},
): Promise<MqttClient> {
  const client = mqtt.connect({
    host: '127.0.0.1',
    port: broker.port,
    protocolVersion: 4,
    reconnectPeriod: 0,
    connectTimeout: 10_000,
    ...login,
    ...options,
  })
  client.on('error', () => undefined)
  const outcome = await new Promise<Error | null>((resolve) => {
    client.once('connect', () => resolve(null))
    client.once('error', resolve)
    client.once('close', () => resolve(new Error('closed')))
  })
  if (outcome !== null) {
    client.end(true)
    throw outcome
  }
  return client
}

/** Publishes and tells whether the broker acknowledged or hung up. */
export async function tryPublish(
  client: MqttClient,
  topic: string,
  payload: string | Buffer,
  options: { qos?: 0 | 1 | 2; retain?: boolean } = {},
): Promise<'acknowledged' | 'disconnected'> {
  return new Promise((resolve) => {
    const closed = () => resolve('disconnected')
    client.once('close', closed)
    client.publish(topic, payload, { qos: 1, ...options }, (error) => {
      client.off('close', closed)
      resolve(error ? 'disconnected' : 'acknowledged')
    })
  })
}

/** A bare connection for what no client library would send. */
export async function connectRaw(port: number): Promise<Socket> {
  const socket = connectTcp({ host: '127.0.0.1', port })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

export async function untilClosed(socket: Socket): Promise<void> {
  socket.resume()
  // Not `once` of node:events, which takes a reset connection for a failure.
  if (!socket.closed) await new Promise<void>((resolve) => socket.once('close', () => resolve()))
}

/** Waits until `look` gives something; polls, and fails after half a minute. */
export async function eventually<T>(
  look: () => T | null | undefined | false | Promise<T | null | undefined | false>,
) {
  for (let attempt = 0; attempt < 3000; attempt += 1) {
    const seen = await look()
    if (seen !== null && seen !== undefined && seen !== false) return seen
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('it never happened')
}

const twoBytes = (value: number) => Buffer.from([value >> 8, value & 0xff])
const field = (value: string | Buffer) =>
  Buffer.concat([twoBytes(Buffer.byteLength(value)), Buffer.from(value)])

/** First bytes of an MQTT packet that says it will be `remaining` bytes long. */
export function fixedHeader(firstByte: number, remaining: number): Buffer {
  const bytes = [firstByte]
  let rest = remaining
  do {
    const more = rest > 127 ? 0x80 : 0
    bytes.push((rest & 0x7f) | more)
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return Buffer.from(bytes)
}

/** CONNECT of MQTT 3.1.1 with user name and password, clean session, keep-alive of a minute. */
export function connectPacket(gateway: string, secret: string): Buffer {
  const start = Buffer.concat([field('MQTT'), Buffer.from([4, 0b1100_0010]), twoBytes(60)])
  const body = Buffer.concat([start, field(gateway), field(gateway), field(secret)])
  return Buffer.concat([fixedHeader(0x10, body.length), body])
}

/** PUBLISH with QoS 1. */
export function publishPacket(topic: string, payload: Buffer, messageId: number): Buffer {
  const body = Buffer.concat([field(topic), twoBytes(messageId), payload])
  return Buffer.concat([fixedHeader(0x32, body.length), body])
}
