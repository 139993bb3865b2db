import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { topicOf } from '#contract/mqtt/topics.ts'
import { eventually, keepLog } from '#tests/device-transport.ts'
import { type Mosquitto, mosquittoProgram, startMosquitto } from '#tests/mosquitto.ts'
import { connectToBroker } from './client-transport.ts'
import type { Receive, Received } from './transport.ts'

const gateway = 'GW2408A00017'
const tele = topicOf(gateway, 'tele')

describe.skipIf(mosquittoProgram === null)('a broker that is not ours', () => {
  let broker: Mosquitto
  beforeAll(async () => {
    broker = await startMosquitto()
  })
  afterAll(async () => broker.remove())

  const url = () => broker.url
  const join = (clientId: string, receive: Receive, log = keepLog(), shareTelemetry = false) => {
    const received: Received[] = []
    const transport = connectToBroker({
      url: url(),
      clientId,
      shareTelemetry,
      receive: async (message) => {
        received.push(message)
        return receive(message)
      },
      now: () => 1_755_600_000_000,
      log,
      reconnectMs: 10,
    })
    const texts = () => received.map(({ payload }) => Buffer.from(payload).toString())
    return { transport, received, texts, log }
  }
  /** A server of this name has subscribed; from now on the broker keeps its messages. */
  const subscribed = async (clientId: string) => {
    const { transport, log } = join(clientId, async () => 'ok')
    await eventually(() => log.lines.some(({ message }) => message === 'listening at the MQTT broker'))
    await transport.close()
  }

  it('D18: what could not be stored is delivered again until it is', async () => {
    await subscribed('server-a')
    let calls = 0
    const kept: string[] = []
    const { transport, texts } = join('server-a', async ({ payload }) => {
      calls += 1
      if (calls % 4 === 0) throw new Error('database away')
      kept.push(Buffer.from(payload).toString())
      return 'ok'
    })
    const client = await mqtt.connectAsync(url())
    const sent = Array.from({ length: 30 }, (_, index) => `reading ${index}`)
    for (const reading of sent) await client.publishAsync(tele, reading, { qos: 1 })
    await eventually(() => new Set(kept).size === sent.length)
    // Each is handed in first in the order it was sent, whatever became of it.
    expect([...new Set(texts())]).toEqual(sent)
    expect(calls).toBeGreaterThan(30)
    await client.endAsync()
    await transport.close()
  })

  it('takes messages side by side, so that they share a commit, and none is acknowledged before it', async () => {
    await subscribed('server-e')
    const client = await mqtt.connectAsync(url())
    for (let index = 0; index < 120; index += 1) await client.publishAsync(tele, `row ${index}`, { qos: 1 })
    const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
    const first = join('server-e', async () => {
      await committed
      return 'ok'
    })
    await eventually(() => first.received.length === 120)
    // The connection breaks before the commit: all of it comes again.
    first.transport.close().catch(() => undefined)
    const second = join('server-e', async () => 'ok')
    await eventually(() => second.texts().length >= 120)
    expect(second.texts().slice(0, 120)).toEqual(first.texts())
    commit()
    await second.transport.close()
    const third = join('server-e', async () => 'ok')
    await eventually(() => third.log.lines.some(({ message }) => message === 'listening at the MQTT broker'))
    await client.publishAsync(tele, 'one more', { qos: 1 })
    await eventually(() => third.texts().length > 0)
    expect(third.texts()).toEqual(['one more'])
    await client.endAsync()
    await third.transport.close()
  })

  it('two servers that share telemetry each take a part of it, and all of everything else', async () => {
    const transports = ['server-f', 'server-g'].map((id) => join(id, async () => 'ok', keepLog(), true))
    for (const { log } of transports) {
      await eventually(() => log.lines.some(({ message }) => message === 'listening at the MQTT broker'))
    }
    const client = await mqtt.connectAsync(url())
    for (let index = 0; index < 40; index += 1) await client.publishAsync(tele, `part ${index}`, { qos: 1 })
    await client.publishAsync(topicOf(gateway, 'alarm'), 'alarm', { qos: 1 })
    const all = () => transports.flatMap(({ texts }) => texts())
    await eventually(() => all().length === 42)
    expect(all().filter((text) => text === 'alarm')).toHaveLength(2)
    expect(new Set(all()).size).toBe(41)
    for (const { texts } of transports) expect(texts().length).toBeGreaterThan(10)
    await client.endAsync()
    for (const { transport } of transports) await transport.close()
  })

  it('takes away a stored copy that no gateway may leave, so that it comes once only', async () => {
    const client = await mqtt.connectAsync(url())
    await client.publishAsync(tele, 'left behind', { qos: 1, retain: true })
    const { transport, received } = join('server-h', async () => 'dropped')
    await eventually(() => received.length === 1)
    expect(received).toMatchObject([{ channel: 'tele', retained: true }])
    await transport.close()
    const heard: string[] = []
    client.on('message', (topic) => heard.push(topic))
    await client.publishAsync(topicOf(gateway, 'cfg'), 'settings', { qos: 1, retain: true })
    await client.subscribeAsync('pv/v1/#', { qos: 1 })
    await eventually(() => heard.includes(topicOf(gateway, 'cfg')))
    expect(heard).not.toContain(tele)
    await client.publishAsync(topicOf(gateway, 'cfg'), '', { qos: 1, retain: true })
    await client.endAsync()
  })

  it('D18: the broker keeps what arrives while the server is away', async () => {
    await subscribed('server-b')
    const client = await mqtt.connectAsync(url())
    for (let index = 0; index < 150; index += 1) await client.publishAsync(tele, `away ${index}`, { qos: 1 })
    const { transport, texts } = join('server-b', async () => 'ok')
    await eventually(() => texts().length >= 150)
    expect(texts()).toEqual(Array.from({ length: 150 }, (_, index) => `away ${index}`))
    await client.endAsync()
    await transport.close()
  })

  it('tells stored copies from new messages, and ignores what no gateway may write', async () => {
    const client = await mqtt.connectAsync(url())
    await client.publishAsync(topicOf(gateway, 'status'), 'born', { qos: 1, retain: true })
    const { transport, received } = join('server-c', async () => 'ok')
    await eventually(() => received.length === 1)
    expect(received).toMatchObject([{ gateway, channel: 'status', retained: true }])
    await client.publishAsync('pv/v1/gw/tele', 'no gateway', { qos: 1 })
    await client.publishAsync(topicOf(gateway, 'status'), 'born again', { qos: 1, retain: true })
    await eventually(() => received.length === 2)
    expect(received[1]).toMatchObject({ gateway, channel: 'status', retained: false })
    await client.publishAsync(topicOf(gateway, 'status'), '', { qos: 1, retain: true })
    await client.endAsync()
    await transport.close()
  })

  it('hands commands to gateways, never retained', async () => {
    const { transport } = join('server-d', async () => 'ok')
    const client = await mqtt.connectAsync(url())
    const heard: string[] = []
    client.on('message', (topic, payload) => heard.push(`${topic} ${payload.toString()}`))
    await client.subscribeAsync(`pv/v1/${gateway}/cmd/#`, { qos: 1 })
    await eventually(
      async () => (await transport.send(topicOf(gateway, 'cmd/req'), Buffer.from('do'))) === 'sent',
    )
    await eventually(() => heard.length > 0)
    expect(heard).toEqual([`${topicOf(gateway, 'cmd/req')} do`])
    await expect(
      transport.send(topicOf(gateway, 'cmd/req'), Buffer.from('do'), { retain: true }),
    ).rejects.toThrow(RangeError)
    await expect(transport.send(tele, Buffer.from('x'))).rejects.toThrow(RangeError)
    await client.endAsync()
    await transport.close()
  })
})

it('a broker that refuses the login is asked again and again, and each refusal is said once', async () => {
  let asked = 0
  const refusing = createServer((socket) => {
    socket.on('error', () => undefined)
    // CONNACK of MQTT 3.1.1: not authorized.
    socket.once('data', () => {
      asked += 1
      socket.end(Buffer.from([0x20, 2, 0, 5]))
    })
  })
  refusing.listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  const log = keepLog()
  const transport = connectToBroker({
    url: `mqtt://server:wrong@127.0.0.1:${(refusing.address() as AddressInfo).port}`,
    clientId: 'server',
    shareTelemetry: false,
    receive: async () => 'ok',
    now: () => 1_755_600_000_000,
    log,
    reconnectMs: 10,
  })
  await eventually(() => asked >= 3)
  expect(transport.reachable()).toBe(false)
  await transport.close()
  const refusals = log.lines.filter(({ message }) => message === 'no connection to the MQTT broker')
  expect(refusals.length).toBeGreaterThan(1)
  expect(refusals.length).toBeLessThanOrEqual(asked)
  for (const { fields } of refusals) expect(fields).toEqual({ reason: 'Connection refused: Not authorized' })
  refusing.close()
})
