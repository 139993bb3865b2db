import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { topicOf } from '#contract/mqtt/topics.ts'
import { connectRaw, eventually, keepLog } from '#tests/device-door.ts'
import { connectToBroker } from './client-transport.ts'
import type { Receive, Received } from './device-door.ts'

const program = ['mosquitto', '/usr/sbin/mosquitto'].find(
  (name) => spawnSync(name, ['-h']).error === undefined,
)
const gateway = 'GW2408A00017'
const tele = topicOf(gateway, 'tele')

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describe.skipIf(program === undefined)('a broker that is not ours', { timeout: 60_000 }, () => {
  let broker: ChildProcess
  let folder: string
  let port: number
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'sunkeeper-mosquitto-'))
    port = await freePort()
    const lines = [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous true',
      'max_queued_messages 0',
      ...(process.getuid?.() === 0 ? ['user root'] : []),
    ]
    writeFileSync(path.join(folder, 'mosquitto.conf'), `${lines.join('\n')}\n`)
    broker = spawn(program ?? '', ['-c', path.join(folder, 'mosquitto.conf')], { stdio: 'ignore' })
    await eventually(async () =>
      connectRaw(port).then(
        (socket) => socket.destroy(),
        () => null,
      ),
    )
  })
  afterAll(async () => {
    const gone = once(broker, 'exit')
    broker.kill()
    await gone
    rmSync(folder, { recursive: true })
  })

  const url = () => `mqtt://127.0.0.1:${port}`
  const join = (clientId: string, receive: Receive, log = keepLog()) => {
    const received: Received[] = []
    const door = connectToBroker({
      url: url(),
      clientId,
      shareTelemetry: false,
      receive: async (message) => {
        received.push(message)
        return receive(message)
      },
      now: () => 1_755_600_000_000,
      log,
      reconnectMs: 10,
    })
    const texts = () => received.map(({ payload }) => Buffer.from(payload).toString())
    return { door, received, texts, log }
  }
  /** A server of this name has subscribed; from now on the broker keeps its messages. */
  const subscribed = async (clientId: string) => {
    const { door, log } = join(clientId, async () => 'ok')
    await eventually(() => log.lines.some(({ message }) => message === 'listening at the MQTT broker'))
    await door.close()
  }

  it('D18: what could not be stored is delivered again until it is, each message in its order', async () => {
    await subscribed('server-a')
    let calls = 0
    const kept: string[] = []
    const { door } = join('server-a', async ({ payload }) => {
      calls += 1
      if (calls % 4 === 0) throw new Error('database away')
      kept.push(Buffer.from(payload).toString())
      return 'ok'
    })
    const client = await mqtt.connectAsync(url())
    const sent = Array.from({ length: 30 }, (_, index) => `reading ${index}`)
    for (const reading of sent) await client.publishAsync(tele, reading, { qos: 1 })
    await eventually(() => new Set(kept).size === sent.length)
    expect([...new Set(kept)]).toEqual(sent)
    expect(calls).toBeGreaterThan(30)
    await client.endAsync()
    await door.close()
  })

  it('D18: the broker keeps what arrives while the server is away', async () => {
    await subscribed('server-b')
    const client = await mqtt.connectAsync(url())
    for (let index = 0; index < 150; index += 1) await client.publishAsync(tele, `away ${index}`, { qos: 1 })
    const { door, texts } = join('server-b', async () => 'ok')
    await eventually(() => texts().length >= 150)
    expect(texts()).toEqual(Array.from({ length: 150 }, (_, index) => `away ${index}`))
    await client.endAsync()
    await door.close()
  })

  it('tells stored copies from news, and ignores what no gateway may write', async () => {
    const client = await mqtt.connectAsync(url())
    await client.publishAsync(topicOf(gateway, 'status'), 'born', { qos: 1, retain: true })
    const { door, received } = join('server-c', async () => 'ok')
    await eventually(() => received.length === 1)
    expect(received).toMatchObject([{ gateway, channel: 'status', retained: true }])
    await client.publishAsync('pv/v1/gw/tele', 'no gateway', { qos: 1 })
    await client.publishAsync(topicOf(gateway, 'status'), 'born again', { qos: 1, retain: true })
    await eventually(() => received.length === 2)
    expect(received[1]).toMatchObject({ gateway, channel: 'status', retained: false })
    await client.publishAsync(topicOf(gateway, 'status'), '', { qos: 1, retain: true })
    await client.endAsync()
    await door.close()
  })

  it('hands commands to gateways, never retained', async () => {
    const { door } = join('server-d', async () => 'ok')
    const client = await mqtt.connectAsync(url())
    const heard: string[] = []
    client.on('message', (topic, payload) => heard.push(`${topic} ${payload.toString()}`))
    await client.subscribeAsync(`pv/v1/${gateway}/cmd/#`, { qos: 1 })
    await eventually(async () => (await door.send(topicOf(gateway, 'cmd/req'), Buffer.from('do'))) === 'sent')
    await eventually(() => heard.length > 0)
    expect(heard).toEqual([`${topicOf(gateway, 'cmd/req')} do`])
    await expect(door.send(topicOf(gateway, 'cmd/req'), Buffer.from('do'), { retain: true })).rejects.toThrow(
      RangeError,
    )
    await expect(door.send(tele, Buffer.from('x'))).rejects.toThrow(RangeError)
    await client.endAsync()
    await door.close()
  })
})
