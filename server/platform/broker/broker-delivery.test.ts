import type { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { topicOf } from '#contract/mqtt/topics.ts'
import { connectGateway, eventually, startTransport, tryPublish } from '#tests/device-transport.ts'
import { makeSecret } from './credentials.ts'
import type { Received } from './transport.ts'

const gateway = 'GW2408A00017'
const secrets = { [gateway]: makeSecret() }
const login = { clientId: gateway, username: gateway, password: secrets[gateway] ?? '' }
const tele = topicOf(gateway, 'tele')
const status = topicOf(gateway, 'status')

const textOf = ({ payload }: Received) => Buffer.from(payload).toString()

describe('the MQTT interface: delivery', () => {
  it('D18: the acknowledgement waits until the message is stored', async () => {
    const stored = Promise.withResolvers<'ok'>()
    const { broker, received } = await startTransport({ secrets, receive: async () => stored.promise })
    const client = await connectGateway(broker, login)
    let acknowledged = false
    const sent = tryPublish(client, tele, 'reading').then((outcome) => {
      acknowledged = outcome === 'acknowledged'
      return outcome
    })
    await eventually(() => received.length === 1)
    // Another round trip over the same connection: an early acknowledgement would have come before it.
    await client.subscribeAsync(topicOf(gateway, 'cfg'))
    expect(acknowledged).toBe(false)
    expect((await broker.stats()).inFlight).toBe(1)
    stored.resolve('ok')
    expect(await sent).toBe('acknowledged')
    client.end(true)
    await broker.close()
  })

  it('D18: what could not be stored is not acknowledged and comes again after reconnecting', async () => {
    let attempts = 0
    const { broker, received } = await startTransport({
      secrets,
      receive: async () => {
        attempts += 1
        if (attempts <= 3) throw new Error('database away')
        return 'ok'
      },
    })
    const client = await connectGateway(broker, login, { reconnectPeriod: 5 })
    await client.publishAsync(tele, 'reading', { qos: 1 })
    expect(received.map(textOf)).toEqual(['reading', 'reading', 'reading', 'reading'])
    await client.endAsync()
    await broker.close()
  })

  it('D18: with a store that fails again and again, every acknowledged message is stored', async () => {
    const kept = new Set<string>()
    let calls = 0
    const { broker } = await startTransport({
      secrets,
      limits: { connect: { loginBurst: 10_000 } },
      receive: async (message) => {
        calls += 1
        if (calls % 5 === 0) throw new Error('database away')
        kept.add(textOf(message))
        return 'ok'
      },
    })
    const client = await connectGateway(broker, login, { reconnectPeriod: 1 })
    const messages = Array.from({ length: 300 }, (_, index) => `reading ${index}`)
    await Promise.all(messages.map((message) => client.publishAsync(tele, message, { qos: 1 })))
    expect(messages.filter((message) => !kept.has(message))).toEqual([])
    expect(calls).toBeGreaterThan(300)
    await client.endAsync()
    await broker.close()
  })

  it('D18: a planned stop waits for what is in flight, acknowledges it and lets no will speak', async () => {
    const stores: (() => void)[] = []
    const { broker, received } = await startTransport({
      secrets,
      receive: async () => new Promise<'ok'>((resolve) => stores.push(() => resolve('ok'))),
    })
    const will = { topic: status, payload: Buffer.from('gone'), qos: 1 as const, retain: true }
    const client = await connectGateway(broker, login, { will })
    const sent = tryPublish(client, tele, 'last words')
    await eventually(() => stores.length === 1)
    const closed = broker.close()
    stores[0]?.()
    expect(await sent).toBe('acknowledged')
    await closed
    expect(received.map(textOf)).toEqual(['last words'])
    client.end(true)
  })

  it('takes a flood in the order it was sent, and acknowledges all of it', async () => {
    const { broker, received } = await startTransport({ secrets })
    const client = await connectGateway(broker, login)
    const messages = Array.from({ length: 500 }, (_, index) => `reading ${index}`)
    await Promise.all(messages.map((message) => client.publishAsync(tele, message, { qos: 1 })))
    expect(received.map(textOf)).toEqual(messages)
    client.end(true)
    await broker.close()
  })

  it('is there again by itself when its thread dies, on the same port', async () => {
    let thread: Worker | null = null
    process.once('worker', (worker: Worker) => {
      thread = worker
    })
    const { broker, log } = await startTransport({ secrets })
    const before = await connectGateway(broker, login)
    const worker = thread as Worker | null
    if (worker === null) throw new Error('no thread was seen')
    await worker.terminate()
    before.end(true)
    await eventually(() => log.lines.some(({ message }) => message === 'the MQTT broker was started again'))
    const after = await connectGateway(broker, login)
    expect(await tryPublish(after, tele, '{}')).toBe('acknowledged')
    after.end(true)
    await broker.close()
  })

  it('answers while its thread is away: what was asked of the dead one fails, what is asked now finds nobody', async () => {
    let thread: Worker | null = null
    process.once('worker', (worker: Worker) => {
      thread = worker
    })
    const { broker } = await startTransport({ secrets })
    const worker = thread as Worker | null
    if (worker === null) throw new Error('no thread was seen')
    const asked = broker.stats().then(
      () => 'answered',
      (error: unknown) => String(error),
    )
    await worker.terminate()
    expect(['answered', 'Error: the MQTT broker died']).toContain(await asked)
    expect(await broker.send(topicOf(gateway, 'cfg'), Buffer.from('{}'), { retain: true })).toBe('offline')
    expect(await broker.disconnect(gateway)).toBeUndefined()
    await expect(broker.stats()).rejects.toThrow('the MQTT broker died')
    await broker.close()
  })

  it('one message that cannot be handed over fails alone: every gateway stays connected', async () => {
    let thread: Worker | null = null
    process.once('worker', (worker: Worker) => {
      thread = worker
    })
    const { broker, log } = await startTransport({ secrets })
    const client = await connectGateway(broker, login)
    const worker = thread as Worker | null
    if (worker === null) throw new Error('no thread was seen')
    // What the broker's thread cannot make bytes of: as if its library had refused the message.
    worker.postMessage({ kind: 'send', id: -1, topic: topicOf(gateway, 'cfg'), payload: null, retain: true })
    await eventually(() => log.lines.some(({ message }) => message === 'the MQTT broker could not'))
    expect(await tryPublish(client, tele, '{}')).toBe('acknowledged')
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([])
    client.end(true)
    await broker.close()
  })

  it('takes the next free port when the wanted one is taken, and says so', async () => {
    const first = await startTransport({ secrets })
    const second = await startTransport({ secrets, port: first.broker.port })
    expect(second.broker.port).toBeGreaterThan(first.broker.port)
    expect(second.log.lines).toMatchObject([
      { level: 'warn', fields: { wanted: first.broker.port, port: second.broker.port } },
    ])
    await first.broker.close()
    await second.broker.close()
  })
})
