import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { keepLog } from '#tests/device-transport.ts'
import { makeCompany } from '#tests/factories/accounts.ts'
import { makeDevice } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { secretHashOf } from '../../features/devices/device-store.ts'
import { setSecretHash } from '../../features/devices/gateway-link-store.ts'
import { createArrivals } from '../../platform/broker/arrivals.ts'
import { createGatewayLogin, hashSecret, makeSecret } from '../../platform/broker/credentials.ts'
import { createAnswers, listenToBroker } from './broker-asks.ts'

const now = Date.UTC(2026, 5, 21)
const SECRET = 'a-secret-of-broker-and-server-0001'

describe('what RabbitMQ asks', async () => {
  const { db } = await testDatabase()
  const log = keepLog()
  const metrics = new Registry()
  const state = { ready: true, late: [] as string[], away: false }
  const stored = async (gateway: string): Promise<string | null> => {
    if (state.away) throw new Error('the database is away')
    return secretHashOf(db, gateway)
  }
  let door: Awaited<ReturnType<typeof listenToBroker>>
  let stationId: string
  beforeAll(async () => {
    stationId = await makeStation(db, now, await makeCompany(db, now, 'Sun'))
    door = await listenToBroker(
      {
        vhosts: ['sunkeeper', 'sunkeeper-2'],
        secret: SECRET,
        ready: (vhost) => state.ready && !state.late.includes(vhost),
        login: createGatewayLogin(stored),
        known: async (gateway) => (await stored(gateway)) !== null,
        now: () => now,
        log,
        metrics,
        limits: { failureBurst: 20, failuresPerSecond: 1, loginBurst: 10, loginsPerSecond: 1, banMs: 60_000 },
      },
      { host: '127.0.0.1', port: 0, tls: null },
    )
  })
  afterAll(async () => door.close())

  const gateway = async () => {
    const { id, sn } = await makeDevice(db, now, stationId, 'gateway')
    const secret = makeSecret()
    await setSecretHash(db, id, await hashSecret(secret))
    return { id, sn, secret }
  }
  const post = async (path: string, form: Record<string, string>, method = 'POST') => {
    const response = await fetch(`http://127.0.0.1:${door.port}${path}`, {
      method,
      ...(method === 'POST' ? { body: new URLSearchParams(form) } : {}),
    })
    return { status: response.status, text: await response.text() }
  }
  const ask = async (about: string, form: Record<string, string>) =>
    (await post(`/${SECRET}/${about}`, { vhost: 'sunkeeper', ...form })).text
  const login = (sn: string, password: string, more: Record<string, string> = {}) =>
    ask('user', { username: sn, client_id: sn, password, ...more })

  it('D1: a login works as itself only, and ends when it is revoked or renewed', async () => {
    const { id, sn, secret } = await gateway()
    const other = await gateway()
    expect(await login(sn, secret)).toBe('allow')
    expect(await ask('vhost', { username: sn, ip: '10.0.0.1', client_id: sn })).toBe('allow')
    for (const [user, password] of [
      [sn, other.secret],
      [other.sn, secret],
      [sn, ''],
      ['GW0000009999', secret],
      ['', ''],
    ] as const)
      expect(await login(user, password)).toBe('deny')
    const renewed = makeSecret()
    await setSecretHash(db, id, await hashSecret(renewed))
    expect([await login(sn, secret), await login(sn, renewed)]).toEqual(['deny', 'allow'])
    await setSecretHash(db, id, null)
    expect([await login(sn, renewed), await ask('vhost', { username: sn })]).toEqual(['deny', 'deny'])
  })

  it('D5: only MQTT has a client id: the login opens no other door of the broker, nor another virtual host', async () => {
    const { sn, secret } = await gateway()
    expect(await ask('user', { username: sn, password: secret })).toBe('deny')
    expect(await login(sn, secret, { client_id: `${sn}X` })).toBe('deny')
    expect(await login(sn, secret, { vhost: '/' })).toBe('deny')
    expect(
      await ask('resource', {
        username: sn,
        resource: 'exchange',
        name: 'amq.topic',
        permission: 'write',
        vhost: '/',
      }),
    ).toBe('deny')
  })

  it('D3: topics and queues by the rules of the built-in broker', async () => {
    const { sn } = await gateway()
    const topic = (permission: string, routing_key: string) =>
      ask('topic', {
        username: sn,
        resource: 'topic',
        name: 'amq.topic',
        permission,
        routing_key,
        'variable_map.client_id': sn,
      })
    expect(await topic('write', `pv.v1.${sn}.tele`)).toBe('allow')
    expect(await topic('write', 'pv.v1.GW0000009999.tele')).toBe('deny')
    expect(await topic('write', `pv.v1.${sn}.cmd.req`)).toBe('deny')
    expect(await topic('read', `pv.v1.${sn}.cmd.req`)).toBe('allow')
    expect(await topic('read', 'pv.v1.*.cfg')).toBe('deny')
    const queue = (name: string) =>
      ask('resource', { username: sn, resource: 'queue', name, permission: 'configure' })
    expect(await queue(`mqtt-subscription-${sn}qos1`)).toBe('allow')
    expect(await queue('sunkeeper.talk')).toBe('deny')
  })

  it('nobody is let in before what gateways say finds a queue, nor while nobody can be asked', async () => {
    const { sn, secret } = await gateway()
    state.ready = false
    expect(await login(sn, secret)).toBe('deny')
    state.ready = true
    state.late = ['sunkeeper-2']
    expect(await login(sn, secret, { vhost: 'sunkeeper-2' })).toBe('deny')
    expect(await login(sn, secret)).toBe('allow')
    state.late = []
    expect(await login(sn, secret, { vhost: 'sunkeeper-2' })).toBe('allow')
    state.away = true
    expect(await login(sn, secret)).toBe('deny')
    expect(await ask('vhost', { username: sn })).toBe('deny')
    state.away = false
    expect(await login(sn, secret)).toBe('allow')
  })

  it('of many that come at once few are let in until they speak, and nobody whose login was revoked while it waited', async () => {
    const arrivals = createArrivals({ most: 1 })
    const own = new Registry()
    const answer = createAnswers(
      {
        vhosts: ['sunkeeper'],
        secret: SECRET,
        ready: () => true,
        login: createGatewayLogin(stored),
        known: async () => true,
        now: () => now,
        log,
        metrics: own,
      },
      arrivals,
    )
    const [first, second, third] = [await gateway(), await gateway(), await gateway()]
    const address = '10.0.0.1'
    const come = ({ sn, secret }: { sn: string; secret: string }) =>
      answer({
        about: 'user',
        form: new URLSearchParams({
          username: sn,
          client_id: sn,
          password: secret,
          vhost: 'sunkeeper',
        }),
        address,
      })
    const speak = ({ sn }: { sn: string }) =>
      answer({
        about: 'topic',
        form: new URLSearchParams({
          username: sn,
          resource: 'topic',
          name: 'amq.topic',
          permission: 'write',
          routing_key: `pv.v1.${sn}.status`,
          'variable_map.client_id': sn,
          vhost: 'sunkeeper',
        }),
        address,
      })
    expect(await come(first)).toBe('allow')
    const waits = [second, third].map(come)
    await expect.poll(() => arrivals.waiting()).toBe(2)
    expect(await own.metrics()).toContain('sunkeeper_broker_logins_waiting 2')
    await setSecretHash(db, third.id, null)
    // Who came last is next, and is not let in any more: so the other one is.
    expect(await speak(first)).toBe('allow')
    expect(await Promise.all(waits)).toEqual(['allow', 'deny'])
    expect([arrivals.onTheirWay(), arrivals.waiting()]).toEqual([1, 0])
    expect(await speak(second)).toBe('allow')
    expect(arrivals.onTheirWay()).toBe(0)
    arrivals.close()
  })

  it('answers only who knows the secret, and only questions', async () => {
    const { sn, secret } = await gateway()
    const form = { username: sn, client_id: sn, password: secret, vhost: 'sunkeeper' }
    const right = `/${SECRET}/user`
    expect(await post(right, form)).toEqual({ status: 200, text: 'allow' })
    for (const path of [
      '/',
      '/user',
      `/${SECRET}`,
      `/${SECRET}/`,
      `/${SECRET}/other`,
      `/${SECRET}/user/x`,
      `/${SECRET}x/user`,
      `/${SECRET.slice(1)}/user`,
      `/${SECRET.toUpperCase()}/user`,
      `//${SECRET}/user`,
    ])
      expect(await post(path, form)).toEqual({ status: 404, text: '' })
    expect(await post(right, {}, 'GET')).toEqual({ status: 405, text: '' })
    expect(await post(right, { ...form, more: 'x'.repeat(5_000) })).toEqual({ status: 413, text: '' })
    expect(log.lines.map(({ fields }) => JSON.stringify(fields)).join()).not.toContain(secret)
  })

  it('D15: who guesses without end is not looked up any more; who has been in comes in all the same', async () => {
    const known = await gateway()
    const fresh = await gateway()
    expect(await login(known.sn, known.secret)).toBe('allow')
    for (let guesses = 0; guesses < 40; guesses += 1) expect(await login(known.sn, 'guess')).toBe('deny')
    expect(await login(known.sn, known.secret)).toBe('allow')
    expect(await login(fresh.sn, fresh.secret)).toBe('deny')
    const text = await metrics.metrics()
    expect(text).toMatch(
      /sunkeeper_broker_asks_refused_total\{about="user",reason="too_many_failures"\} [1-9]/,
    )
  })
})
