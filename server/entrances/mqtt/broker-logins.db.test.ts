import { readFileSync, writeFileSync } from 'node:fs'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { topicOf } from '#contract/mqtt/topics.ts'
import { accessFilters, accessTopics, publishableBy } from '#tests/access-matrix.ts'
import { testDatabase } from '#tests/database.ts'
import { eventually, keepLog, tryPublish } from '#tests/device-transport.ts'
import { makeCompany } from '#tests/factories/accounts.ts'
import { makeDevice, makeRegistered } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { administrator, hasDynamicSecurity, type Mosquitto, startMosquitto } from '#tests/mosquitto.ts'
import { setSecretHash } from '../../features/devices/gateway-link-store.ts'
import { storedLogins } from '../../features/devices/login-store.ts'
import { BrokerSilent, createBrokerControl } from '../../platform/broker/broker-control.ts'
import { type SecurityFile, withLogins } from './broker-file.ts'
import { createBrokerLogins } from './broker-logins.ts'
import { hashSecret, makeSecret } from '../../platform/broker/credentials.ts'

const now = Date.UTC(2026, 5, 21)
const gone = (client: MqttClient) => eventually(() => !client.connected)
const quickControl = (url: string) => createBrokerControl({ url, clientId: 'server', patienceMs: 500 })

describe.skipIf(!hasDynamicSecurity)('logins at a Mosquitto of one’s own', async () => {
  const { db } = await testDatabase()
  const log = keepLog()
  let broker: Mosquitto
  let stationId: string
  beforeAll(async () => {
    broker = await startMosquitto({ security: true })
    stationId = await makeStation(db, now, await makeCompany(db, now, 'Sun'))
  })
  afterAll(async () => broker.remove())

  const open = (username = administrator.name) =>
    createBrokerLogins({
      db,
      log,
      metrics: new Registry(),
      control: createBrokerControl({ url: broker.url, clientId: 'server' }),
      username,
    })
  const at = (url: string) =>
    createBrokerLogins({ db, log, metrics: new Registry(), control: quickControl(url), username: 'x' })
  /** Connects as a gateway would, or rejects with the refusal. */
  const connect = async (sn: string, secret: string, options: IClientOptions = {}): Promise<MqttClient> => {
    const client = mqtt.connect(`mqtt://127.0.0.1:${broker.port}`, {
      clientId: sn,
      username: sn,
      password: secret,
      reconnectPeriod: 0,
      ...options,
    })
    const refusal = await new Promise<Error | null>((resolve) => {
      client.once('connect', () => resolve(null))
      client.once('error', resolve)
      client.once('close', () => resolve(new Error('closed')))
    })
    client.on('error', () => undefined)
    if (refusal !== null) {
      client.end(true)
      throw refusal
    }
    return client
  }
  const refused = (sn: string, secret: string, options?: IClientOptions) =>
    expect(connect(sn, secret, options)).rejects.toThrow(/refused|closed|authorized/i)
  /** A gateway in force with a stored hash; its secret. */
  const store = async (sn?: string) => {
    const secret = makeSecret()
    const gateway = await makeDevice(db, now, stationId, 'gateway', sn === undefined ? {} : { sn })
    await setSecretHash(db, gateway.id, await hashSecret(secret))
    return { ...gateway, secret }
  }

  it('D1: a login works from the moment it is given, as itself only, and ends when it is revoked', async () => {
    const logins = open()
    const gateway = await store()
    await refused(gateway.sn, gateway.secret)
    await logins.give(gateway.sn, gateway.secret)
    expect(logins.managed()).toBe(true)
    await refused(gateway.sn, 'wrong')
    await refused(gateway.sn, gateway.secret, { clientId: `${gateway.sn}-2` })
    await refused('', '', { clientId: gateway.sn })
    const client = await connect(gateway.sn, gateway.secret)

    await setSecretHash(db, gateway.id, null)
    await logins.follow(gateway.sn)
    await gone(client)
    await refused(gateway.sn, gateway.secret)
  })

  it('D2: a renewed secret works at once, the old one ends with its connection', async () => {
    const logins = open()
    const gateway = await store()
    await logins.give(gateway.sn, gateway.secret)
    const client = await connect(gateway.sn, gateway.secret)
    const renewed = makeSecret()
    await setSecretHash(db, gateway.id, await hashSecret(renewed))
    await logins.give(gateway.sn, renewed)
    await gone(client)
    await refused(gateway.sn, gateway.secret)
    const again = await connect(gateway.sn, renewed)
    // The slower of two who renewed at once does not win.
    await logins.give(gateway.sn, gateway.secret)
    await refused(gateway.sn, gateway.secret)
    expect(again.connected).toBe(true)
    again.end(true)
  })

  it('brings the broker to what is stored after an absence, and changes nothing the second time', async () => {
    const logins = open()
    const [kept, revoked, changed, absent] = [await store(), await store(), await store(), await store()]
    for (const { sn, secret } of [kept, revoked, changed]) await logins.give(sn, secret)
    const clients = await Promise.all([kept, revoked, changed].map(({ sn, secret }) => connect(sn, secret)))
    // All of it while nobody could tell the broker.
    await setSecretHash(db, revoked.id, null)
    await setSecretHash(db, changed.id, await hashSecret(makeSecret()))
    const first = await open().reconcile()
    expect(first).toMatchObject({ enabled: 0, disabled: 1 })
    expect(first.deleted).toBeGreaterThanOrEqual(1)
    expect(first.missing.toSorted()).toEqual(
      expect.arrayContaining([changed.sn, absent.sn].toSorted()) as string[],
    )
    expect(first.missing).not.toContain(kept.sn)
    await eventually(() => !clients[1]?.connected && !clients[2]?.connected)
    expect(clients[0]?.connected).toBe(true)
    await refused(changed.sn, changed.secret)
    expect(await logins.reconcile()).toMatchObject({ deleted: 0, enabled: 0, disabled: 0 })
    expect(clients[0]?.connected).toBe(true)
    expect(log.lines.some(({ message }) => message.includes('npm run broker-logins'))).toBe(true)
    clients[0]?.end(true)
  })

  it.each([false, true])(
    'D3: the same 200 topics and filters as at the built-in broker (that broker’s default: allow %s)',
    async (byDefault) => {
      const logins = open()
      const [own, other] = [await store(), await store()]
      await logins.give(own.sn, own.secret)
      await createBrokerControl({ url: broker.url, clientId: 'test' }).session((call) =>
        call([
          {
            command: 'setDefaultACLAccess',
            acls: ['publishClientSend', 'publishClientReceive', 'subscribe'].map((acltype) => ({
              acltype,
              allow: byDefault,
            })),
          },
        ]),
      )
      const heard = new Set<string>()
      const server = await mqtt.connectAsync(broker.url, { clientId: 'listener' })
      server.on('message', (topic) => heard.add(topic))
      await server.subscribeAsync('#', { qos: 1 })
      let client = await connect(own.sn, own.secret)
      const tried = accessTopics(own.sn, other.sn)
      expect(new Set(tried).size).toBe(200)
      for (const topic of tried) {
        if ((await tryPublish(client, topic, '{}')) === 'disconnected') {
          client.end(true)
          client = await connect(own.sn, own.secret)
        }
      }
      // Mosquitto acknowledges what it refuses, and then ends the connection.
      client.end(true)
      client = await connect(own.sn, own.secret)
      const last = topicOf(own.sn, 'status')
      heard.delete(last)
      await client.publishAsync(last, '{}', { qos: 1 })
      await eventually(() => heard.has(last))
      expect([...heard].toSorted()).toEqual(publishableBy(own.sn).toSorted())

      const filters = accessFilters(own.sn, other.sn)
      const granted = async (filter: string) =>
        client.subscribeAsync(filter, { qos: 1 }).then(
          (grants) => grants.every(({ qos }) => qos !== 128),
          () => false,
        )
      for (const filter of filters.allowed) expect([filter, await granted(filter)]).toEqual([filter, true])
      for (const filter of filters.refused) expect([filter, await granted(filter)]).toEqual([filter, false])

      // Its own words do not come back, a command does.
      const received: string[] = []
      client.on('message', (topic) => received.push(topic))
      await client.publishAsync(topicOf(own.sn, 'cmd/res'), '{}', { qos: 1 })
      await server.publishAsync(topicOf(own.sn, 'cmd/req'), '{}', { qos: 1 })
      await server.publishAsync(`pv/v1/${own.sn}/ota/data/u-7/0`, 'chunk', { qos: 1 })
      await eventually(() => received.some((topic) => topic.includes('u-7')))
      expect(new Set(received)).toEqual(
        new Set([topicOf(own.sn, 'cmd/req'), `pv/v1/${own.sn}/ota/data/u-7/0`]),
      )
      await client.endAsync(true)
      await server.endAsync(true)
    },
  )

  it('a file brings all logins with their hashes: gateways keep their secrets, unclaimed ones wait', async () => {
    const logins = open()
    const gateway = await store()
    const registered = await makeRegistered(db, now, { claimCode: '1234-5678' })
    await broker.stop()
    const file = broker.securityFile ?? ''
    const before = JSON.parse(readFileSync(file, 'utf8')) as SecurityFile
    writeFileSync(file, JSON.stringify(withLogins(before, await storedLogins(db))))
    await broker.start()
    const client = await connect(gateway.sn, gateway.secret)
    await client.publishAsync(topicOf(gateway.sn, 'tele'), '{}', { qos: 1 })
    await refused(registered, 'factory secret')
    expect((await logins.reconcile()).missing).toEqual([])
    expect(client.connected).toBe(true)
    // Claimed: the hash goes over to the device, and its login is let in.
    const { secret_hash: hash } = await db
      .selectFrom('gateway_registry')
      .select('secret_hash')
      .where('sn', '=', registered)
      .executeTakeFirstOrThrow()
    const claimed = await makeDevice(db, now, stationId, 'gateway', { sn: registered })
    await setSecretHash(db, claimed.id, hash)
    await logins.follow(registered)
    const second = await connect(registered, 'factory secret')
    client.end(true)
    second.end(true)
  })

  it('knows a broker that takes no logins, and one that is away', async () => {
    const plain = await startMosquitto()
    const unmanaged = at(plain.url)
    await unmanaged.prepare()
    expect(unmanaged.managed()).toBe(false)
    await unmanaged.give('GW2408A00017', 'secret')
    expect(await unmanaged.reconcile()).toMatchObject({ missing: [] })
    await plain.stop()
    const away = at(plain.url)
    await expect(away.prepare()).rejects.toThrow(BrokerSilent)
    await expect(away.give('GW2408A00017', 'secret')).rejects.toThrow(BrokerSilent)
    expect(away.managed()).toBeNull()
    await plain.remove()
  })
})
