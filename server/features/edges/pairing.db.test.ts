import { describe, expect, it } from 'vitest'
import type { AnswerOf } from '#contract/http/route.ts'
import type { edgeRoutes } from '#contract/http/edges.ts'
import { makeEdgeKeys } from '#contract/mqtt/sealed.ts'
import { PAIRING_MS } from '#domain/edges/limits.ts'
import { type Reply, testApp } from '#tests/app.ts'
import { makeDevice, setLink } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { secretHashOf } from '../devices/device-store.ts'
import { createGatewayLogin, verifySecret } from '../../platform/broker/credentials.ts'
import { desiredConfig } from './desired-config.ts'

type Asked = AnswerOf<(typeof edgeRoutes)['POST /api/stations/{stationId}/edge-pairings']>
type Paired = AnswerOf<(typeof edgeRoutes)['POST /api/edge/pair']>

const cut: string[] = []
const app = await testApp({
  context: {
    mqtt: {
      disconnect: async (sn) => void cut.push(sn),
      address: () => ({ host: '192.168.1.9', port: 8883, tls: true }),
    },
  },
})
const { db } = app
const installer = await app.asRole('installer', 'a')
const { publicKey: key } = await makeEdgeKeys()

const stationOf = (company = app.companies.a) => makeStation(db, app.now(), company)
const ask = async (stationId: string, body: object = {}, caller = installer): Promise<Asked> => {
  const reply = await caller.request(`POST /api/stations/${stationId}/edge-pairings`, { body })
  expect([reply.status, reply.text]).toEqual([201, reply.text])
  return reply.body as Asked
}
const pair = (code: string, more: object = {}): Promise<Reply> =>
  app.request('POST /api/edge/pair', { body: { code, key, version: '0.1.0', ...more } })
const codeOf = (reply: Reply) => (reply.body as { error?: { code: string } } | null)?.error?.code
const stateOf = async (id: string) =>
  (await installer.request(`GET /api/edge-pairings/${id}`)).body as {
    state: string
    gatewayId: string | null
  }
const gatewaysAt = async (stationId: string) =>
  db
    .selectFrom('device')
    .selectAll()
    .where('station_id', '=', stationId)
    .where('kind', '=', 'gateway')
    .where('removed_at', 'is', null)
    .execute()

describe('an edge comes to a station', () => {
  it('with a code, and is an activated gateway with a login of its own', async () => {
    const stationId = await stationOf()
    const asked = await ask(stationId, { name: 'Roof' })
    expect(asked.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(asked).toMatchObject({ needsTls: true, authoritySha256: null, serverUrl: app.url })
    expect(asked.command).toContain(`--server ${app.url} --code ${asked.code}`)
    expect(await stateOf(asked.pairingId)).toMatchObject({ state: 'waiting', gatewayId: null })

    const reply = await pair(asked.code.toLowerCase().replace('-', ' '))
    expect(reply.status).toBe(201)
    const paired = reply.body as Paired
    expect(paired).toMatchObject({ broker: 'mqtts://192.168.1.9:8883', authority: null, reportS: 300 })
    const [gateway, ...others] = await gatewaysAt(stationId)
    expect(others).toEqual([])
    expect(gateway).toMatchObject({ sn: paired.serial, name: 'Roof', activated_at: app.now() })
    expect(await verifySecret(paired.secret, (await secretHashOf(db, paired.serial)) ?? '')).toBe(true)
    expect(await stateOf(asked.pairingId)).toMatchObject({ state: 'paired', gatewayId: gateway?.id })
    const shown = await installer.request(`GET /api/gateways/${gateway?.id}/edge`)
    expect(shown.body).toMatchObject({ version: '0.1.0', builtIn: false, devices: [], store: null })
    const log = await db.selectFrom('audit').selectAll().where('action', '=', 'edge.pair').execute()
    expect(log).toMatchObject([{ account_id: installer.accountId, company_id: app.companies.a }])
  })

  it('and takes the place of another: the same gateway, another login and key, its connection cut', async () => {
    const stationId = await stationOf()
    const first = (await pair((await ask(stationId)).code)).body as Paired
    const [gateway] = await gatewaysAt(stationId)
    const id = gateway?.id ?? ''
    const made = await installer.request(`POST /api/gateways/${id}/edge-devices`, {
      body: { url: 'enphase://192.168.1.2', profile: null, intervalS: 10, secret: 'token of the envoy' },
    })
    expect(made.status).toBe(201)
    const before = (await secretHashOf(db, first.serial)) ?? ''
    const other = await makeEdgeKeys()
    const again = (await pair((await ask(stationId, { replaces: id })).code, { key: other.publicKey }))
      .body as Paired
    expect(again.serial).toBe(first.serial)
    expect((await gatewaysAt(stationId)).map((row) => row.id)).toEqual([id])
    const after = (await secretHashOf(db, first.serial)) ?? ''
    expect([await verifySecret(first.secret, after), await verifySecret(again.secret, after)]).toEqual([
      false,
      true,
    ])
    expect(after).not.toBe(before)
    expect(cut).toContain(first.serial)
    const { devices } = (await installer.request(`GET /api/gateways/${id}/edge`)).body as {
      devices: unknown[]
    }
    expect(devices).toMatchObject([{ hasSecret: false, refused: { code: 'secret_again' } }])
  })
})

describe('E1: a pairing code', () => {
  it('E1: works once: used again, or by ten edges at once, one gets in', async () => {
    const stationId = await stationOf()
    const { code } = await ask(stationId)
    const all = await Promise.all(Array.from({ length: 10 }, () => pair(code)))
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(all.filter(({ status }) => status !== 201).map(codeOf))).toEqual(
      new Set(['pairing_refused']),
    )
    expect(await gatewaysAt(stationId)).toHaveLength(1)
    expect(codeOf(await pair(code))).toBe('pairing_refused')
    expect(await gatewaysAt(stationId)).toHaveLength(1)
  })

  it('E1: ends after a quarter of an hour', async () => {
    const stationId = await stationOf()
    const { code, pairingId, expiresAt } = await ask(stationId)
    expect(expiresAt).toBe(app.now() + PAIRING_MS)
    app.advance(PAIRING_MS)
    expect(codeOf(await pair(code))).toBe('pairing_refused')
    expect(await stateOf(pairingId)).toMatchObject({ state: 'expired' })
    expect(await gatewaysAt(stationId)).toEqual([])
  })

  it('E1: is guessed at slowly from one address', async () => {
    app.advance(86_400_000)
    const { code } = await ask(await stationOf())
    const tries: (string | undefined)[] = []
    for (let n = 0; n < 30; n += 1) tries.push(codeOf(await pair(`AAAA-${String(1000 + n)}`)))
    expect(tries.filter((one) => one === 'pairing_refused')).toHaveLength(20)
    // The right one has to wait, too: whoever guesses does not learn that it was.
    expect([codeOf(await pair(code)), tries.at(-1)]).toEqual(['too_many_attempts', 'too_many_attempts'])
    app.advance(15 * 60_000 - 1)
    expect((await pair(code)).status).toBe(201)
  })

  it('E1: is guessed at by no crowd: all addresses together have a thousand guesses an hour', async () => {
    app.advance(86_400_000)
    await db.deleteFrom('attempt').execute()
    const { code } = await ask(await stationOf())
    expect(codeOf(await pair('AAAA-0000'))).toBe('pairing_refused')
    const { rowCount } = await app.owner.query(
      `UPDATE attempt SET failures = 1000, last_at = $1 WHERE key LIKE 'pairing:%'`,
      [new Date(app.now())],
    )
    expect(rowCount).toBe(1)
    expect(codeOf(await pair(code))).toBe('too_many_attempts')
    app.advance(3_700)
    expect((await pair(code)).status).toBe(201)
  })

  it('E1: is kept as a hash alone, and stands in no log', async () => {
    const { code } = await ask(await stationOf())
    const plain = code.replace('-', '')
    for (const table of ['edge_pairing', 'audit', 'attempt', 'idempotency']) {
      const { rows } = await app.owner.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`)
      expect(rows.filter(({ row }) => row.includes(plain) || row.includes(code))).toEqual([])
    }
  })

  it('E1: is worth nothing once whoever asked for it may no longer', async () => {
    const stationId = await stationOf()
    const leaving = await app.newCaller('installer', 'a')
    const { code } = await ask(stationId, {}, leaving)
    await db
      .updateTable('account')
      .set({ disabled_at: new Date(app.now()) })
      .where('id', '=', leaving.accountId)
      .execute()
    expect(codeOf(await pair(code))).toBe('pairing_refused')
    expect(await gatewaysAt(stationId)).toEqual([])
  })

  it('E1: waits with at most fifty others at a station', async () => {
    const stationId = await stationOf()
    for (let n = 0; n < 50; n += 1) await ask(stationId)
    const full = await installer.request(`POST /api/stations/${stationId}/edge-pairings`, { body: {} })
    expect(codeOf(full)).toBe('pairings_full')
  })
})

describe('E6: the login of an edge', () => {
  it('E6: goes over HTTPS alone, but on the machine itself', async () => {
    const elsewhere = await testApp({ settings: { trustProxy: ['127.0.0.1'] } })
    const someone = await elsewhere.asRole('installer', 'a')
    const stationId = await makeStation(elsewhere.db, elsewhere.now(), elsewhere.companies.a)
    const asked = await someone.request(`POST /api/stations/${stationId}/edge-pairings`, { body: {} })
    const { code } = asked.body as Asked
    const body = { code, key, version: '0.1.0' }
    const far = { 'x-forwarded-for': '192.168.1.77' }
    const refused = await elsewhere.request('POST /api/edge/pair', { body, headers: far })
    expect(codeOf(refused)).toBe('tls_needed')
    expect((await elsewhere.request('POST /api/edge/pair', { body })).status).toBe(201)
  })
})

describe('E9: who connects an edge', () => {
  it('E9: nobody at a station of others, and a gateway of another station is replaced by none', async () => {
    const stranger = await app.asRole('installer', 'b')
    const stationId = await stationOf()
    const { pairingId } = await ask(stationId)
    const tries = [
      await stranger.request(`POST /api/stations/${stationId}/edge-pairings`, { body: {} }),
      await stranger.request(`GET /api/edge-pairings/${pairingId}`),
    ]
    expect(tries.map(({ status }) => status)).toEqual([404, 404])
    const gateway = await makeDevice(db, app.now(), await stationOf(), 'gateway')
    await setLink(db, gateway.id, { connected: true })
    const other = await installer.request(`POST /api/stations/${stationId}/edge-pairings`, {
      body: { replaces: gateway.id },
    })
    expect(other.status).toBe(404)
  })

  it('E9: an owner who was granted it does so at their own station', async () => {
    const owner = await app.newCaller('owner', 'a', ['device:edge:pair', 'device:edge:configure'])
    const stationId = await stationOf()
    const refused = await owner.request(`POST /api/stations/${stationId}/edge-pairings`, { body: {} })
    expect(refused.status).toBe(404)
    await db
      .updateTable('station')
      .set({ owner_account_id: owner.accountId })
      .where('id', '=', stationId)
      .execute()
    const { code } = await ask(stationId, {}, owner)
    expect((await pair(code)).status).toBe(201)
    const [gateway] = await gatewaysAt(stationId)
    const added = await owner.request(`POST /api/gateways/${gateway?.id}/edge-devices`, {
      body: { url: 'modbus-tcp://192.168.1.20', profile: null, intervalS: 10 },
    })
    expect(added.status).toBe(201)
    const plain = await app.newCaller('owner', 'a')
    expect((await plain.request(`POST /api/stations/${stationId}/edge-pairings`, { body: {} })).status).toBe(
      403,
    )
  })
})

/** By somebody who has signed in just now. */
const move = async (id: string, stationId: string) =>
  (await app.newCaller('administrator')).request(`POST /api/devices/${id}/transfer`, { body: { stationId } })
const login = createGatewayLogin((sn) => secretHashOf(db, sn))
type Moved = { device: { id: string }; credentials: object | null }

const newEdge = async () => {
  const stationId = await stationOf()
  const { code } = await ask(stationId)
  const { serial, secret } = (await pair(code)).body as { serial: string; secret: string }
  const [gateway] = await gatewaysAt(stationId)
  const id = gateway?.id ?? ''
  await installer.request(`POST /api/gateways/${id}/edge-devices`, {
    body: { url: 'modbus-tcp://192.168.1.20', profile: null, intervalS: 10, secret: 'of the roof' },
  })
  return { id, serial, secret }
}

describe('E9: an edge that moves to another station', () => {
  it('E9: goes on within its company, with login, list and passwords', async () => {
    const edge = await newEdge()
    const reply = await move(edge.id, await stationOf())
    const { device, credentials } = reply.body as Moved
    expect([reply.status, credentials, await login(edge.serial, edge.secret)]).toEqual([201, null, true])
    const seen = await installer.request(`GET /api/gateways/${device.id}/edge`)
    expect(seen.body).toMatchObject({ devices: [{ url: 'modbus-tcp://192.168.1.20', hasSecret: true }] })
    expect(await desiredConfig(db, edge.serial, app.now())).toMatchObject({
      devices: [{ secret: expect.any(String) }],
    })
    expect((await installer.request(`GET /api/gateways/${edge.id}/edge`)).status).toBe(404)
    expect((await installer.request(`GET /api/devices/${device.id}`)).body).toMatchObject({ edge: true })
  })

  it('E9: takes nothing to another company: login, list and passwords end, and it is paired anew there', async () => {
    const edge = await newEdge()
    const stationId = await stationOf(app.companies.b)
    const { device, credentials } = (await move(edge.id, stationId)).body as Moved
    expect([credentials !== null, await login(edge.serial, edge.secret)]).toEqual([true, false])
    const other = await app.asRole('installer', 'b')
    expect((await other.request(`GET /api/gateways/${device.id}/edge`)).status).toBe(404)
    expect(await desiredConfig(db, edge.serial, app.now())).not.toHaveProperty('devices')
    const asked = await other.request(`POST /api/stations/${stationId}/edge-pairings`, {
      body: { replaces: device.id },
    })
    const again = (await pair((asked.body as Asked).code)).body as { serial: string; secret: string }
    expect([again.serial, await login(edge.serial, again.secret)]).toEqual([edge.serial, true])
    const seen = await other.request(`GET /api/gateways/${device.id}/edge`)
    expect(seen.body).toMatchObject({ devices: [] })
  })

  it('E9: that of this server stays where an administrator handed it', async () => {
    const edge = await newEdge()
    await db.updateTable('edge').set({ built_in: true }).where('gateway_id', '=', edge.id).execute()
    const stationId = await stationOf()
    expect(codeOf(await move(edge.id, stationId))).toBe('wrong_state')
    expect([await gatewaysAt(stationId), await login(edge.serial, edge.secret)]).toEqual([[], true])
  })
})
