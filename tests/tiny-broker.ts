import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import { parseTopic } from '#contract/mqtt/topics.ts'

export interface Heard {
  gateway: string
  channel: string
  retain: boolean
  qos: number
  body: unknown
}

/** The smallest broker that gateways can be tried against: keeps what it hears, and can be made to misbehave. */
export async function startTinyBroker(secrets: Record<string, string>) {
  const heard: Heard[] = []
  const sockets = new Set<Socket>()
  let deaf = false
  const aedes = await Aedes.createBroker({ concurrency: 0 })
  aedes.authenticate = (client, username, password, done) => {
    done(
      null,
      client.id === username && secrets[client.id] !== undefined && String(password) === secrets[client.id],
    )
  }
  aedes.authorizePublish = (client, packet, callback) => {
    const parsed = parseTopic(packet.topic)
    if (deaf) return
    if (client && parsed)
      heard.push({
        gateway: client.id,
        channel: parsed.channel,
        retain: packet.retain,
        qos: packet.qos,
        body: JSON.parse(packet.payload.toString()),
      })
    callback(null)
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    aedes.handle(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `mqtt://127.0.0.1:${port}`,
    heard,
    /** Bodies of one channel, in the order they came. */
    of: (channel: string, gateway?: string): unknown[] =>
      heard
        .filter((one) => one.channel === channel && (gateway ?? one.gateway) === one.gateway)
        .map((one) => one.body),
    /** Takes messages and never acknowledges them. */
    goDeaf: (value: boolean): void => {
      deaf = value
    },
    /** Breaks every connection. */
    drop: (): void => {
      for (const socket of sockets) socket.destroy()
    },
    publish: (topic: string, body: object, retain = false): Promise<void> =>
      new Promise((resolve, reject) => {
        aedes.publish(
          { cmd: 'publish', topic, payload: Buffer.from(JSON.stringify(body)), qos: 1, retain, dup: false },
          (error) => (error ? reject(error) : resolve()),
        )
      }),
    stop: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => aedes.close(resolve))
      server.close()
    },
  }
}

export type TinyBroker = Awaited<ReturnType<typeof startTinyBroker>>
