import { describe, expect, it } from 'vitest'
import type { AnswerOf } from '#contract/http/route.ts'
import type { edgeRoutes } from '#contract/http/edges.ts'
import { config } from '#contract/mqtt/config.ts'
import { openSecret } from '#contract/mqtt/sealed.ts'
import { maxMessageBytes } from '#contract/mqtt/topics.ts'
import { createLog } from '#server/platform/log.ts'
import { type Caller, type Reply, testApp } from '#tests/app.ts'
import { makeEdge, newUrl } from '#tests/factories/edges.ts'
import { makeDevice, newSerial } from '#tests/factories/devices.ts'
import { applyInventory } from '../devices/apply-inventory.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { desiredConfig } from './desired-config.ts'
import { hearEdgeAck, hearEdgeBirth, hearLinks } from './hear-edge.ts'

type Edge = AnswerOf<(typeof edgeRoutes)['GET /api/gateways/{gatewayId}/edge']>
type Made = AnswerOf<(typeof edgeRoutes)['POST /api/gateways/{gatewayId}/edge-devices']>

const SECRET = 'correct horse battery staple'
const told: string[] = []
const lines: string[] = []
const log = createLog('trace', { write: (line: string) => void lines.push(line) })
const app = await testApp({
  context: {
    log,
    devices: { sendConfig: async (sn) => void told.push(sn), sendCommand: async () => 'offline' },
  },
})
const { db, context } = app
const installer = await app.asRole('installer', 'a')
const stationOf = (company = app.companies.a) => makeStation(db, app.now(), company)
const edgeAt = async (stationId?: string) => makeEdge(db, app.now(), stationId ?? (await stationOf()))
const codeOf = (reply: Reply) => (reply.body as { error?: { code: string } } | null)?.error?.code
const add = (gatewayId: string, given: object = {}, caller: Caller = installer): Promise<Reply> =>
  caller.request(`POST /api/gateways/${gatewayId}/edge-devices`, {
    body: { url: newUrl(), profile: null, intervalS: 10, ...given },
  })
const added = async (gatewayId: string, given: object = {}) => {
  app.advance(1_000)
  const reply = await add(gatewayId, given)
  expect([reply.status, reply.text]).toEqual([201, reply.text])
  return (reply.body as Made).device
}
const change = (id: string, version: number, body: object, caller: Caller = installer) =>
  caller.request(`PUT /api/edge-devices/${id}`, {
    body: { profile: null, intervalS: 10, ...body },
    headers: { 'if-match': `"${version}"` },
  })
const hand = (caller: Caller, stationId: string) =>
  caller.request('POST /api/built-in-edge/hand-out', { body: { stationId } })
const view = async (gatewayId: string): Promise<Edge> =>
  (await installer.request(`GET /api/gateways/${gatewayId}/edge`)).body as Edge
const wanted = async (sn: string) => (await desiredConfig(db, sn, app.now())) ?? { rev: 0, devices: [] }

const detail = async (id: string) =>
  (await installer.request(`GET /api/devices/${id}`)).body as { edge: boolean; gateway: object | null }

/** A gateway names an inverter behind it. */
const names = (sn: string, child: string, at: number) =>
  applyInventory(
    context,
    sn,
    { v: 1, boot: 'boot-0001', rev: at, devices: [{ sn: child, t: 'inverter' }] },
    at,
  )

it('what an edge names it has read: it counts as activated, as nobody has to tell it to begin', async () => {
  const stationId = await stationOf()
  const [edge, gateway] = [await edgeAt(stationId), await makeDevice(db, app.now(), stationId, 'gateway')]
  const children = [newSerial('inverter'), newSerial('meter')]
  const at = app.now()
  await names(edge.sn, children[0] ?? '', at)
  await names(gateway.sn, children[1] ?? '', at)
  const activated = async (sn: string) =>
    (await db.selectFrom('device').select('activated_at').where('sn', '=', sn).executeTakeFirstOrThrow())
      .activated_at
  expect([await activated(edge.sn), await activated(children[0] ?? '')]).toEqual([at, at])
  expect([await activated(gateway.sn), await activated(children[1] ?? '')]).toEqual([null, null])
  await names(edge.sn, children[0] ?? '', at + 1000)
  expect(await activated(children[0] ?? '')).toBe(at)
})

describe('the list of an edge', () => {
  it('is there for those gateways that are edges, which devices and what hangs behind them say', async () => {
    const stationId = await stationOf()
    const edge = await edgeAt(stationId)
    const behind = await makeDevice(db, app.now(), stationId, 'inverter', { gatewayId: edge.id })
    expect((await detail(edge.id)).edge).toBe(true)
    expect(await detail(behind.id)).toMatchObject({ edge: false, gateway: { id: edge.id, edge: true } })
  })

  it('grows, changes, shrinks, and each time the edge is sent all of it under a larger revision', async () => {
    const edge = await edgeAt()
    told.length = 0
    const one = await added(edge.id, { url: 'modbus-tcp://192.168.1.20:502?unit=1', profile: 'sunspec' })
    const first = await wanted(edge.sn)
    expect(config.parse(first)).toMatchObject({
      report_s: 300,
      devices: [
        { id: one.id, url: 'modbus-tcp://192.168.1.20:502?unit=1', profile: 'sunspec', interval_s: 10 },
      ],
    })
    const two = await added(edge.id, { secret: SECRET })
    const second = await wanted(edge.sn)
    const [, sealed] = second.devices ?? []
    expect(await openSecret(edge.keys, sealed?.secret ?? '')).toBe(SECRET)
    const changed = await change(one.id, one.version, { url: one.url, intervalS: 60, profile: 'sunspec' })
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"'])
    expect((await change(one.id, one.version, { url: one.url })).status).toBe(412)
    const third = await wanted(edge.sn)
    expect(third.devices?.map(({ interval_s }) => interval_s)).toEqual([60, 10])
    const gone = await installer.request(`DELETE /api/edge-devices/${two.id}`)
    expect(gone.status).toBe(200)
    const fourth = await wanted(edge.sn)
    expect(fourth.devices?.map(({ id }) => id)).toEqual([one.id])
    const revs = [first, second, third, fourth].map(({ rev }) => rev)
    expect(revs).toEqual([...new Set(revs)].toSorted((a, b) => a - b))
    expect(told).toEqual(Array<string>(4).fill(edge.sn))
  })

  it('names each address once, and fits into one message', async () => {
    const edge = await edgeAt()
    const url = newUrl()
    await added(edge.id, { url })
    expect(codeOf(await add(edge.id, { url }))).toBe('edge_device_repeat')
    const long = 'x'.repeat(512)
    let reply = await add(edge.id, { secret: long })
    for (let n = 0; n < 120 && reply.status === 201; n += 1)
      reply = await add(edge.id, { url: `${newUrl()}&${'a'.repeat(240)}`, secret: long })
    expect(codeOf(reply)).toBe('edge_devices_full')
    expect(JSON.stringify(await wanted(edge.sn)).length).toBeLessThanOrEqual(maxMessageBytes)
  })

  it('says what the edge refused, and not of what was changed since', async () => {
    const edge = await edgeAt()
    const [one, two] = [await added(edge.id), await added(edge.id)]
    const { rev } = await wanted(edge.sn)
    const refused = [one, two].map(({ id }) => ({ id, code: 'scheme' as const }))
    expect((await change(two.id, 1, { url: newUrl() })).status).toBe(200)
    await hearEdgeAck(context, edge.sn, { v: 1, rev, ok: true, refused })
    const shown = await view(edge.id)
    expect(shown.devices.map((device) => device.refused?.code ?? null)).toEqual(['scheme', null])
    expect(shown.settings).toMatchObject({ takenRev: rev })
    const next = await wanted(edge.sn)
    await hearEdgeAck(context, edge.sn, { v: 1, rev: next.rev, ok: true })
    // An answer that comes late is about what is over.
    await hearEdgeAck(context, edge.sn, { v: 1, rev, ok: true, refused })
    expect((await view(edge.id)).devices.map((device) => device.refused)).toEqual([null, null])
  })

  it('shows how each device answers, and how full the store is', async () => {
    const stationId = await stationOf()
    const edge = await edgeAt(stationId)
    const inverter = await makeDevice(db, app.now(), stationId, 'inverter', { gatewayId: edge.id })
    const one = await added(edge.id)
    const foreign = await added((await edgeAt()).id)
    const at = app.now() - 5_000
    const device = (id: string) => ({
      id,
      sns: [inverter.sn, 'SOMETHING1'],
      asked: 10,
      answered: 9,
      ms: 42,
      at,
      trouble: { code: 'timeout', text: 'No answer.' },
    })
    await hearLinks(
      context,
      edge.sn,
      {
        v: 1,
        boot: 'boot-0001',
        ts: app.now(),
        devices: [device(one.id), device(foreign.id), device('not-an-id')],
        store: { waiting: 3, bytes: 4096, dropped: 0, oldest: at },
      },
      app.now(),
    )
    const shown = await view(edge.id)
    expect(shown.store).toEqual({ waiting: 3, bytes: 4096, dropped: 0, oldestAt: at, trouble: null })
    expect(shown.devices).toMatchObject([
      {
        link: {
          asked: 10,
          answered: 9,
          answerMs: 42,
          lastAnswerAt: at,
          trouble: { code: 'timeout', text: '设备响应超时。' },
        },
        deviceIds: [inverter.id],
        serials: [inverter.sn, 'SOMETHING1'],
      },
    ])
    const { rows } = await app.owner.query('SELECT 1 FROM edge_link WHERE edge_device_id = $1', [foreign.id])
    expect(rows).toEqual([])
  })

  it('loses what another key could open when the edge comes with a new one', async () => {
    const edge = await edgeAt()
    const one = await added(edge.id, { secret: SECRET })
    const key = (await edgeAt()).keys.publicKey
    await hearEdgeBirth(context, edge.sn, { key: edge.keys.publicKey, version: '0.2.0' }, app.now())
    expect((await view(edge.id)).devices).toMatchObject([{ hasSecret: true }])
    await hearEdgeBirth(context, edge.sn, { key, version: '0.2.0' }, app.now())
    const shown = await view(edge.id)
    expect(shown).toMatchObject({
      version: '0.2.0',
      devices: [{ hasSecret: false, refused: { code: 'secret_again' } }],
    })
    const again = await change(one.id, shown.devices[0]?.version ?? 0, { url: one.url, secret: SECRET })
    expect((again.body as Made).device).toMatchObject({ hasSecret: true, refused: null })
  })
})

describe('E2: addresses', () => {
  it('E2: public ones, other schemes and files are refused with the reason in words', async () => {
    const edge = await edgeAt()
    const tries = {
      'modbus-tcp://8.8.8.8:502': 'edge_address_public',
      'fronius://inverter.example.com': 'edge_address_public',
      'http://192.168.1.1': 'edge_scheme',
      'modbus-rtu:///etc/shadow': 'edge_address',
      'enphase://me:pass@192.168.1.1': 'edge_address_secret',
      'modbus-tcp://192.168.1.1:22': 'edge_port',
    }
    for (const [url, code] of Object.entries(tries)) {
      const reply = await add(edge.id, { url })
      expect([url, reply.status, codeOf(reply)]).toEqual([url, 400, code])
    }
    const one = await added(edge.id)
    expect(codeOf(await change(one.id, 1, { url: 'modbus-tcp://1.1.1.1' }))).toBe('edge_address_public')
    expect((await view(edge.id)).devices.map(({ url }) => url)).toEqual([one.url])
  })
})

describe('E8: secrets of devices', () => {
  it('E8: stand in no answer, log or table', async () => {
    const edge = await edgeAt()
    const first = await add(edge.id, { secret: SECRET })
    const { device } = first.body as Made
    const second = await change(device.id, 1, { url: device.url, secret: `${SECRET} 2` })
    const third = await change(device.id, 1, { url: device.url, secret: `${SECRET} 3` })
    expect([first.status, second.status, third.status]).toEqual([201, 200, 412])
    const bad = await add(edge.id, { url: 'http://x', secret: SECRET })
    // One that nobody changes afterwards, so that what was written first stands there.
    await added(edge.id, { secret: SECRET })
    const shown = await installer.request(`GET /api/gateways/${edge.id}/edge`)
    const answers = [first, second, third, bad, shown].map(({ text }) => text)
    expect(answers.filter((text) => text.includes(SECRET) || text.includes('sealed'))).toEqual([])
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => line.includes(SECRET))).toEqual([])
    const { rows: tables } = await app.owner.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
    )
    expect(tables.length).toBeGreaterThan(50)
    const encodings = [
      SECRET,
      Buffer.from(SECRET).toString('hex'),
      Buffer.from(SECRET).toString('base64').slice(0, 30),
    ]
    for (const { name } of tables) {
      const { rows } = await app.owner.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`)
      expect([name, rows.filter(({ row }) => encodings.some((one) => row.includes(one)))]).toEqual([name, []])
    }
  })

  it('E8: are typed anew for another machine, and stay for another unit of the same', async () => {
    const edge = await edgeAt()
    const one = await added(edge.id, { url: 'enphase://192.168.7.1', secret: SECRET })
    const moved = await change(one.id, 1, { url: 'enphase://192.168.7.2' })
    expect([moved.status, codeOf(moved)]).toEqual([400, 'required'])
    expect((await change(one.id, 1, { url: 'enphase://192.168.7.1?poll=1' })).body).toMatchObject({
      device: { hasSecret: true },
    })
    expect((await change(one.id, 2, { url: 'enphase://192.168.7.2', secret: null })).body).toMatchObject({
      device: { hasSecret: false },
    })
  })
})

describe('E9: an edge of another company', () => {
  it('E9: is not there for whoever does not see its station, and cannot be told anything', async () => {
    const stranger = await app.newCaller('installer', 'b')
    const edge = await edgeAt()
    const one = await added(edge.id)
    const replies = [
      await stranger.request(`GET /api/gateways/${edge.id}/edge`),
      await add(edge.id, {}, stranger),
      await change(one.id, 1, { url: newUrl() }, stranger),
      await stranger.request(`DELETE /api/edge-devices/${one.id}`),
    ]
    expect(replies.map((reply) => `${reply.status} ${codeOf(reply)}`)).toEqual(
      Array<string>(4).fill('404 not_found'),
    )
    const maintainer = await app.newCaller('maintainer', 'a')
    expect((await add(edge.id, {}, maintainer)).status).toBe(403)
  })

  it('E9: the edge of this server is handed out by an administrator alone, to one station at a time', async () => {
    const admin = await app.asRole('administrator')
    const [here, there] = [await stationOf(), await stationOf(app.companies.b)]
    for (const role of ['owner', 'installer', 'maintainer'] as const) {
      const caller = await app.newCaller(role, 'a')
      const tries = [
        await hand(caller, here),
        await caller.request('GET /api/built-in-edge'),
        await caller.request('DELETE /api/built-in-edge'),
      ]
      expect([role, tries.map(({ status }) => status)]).toEqual([role, [403, 403, 403]])
    }
    expect((await admin.request('GET /api/built-in-edge')).body).toMatchObject({ state: 'free' })
    expect((await hand(admin, here)).body).toMatchObject({ state: 'starting', stationId: here })
    expect(codeOf(await hand(admin, there))).toBe('wrong_state')
    expect((await admin.request('DELETE /api/built-in-edge')).body).toMatchObject({ state: 'free' })
    expect(codeOf(await admin.request('DELETE /api/built-in-edge'))).toBe('wrong_state')
  })
})
