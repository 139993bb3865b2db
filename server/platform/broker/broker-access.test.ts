import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channelNames, topicOf } from '#contract/mqtt/topics.ts'
import { accessFilters, accessTopics, publishableBy } from '#tests/access-matrix.ts'
import { connectGateway, eventually, startTransport, tryPublish } from '#tests/device-transport.ts'
import { judgePublish, mayReceive, maySubscribe } from './access.ts'
import { createGatewayLogin, hashSecret, makeSecret } from './credentials.ts'

const own = 'GW2408A00017'
const other = 'GW2408A00018'
const secrets = { [own]: makeSecret(), [other]: makeSecret() }
const ownLogin = { clientId: own, username: own, password: secrets[own] ?? '' }
const otherLogin = { clientId: other, username: other, password: secrets[other] ?? '' }
/** Wide enough that no limit on connecting is met where it is not the subject. */
const connect = { failureBurst: 10_000, loginBurst: 10_000 }

const topics = accessTopics(own, other)
const mayPublishTo = new Set(publishableBy(own))

describe('the MQTT interface: who may do what', () => {
  let transport: Awaited<ReturnType<typeof startTransport>>
  const told: { gateway: string; reason: string; count: number }[] = []
  beforeAll(async () => {
    transport = await startTransport({
      secrets,
      limits: { connect },
      refusedTo: (gateway, reason, count) => void told.push({ gateway, reason, count }),
    })
  })
  afterAll(async () => transport.broker.close())

  it.each([
    ['nobody', { clientId: own }],
    ['an empty user name', { clientId: '', username: '', password: '' }],
    ['a user name without a secret', { clientId: own, username: own }],
    ['an empty secret', { clientId: own, username: own, password: '' }],
    ['the secret of another gateway', { ...ownLogin, password: secrets[other] ?? '' }],
    ['the serial as secret', { ...ownLogin, password: own }],
    ['an unknown serial', { ...ownLogin, clientId: 'GW2408A09999', username: 'GW2408A09999' }],
    [
      'a serial not in normal form',
      { ...ownLogin, clientId: own.toLowerCase(), username: own.toLowerCase() },
    ],
    ['an inherited name', { clientId: '__proto__', username: '__proto__', password: 'x' }],
    ['a secret of 3000 bytes', { ...ownLogin, password: 'x'.repeat(3000) }],
  ])('D1: %s is refused', async (_, login) => {
    await expect(connectGateway(transport.broker, login)).rejects.toThrow(/refused|closed/i)
    expect((await transport.broker.stats()).connected).toBe(0)
  })

  it('D1: a revoked secret is refused, and the connection that used it ends', async () => {
    const stored = new Map([[own, await hashSecret(ownLogin.password)]])
    const { broker } = await startTransport({
      secrets,
      authenticate: createGatewayLogin(async (gateway) => stored.get(gateway) ?? null),
    })
    const client = await connectGateway(broker, ownLogin)
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
    stored.delete(own)
    await broker.disconnect(own)
    await closed
    await expect(connectGateway(broker, ownLogin)).rejects.toThrow(/refused/i)
    await broker.close()
  })

  it('D3: of 200 topics a gateway may publish to the nine of its own branch that lead away from it', async () => {
    const tried = topics
    expect(new Set(tried).size).toBe(200)
    const before = transport.received.length
    let client = await connectGateway(transport.broker, ownLogin)
    const acknowledged: string[] = []
    for (const topic of tried) {
      if ((await tryPublish(client, topic, '{}')) === 'acknowledged') {
        acknowledged.push(topic)
      } else {
        client.end(true)
        client = await connectGateway(transport.broker, ownLogin)
      }
    }
    client.end(true)
    expect(acknowledged.sort()).toEqual([...mayPublishTo].sort())
    const seen = transport.received.slice(before)
    expect(seen).toHaveLength(9)
    expect(new Set(seen.map(({ gateway }) => gateway))).toEqual(new Set([own]))
    const { refused } = await transport.broker.stats()
    // mqtt.js itself does not send the empty topic nor one with a level it calls invalid.
    expect(refused['publish_topic']).toBeGreaterThan(150)
    expect(transport.log.lines.some(({ fields }) => fields['reason'] === 'publish_topic')).toBe(true)
  })

  it('what a gateway is refused at the door is told of it, and nothing of whoever only claims to be it', async () => {
    await expect(connectGateway(transport.broker, { ...ownLogin, password: 'wrong' })).rejects.toThrow(
      /refused/i,
    )
    const login = { clientId: other, username: other, password: secrets[other] ?? '' }
    const wants: [string, { qos?: 0 | 1 | 2; retain?: boolean }, string | Buffer][] = [
      [topicOf(own, 'tele'), { qos: 1 }, '{}'],
      [topicOf(other, 'tele'), { qos: 1, retain: true }, '{}'],
      [topicOf(other, 'tele'), { qos: 2 }, '{}'],
      [topicOf(other, 'tele'), { qos: 1 }, Buffer.alloc(2_000_000)],
    ]
    for (const [topic, options, payload] of wants) {
      const client = await connectGateway(transport.broker, login)
      const gone = new Promise<void>((resolve) => client.once('close', () => resolve()))
      client.publish(topic, payload, options)
      await gone
      client.end(true)
    }
    const client = await connectGateway(transport.broker, login)
    client.subscribe(topicOf(own, 'cfg'))
    const reasonsTold = () =>
      told.flatMap(({ gateway, reason }) => (gateway === other ? [reason] : [])).toSorted()
    await eventually(() => reasonsTold().length >= 5)
    const doors = ['packet_too_large', 'publish_qos', 'publish_retained', 'publish_topic', 'subscribe']
    expect(reasonsTold()).toEqual(doors)
    client.end(true)
    expect(told.filter(({ reason }) => reason === 'credentials')).toEqual([])
  })

  it('D3: a gateway may subscribe to what leads to it, with wildcards only below cmd and ota', async () => {
    const { allowed, refused } = accessFilters(own, other)
    const client = await connectGateway(transport.broker, ownLogin)
    const subscribe = async (filter: string) =>
      new Promise<boolean>((resolve) => {
        client.subscribe(filter, { qos: 1 }, (error, granted) => {
          resolve(!error && (granted ?? []).some(({ qos }) => qos !== 128))
        })
      })
    for (const filter of allowed) expect([filter, await subscribe(filter)]).toEqual([filter, true])
    for (const filter of refused) expect([filter, await subscribe(filter)]).toEqual([filter, false])
    client.end(true)
  })

  it('D3: what one gateway writes reaches no other, and not itself either', async () => {
    const heard: string[] = []
    const [a, b] = await Promise.all([
      connectGateway(transport.broker, ownLogin),
      connectGateway(transport.broker, otherLogin),
    ])
    for (const [client, gateway] of [
      [a, own],
      [b, other],
    ] as const) {
      client.on('message', (topic) => heard.push(`${gateway} ${topic}`))
      await client.subscribeAsync([`pv/v1/${gateway}/cmd/#`, `pv/v1/${gateway}/ota/#`], { qos: 1 })
    }
    expect(await tryPublish(a, topicOf(own, 'cmd/res'), '{}')).toBe('acknowledged')
    expect(await tryPublish(a, topicOf(own, 'ota/get'), '{}')).toBe('acknowledged')
    expect(await transport.broker.send(topicOf(own, 'cmd/req'), Buffer.from('{}'))).toBe('sent')
    expect(await transport.broker.send(topicOf(other, 'cmd/req'), Buffer.from('{}'))).toBe('sent')
    await eventually(() => heard.length >= 2)
    expect(heard.sort()).toEqual([
      `${own} ${topicOf(own, 'cmd/req')}`,
      `${other} ${topicOf(other, 'cmd/req')}`,
    ])
    a.end(true)
    b.end(true)
  })

  it('D4: the gateway of a message is its login, whatever the payload says', async () => {
    const client = await connectGateway(transport.broker, ownLogin)
    const before = transport.received.length
    await client.publishAsync(
      topicOf(own, 'tele'),
      JSON.stringify({ sn: other, gateway: other, gw: other }),
      { qos: 1 },
    )
    expect(transport.received.slice(before)).toMatchObject([
      { gateway: own, channel: 'tele', retained: false },
    ])
    client.end(true)
  })

  it('D5: a second connection in a gateway’s name without its secret does not end the first', async () => {
    const real = await connectGateway(transport.broker, ownLogin)
    let closed = false
    real.on('close', () => {
      closed = true
    })
    for (const intruder of [
      { ...ownLogin, password: 'wrong' },
      { clientId: own, username: other, password: secrets[other] ?? '' },
      { clientId: own },
      { clientId: own, username: '', password: '' },
    ]) {
      await expect(connectGateway(transport.broker, intruder)).rejects.toThrow(/refused|closed/i)
    }
    expect(await tryPublish(real, topicOf(own, 'tele'), '{}')).toBe('acknowledged')
    expect(closed).toBe(false)
    expect((await transport.broker.stats()).connected).toBe(1)
    const again = await connectGateway(transport.broker, ownLogin)
    await eventually(() => closed)
    expect(await tryPublish(again, topicOf(own, 'tele'), '{}')).toBe('acknowledged')
    real.end(true)
    again.end(true)
  })

  it('D5: client id and user name are one, even with the right secret', async () => {
    for (const login of [
      { ...ownLogin, clientId: other },
      { ...ownLogin, username: other },
      { ...ownLogin, clientId: `${own}-2` },
    ]) {
      await expect(connectGateway(transport.broker, login)).rejects.toThrow(/refused/i)
    }
  })

  it('D6: a gateway cannot leave a retained message behind, but for birth and inventory', async () => {
    for (const channel of channelNames.filter((name) => name !== 'status' && name !== 'inv')) {
      if (channel === 'ota/data') continue
      const client = await connectGateway(transport.broker, ownLogin)
      expect([channel, await tryPublish(client, topicOf(own, channel), '{}', { retain: true })]).toEqual([
        channel,
        'disconnected',
      ])
      client.end(true)
    }
    const client = await connectGateway(transport.broker, ownLogin)
    for (const channel of ['status', 'inv'] as const) {
      expect(await tryPublish(client, topicOf(own, channel), '{}', { retain: true })).toBe('acknowledged')
    }
    client.end(true)
    const fresh = await connectGateway(transport.broker, ownLogin)
    const heard: string[] = []
    fresh.on('message', (topic) => heard.push(topic))
    await fresh.subscribeAsync([`pv/v1/${own}/cmd/#`, `pv/v1/${own}/ota/#`, `pv/v1/${own}/cfg`], { qos: 1 })
    await fresh.publishAsync(topicOf(own, 'tele'), '{}', { qos: 1 })
    expect(heard).toEqual([])
    fresh.end(true)
  })

  it('D6: a command is never retained, so an absent gateway does not find it later; settings are', async () => {
    await expect(
      transport.broker.send(topicOf(own, 'cmd/req'), Buffer.from('{}'), { retain: true }),
    ).rejects.toThrow(RangeError)
    await eventually(async () => (await transport.broker.stats()).connected === 0)
    expect(await transport.broker.send(topicOf(own, 'cmd/req'), Buffer.from('{}'))).toBe('offline')
    expect(await transport.broker.send(topicOf(own, 'cfg'), Buffer.from('settings'), { retain: true })).toBe(
      'offline',
    )
    // A session the gateway asks to keep is not kept, so it collects nothing either.
    const kept = await connectGateway(transport.broker, ownLogin, { clean: false })
    await kept.subscribeAsync(`pv/v1/${own}/cmd/#`, { qos: 1 })
    await kept.endAsync()
    const fresh = await connectGateway(transport.broker, ownLogin, { clean: false })
    expect(await transport.broker.send(topicOf(own, 'cmd/req'), Buffer.from('{}'))).toBe('offline')
    const heard: string[] = []
    fresh.on('message', (topic, payload) => heard.push(`${topic} ${payload.toString()}`))
    await fresh.subscribeAsync([`pv/v1/${own}/cmd/#`, `pv/v1/${own}/cfg`], { qos: 1 })
    await eventually(() => heard.length > 0)
    expect(heard).toEqual([`${topicOf(own, 'cfg')} settings`])
    fresh.end(true)
  })

  it('D3: a last will may only be the gateway’s own status', async () => {
    for (const topic of [topicOf(other, 'status'), topicOf(own, 'tele'), topicOf(own, 'cmd/req'), '$SYS/x']) {
      const will = { topic, payload: Buffer.from('{}'), qos: 1 as const, retain: false }
      await expect(connectGateway(transport.broker, ownLogin, { will })).rejects.toThrow(/refused|closed/i)
    }
    const before = transport.received.length
    const will = {
      topic: topicOf(own, 'status'),
      payload: Buffer.from('gone'),
      qos: 1 as const,
      retain: true,
    }
    const client = await connectGateway(transport.broker, ownLogin, { will })
    client.stream.destroy()
    const message = await eventually(() => transport.received[before])
    expect({ ...message, payload: Buffer.from(message.payload).toString() }).toMatchObject({
      gateway: own,
      channel: 'status',
      payload: 'gone',
    })
  })

  it('answers guesses in one gateway’s name without ever locking that gateway out', async () => {
    const { broker } = await startTransport({
      secrets,
      limits: { connect: { failureBurst: 3, failuresPerSecond: 1e-6 } },
    })
    for (let guess = 0; guess < 6; guess += 1) {
      await expect(connectGateway(broker, { ...ownLogin, password: `guess ${guess}` })).rejects.toThrow(
        /refused/i,
      )
    }
    const { refused } = await broker.stats()
    expect(refused).toEqual({ credentials: 3, too_many_failures: 3 })
    await broker.close()
  })
})

describe('access rules', () => {
  it('D3: no topic may be both written and read by a gateway', () => {
    for (const topic of topics) {
      const written = 'channel' in judgePublish(own, { topic, retain: false, qos: 1, bytes: 0 })
      expect(written && mayReceive(own, topic)).toBe(false)
    }
  })

  it('refuses QoS 2, 65 KB topics and messages above 64 KB', () => {
    const topic = topicOf(own, 'tele')
    expect(judgePublish(own, { topic, retain: false, qos: 2, bytes: 0 })).toEqual({ refusal: 'publish_qos' })
    expect(judgePublish(own, { topic, retain: false, qos: 1, bytes: 65_537 })).toEqual({
      refusal: 'publish_size',
    })
    const long = `pv/v1/${own}/${'x'.repeat(65_000)}`
    expect(judgePublish(own, { topic: long, retain: false, qos: 1, bytes: 0 })).toEqual({
      refusal: 'publish_topic',
    })
    expect(maySubscribe(own, long)).toBe(false)
  })
})
