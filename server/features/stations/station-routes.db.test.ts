import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { accountRoutes } from '#contract/http/accounts.ts'
import { stationRoutes } from '#contract/http/stations.ts'
import { stationSorts } from '#domain/stations/station-kinds.ts'
import { isStationCode, stationCode } from '#domain/stations/station-code.ts'
import { accountHandlers } from '#server/features/accounts/account-routes.ts'
import type { Who } from '#server/features/accounts/who.ts'
import type { Caller, Reply } from '#tests/app.ts'
import { testApp } from '#tests/app.ts'
import { makeDevice } from '#tests/factories/devices.ts'
import { makeStation, stationInputOf } from '#tests/factories/stations.ts'
import { makeShare } from '#tests/factories/shares.ts'
import { createStation } from './create-station.ts'
import { stationHandlers } from './station-routes.ts'
import type { StationCardView, StationFieldsView } from './present-station.ts'

const sent: string[] = []
const app = await testApp({
  routes: { ...accountRoutes, ...stationRoutes },
  handlers: { ...accountHandlers, ...stationHandlers },
  context: {
    devices: {
      sendConfig: async (sn) => void sent.push(sn),
      sendCommand: async () => 'offline',
    },
  },
})
const installer = await app.asRole('installer')
const other = await app.asRole('installer', 'b')
const admin = await app.asRole('administrator')
const { a, b } = app.companies

const stationIn = (reply: Reply): StationFieldsView => (reply.body as { station: StationFieldsView }).station
type List = {
  stations: StationCardView[]
  next: string | null
  total: number
  conditions: Record<string, number>
}
const errorIn = (reply: Reply) =>
  (reply.body as { error: { code: string; field?: string; current?: unknown } }).error

const create = async (caller: Caller, given: Parameters<typeof stationInputOf>[1] = {}, companyId = a) =>
  caller.request('POST /api/stations', { body: { ...stationInputOf(companyId, given), id: randomUUID() } })
const list = async (caller: Caller, query = ''): Promise<List> => {
  const reply = await caller.request(`GET /api/stations${query}`)
  expect(reply.status).toBe(200)
  return reply.body as List
}

const change = async (caller: Caller, id: string, version: number, given: object, companyId = a) =>
  caller.request(`PUT /api/stations/${id}`, {
    body: stationInputOf(companyId, given),
    headers: { 'if-match': `"${version}"` },
  })

const find = async (search: string) =>
  (await list(installer, `?search=${encodeURIComponent(search)}`)).stations.map((one) => one.id)

const counter = async () =>
  (await app.owner.query('SELECT last_value, is_called FROM station_code_number')).rows

describe('creating a station', () => {
  it('keeps what was entered and gives a code', async () => {
    const input = stationInputOf(a, { latitude: 33.868819, north: false, capacity: 1.15, capacityUnit: 'MW' })
    const reply = await installer.request('POST /api/stations', { body: { ...input, id: randomUUID() } })
    expect(reply.status).toBe(201)
    expect(reply.headers.get('etag')).toBe('"1"')
    const station = stationIn(reply)
    expect(station).toMatchObject({ ...input, capacityW: 1_150_000, companyName: 'Company A', version: 1 })
    expect(station.code).toMatch(/^PSCN/)
    expect(isStationCode(station.code)).toBe(true)
    const again = await installer.request(`GET /api/stations/${station.id}`)
    expect(stationIn(again)).toEqual(station)
    const [audit] = await app.db
      .selectFrom('audit')
      .select(['action', 'account_id'])
      .where('object_id', '=', station.id)
      .execute()
    expect(audit).toEqual({ action: 'station.create', account_id: installer.accountId })
  })

  it('gives every station another code', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => create(installer)))
    expect(new Set(replies.map((reply) => stationIn(reply).code)).size).toBe(5)
  })

  it('gives codes that do not tell one company how many stations another makes', async () => {
    const before = await counter()
    const numbers: number[] = []
    for (const [caller, companyId] of [
      [installer, a],
      [other, b],
      [installer, a],
      [other, b],
    ] as const)
      numbers.push(Number(stationIn(await create(caller, {}, companyId)).code.slice(4, -2)))
    expect(await counter()).toEqual(before)
    for (const number of numbers) expect(number).toBeGreaterThanOrEqual(10_000_000)
    const apart = numbers.slice(1).map((number, at) => number - (numbers[at] ?? 0))
    expect(new Set(apart).size).toBe(3)
  })

  it('draws again while the code is that of another station, of any company, even of a deleted one', async () => {
    const numbers = [12_345_678, 12_345_678, 12_345_678, 87_654_321, 87_654_321, 55_555_555]
    const draw = () => numbers.shift() ?? 0
    const who: Who = {
      accountId: admin.accountId,
      name: 'Admin',
      role: 'administrator',
      permissions: ['*:*:*'],
      companyId: null,
      managedStations: [],
      sessionId: '',
      provenAt: app.now(),
    }
    const caller = { who, now: app.now(), requestId: randomUUID(), ip: '127.0.0.1' }
    const make = async (companyId: string) =>
      createStation(app.context, caller, { ...stationInputOf(companyId), id: randomUUID() }, draw)
    const first = await make(a)
    await app.db
      .updateTable('station')
      .set({ deleted_at: new Date(app.now()) })
      .where('id', '=', first.id)
      .execute()
    const codes = [first.code, (await make(b)).code, (await make(a)).code]
    expect(codes).toEqual([12_345_678, 87_654_321, 55_555_555].map((number) => stationCode('CN', number)))
  })

  it('makes no second station with a used id', async () => {
    const body = { ...stationInputOf(a), id: randomUUID() }
    expect((await installer.request('POST /api/stations', { body })).status).toBe(201)
    const second = await other.request('POST /api/stations', { body: { ...body, companyId: b } })
    expect([second.status, errorIn(second)]).toMatchObject([409, { code: 'wrong_state', field: 'id' }])
  })

  it('Z1: an installer creates in the own company only, an administrator in any', async () => {
    const foreign = await create(installer, {}, b)
    expect([foreign.status, errorIn(foreign).code]).toEqual([404, 'not_found'])
    expect((await create(admin, {}, b)).status).toBe(201)
    expect((await create(admin, {}, randomUUID())).status).toBe(404)
  })

  it('Z1: the owner must be somebody the caller can see', async () => {
    const mine = await app.newCaller('owner')
    const theirs = await app.newCaller('owner', 'b')
    const foreign = await create(installer, { ownerAccountId: theirs.accountId })
    expect([foreign.status, errorIn(foreign).field]).toEqual([404, 'ownerAccountId'])
    const made = await create(installer, { ownerAccountId: mine.accountId })
    expect(made.status).toBe(201)
    expect((await mine.request(`GET /api/stations/${stationIn(made).id}`)).status).toBe(200)
  })

  it('is not for owners and maintainers', async () => {
    for (const role of ['owner', 'maintainer', 'nobody'] as const) {
      expect((await create(await app.asRole(role))).status).toBe(403)
    }
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['latitude above 90', { latitude: 90.000001 }, 'latitude_range'],
    ['latitude with 7 decimals', { latitude: 12.3456789 }, 'latitude_range'],
    ['latitude below 0', { latitude: -1 }, 'latitude_range'],
    ['longitude above 180', { longitude: 180.000001 }, 'longitude_range'],
    ['reporting time 4', { reportMin: 4 }, 'reporting_range'],
    ['reporting time 241', { reportMin: 241 }, 'reporting_range'],
    ['reporting time 5.5', { reportMin: 5.5 }, 'reporting_range'],
    ['a name of 31', { name: 'a'.repeat(31) }, 'station_name_length'],
    ['a name that begins with a dash', { name: '-Roof' }, 'station_name_start'],
    ['a name with a space', { name: 'Roof 3' }, 'station_name_characters'],
    ['capacity 0', { capacity: 0 }, 'capacity_format'],
    ['capacity with 3 decimals', { capacity: 1.234 }, 'capacity_format'],
    ['a day that does not exist', { gridConnectedOn: '2024-02-30' }, 'date_invalid'],
    ['a zone that does not exist', { timeZone: 'Mars/Olympus' }, 'time_zone_unknown'],
    ['an offset for a zone', { timeZone: '+08:00' }, 'time_zone_unknown'],
    ['a country that does not exist', { country: 'XX' }, 'country_unknown'],
    ['a telephone number with letters', { phone: 'call me' }, 'phone_format'],
    ['a zero-width space in a text', { address: 'a\u200Bb' }, 'invalid_input'],
    ['a lone surrogate in a text', { address: 'a\uD800' }, 'invalid_input'],
    ['a bidi override in a text', { ownerName: 'Li\u202E' }, 'invalid_input'],
    ['a field nobody knows', { code: 'PSCN1' }, 'unknown_field'],
  ])('V3: refuses %s', async (_what, wrong, code) => {
    const before = await app.db.selectFrom('station').select('id').execute()
    const reply = await installer.request('POST /api/stations', {
      body: { ...stationInputOf(a), id: randomUUID(), ...wrong },
    })
    expect([reply.status, errorIn(reply)]).toMatchObject([400, { code, field: Object.keys(wrong)[0] }])
    expect(await app.db.selectFrom('station').select('id').execute()).toHaveLength(before.length)
  })
})

it('V4: a NUL in a text is refused before anything is read of it', async () => {
  const reply = await create(installer, { address: 'a\u0000b' })
  expect([reply.status, errorIn(reply).code]).toEqual([400, 'not_readable'])
})

describe('changing a station', () => {
  it('replaces what was entered, counts the version and records before and after', async () => {
    const { id } = stationIn(await create(installer, { phone: '138 0013 8000', region: 'Anhui' }))
    const reply = await change(installer, id, 1, {
      name: 'New-Name',
      phone: '139 9999 1234',
      region: 'Hebei',
    })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('etag')).toBe('"2"')
    expect(stationIn(reply)).toMatchObject({ name: 'New-Name', region: 'Hebei', version: 2 })
    const audit = await app.db
      .selectFrom('audit')
      .select('detail')
      .where('object_id', '=', id)
      .where('action', '=', 'station.edit')
      .executeTakeFirstOrThrow()
    expect(audit.detail).toMatchObject({ region: ['Anhui', 'Hebei'], phone: ['…000', '…234'] })
    expect(JSON.stringify(audit.detail)).not.toContain('9999')
  })

  it('refuses a stale version with the present state, and changes nothing', async () => {
    const { id } = stationIn(await create(installer))
    expect((await change(installer, id, 1, { name: 'First' })).status).toBe(200)
    const late = await change(installer, id, 1, { name: 'Second' })
    expect([late.status, errorIn(late).code]).toEqual([412, 'version_stale'])
    expect(errorIn(late).current).toMatchObject({ station: { name: 'First', version: 2 } })
    expect(stationIn(await installer.request(`GET /api/stations/${id}`)).name).toBe('First')
  })

  it('lets exactly one of many who come at once win', async () => {
    const { id } = stationIn(await create(installer))
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => change(installer, id, 1, { name: `Try-${n}` })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(412)])
  })

  it('sends a new reporting time to the gateways of the station, and nothing otherwise', async () => {
    const { id } = stationIn(await create(installer))
    const gateway = await makeDevice(app.db, app.now(), id, 'gateway')
    await makeDevice(app.db, app.now(), id, 'inverter')
    sent.length = 0
    await change(installer, id, 1, { reportMin: 5 })
    expect(sent).toEqual([])
    await change(installer, id, 2, { reportMin: 15 })
    expect(sent).toEqual([gateway.sn])
  })

  it('books all energy anew when the zone changes', async () => {
    const { id } = stationIn(await create(installer))
    const inverter = await makeDevice(app.db, app.now(), id, 'inverter')
    await change(installer, id, 1, {})
    const due = async () =>
      app.db.selectFrom('energy_due').selectAll().where('device_no', '=', inverter.no).execute()
    expect(await due()).toEqual([])
    await change(installer, id, 2, { timeZone: 'Europe/Berlin' })
    expect(await due()).toMatchObject([{ since: 0 }])
  })

  it("Z1: another tenant's station answers like none, and a shared one can be seen but not changed", async () => {
    const { id } = stationIn(await create(installer))
    for (const unknown of [id, randomUUID()]) {
      const reply = await change(other, unknown, 1, {}, b)
      expect([reply.status, errorIn(reply).code]).toEqual([404, 'not_found'])
      expect((await other.request(`GET /api/stations/${unknown}`)).status).toBe(404)
    }
    await makeShare(app.db, app.now(), { stationId: id, accountId: other.accountId })
    expect((await other.request(`GET /api/stations/${id}`)).status).toBe(200)
    expect((await change(other, id, 1, {}, b)).status).toBe(403)
    const kept = await installer.request(`GET /api/stations/${id}`)
    expect(stationIn(kept)).toMatchObject({ version: 1, companyId: a })
    await app.db.deleteFrom('station_share').execute()
  })

  it('Z1: a station cannot be pushed into another company', async () => {
    const { id } = stationIn(await create(installer))
    expect((await change(installer, id, 1, {}, b)).status).toBe(404)
    expect((await change(admin, id, 1, {}, b)).status).toBe(200)
    expect((await installer.request(`GET /api/stations/${id}`)).status).toBe(404)
  })

  it('Z1: a station that is shared to be managed is not taken over by whom it is shared with', async () => {
    const { id } = stationIn(await create(installer))
    await makeShare(app.db, app.now(), {
      stationId: id,
      accountId: other.accountId,
      rights: 'manage',
      untilAt: app.now() + 60_000,
    })
    expect((await change(other, id, 1, { name: 'Tidied' })).status).toBe(200)
    for (const taken of [
      await change(other, id, 2, {}, b),
      await change(other, id, 2, { ownerAccountId: other.accountId }),
    ])
      expect([taken.status, errorIn(taken).code]).toEqual([403, 'forbidden'])
    const kept = await installer.request(`GET /api/stations/${id}`)
    expect(stationIn(kept)).toMatchObject({ version: 2, companyId: a, ownerAccountId: null })
    await app.db.deleteFrom('station_share').execute()
  })
})

describe('the list of stations', () => {
  it('Z4: of one company is that of a company the caller may see', async () => {
    await Promise.all([a, b].map(async (company) => makeStation(app.db, app.now(), company)))
    const stations = (await list(admin, `?limit=100&companyId=${b}`)).stations.map(({ id }) => id)
    const companies = await app.db
      .selectFrom('station')
      .select('company_id')
      .distinct()
      .where('id', 'in', stations)
      .execute()
    expect(companies).toEqual([{ company_id: b }])
    expect((await installer.request(`GET /api/stations?companyId=${a}`)).status).toBe(200)
    for (const strange of [b, randomUUID()])
      expect((await installer.request(`GET /api/stations?companyId=${strange}`)).status).toBe(404)
  })
  it('Z4: holds what the caller may see and nothing else, at most 100 at a time', async () => {
    await Promise.all(
      Array.from({ length: 105 }, (_, n) => makeStation(app.db, app.now(), b, { name: `B-${n}` })),
    )
    const full = await list(other, '?limit=100&sort=name')
    expect(full.stations).toHaveLength(100)
    const mine = await list(installer, '?limit=100')
    const owners = await app.db
      .selectFrom('station')
      .select(['id', 'company_id'])
      .where(
        'id',
        'in',
        [...full.stations, ...mine.stations].map(({ id }) => id),
      )
      .execute()
    const companyOf = new Map(owners.map((row) => [row.id, row.company_id]))
    expect(new Set(full.stations.map(({ id }) => companyOf.get(id)))).toEqual(new Set([b]))
    expect(new Set(mine.stations.map(({ id }) => companyOf.get(id)))).toEqual(new Set([a]))
    for (const wrong of [
      'limit=101',
      'limit=50000',
      'limit=0',
      'limit=1.5',
      'sort=company_id',
      'sort=name;--',
      'x=1',
    ])
      expect((await installer.request(`GET /api/stations?${wrong}`)).status).toBe(400)
  })

  it.each(stationSorts.flatMap((sort) => [sort, `${sort}&order=rising`, `${sort}&order=falling`]))(
    'gives every station once, page by page, sorted by %s',
    async (sort) => {
      const all = await list(other, `?limit=100&sort=${sort}`)
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const more: string = cursor === null ? '' : `&cursor=${cursor}`
        const page: List = await list(other, `?limit=17&sort=${sort}${more}`)
        expect(page.total).toBe(all.total)
        seen.push(...page.stations.map(({ id }) => id))
        cursor = page.next
      } while (cursor !== null)
      expect(new Set(seen).size).toBe(all.total)
      expect(seen).toHaveLength(all.total)
      expect(seen.slice(0, 100)).toEqual(all.stations.map(({ id }) => id))
    },
  )

  it('is turned round by its order, with what is unknown last both ways', async () => {
    const caller = await app.newCaller('administrator')
    for (const capacity of [3, 40, 7]) await makeStation(app.db, app.now(), b, { capacity })
    const numbers = async (query: string): Promise<number[]> =>
      (await list(caller, `?limit=100&sort=capacity&${query}`)).stations.map((one) => one.capacityW)
    const rising = await numbers('order=rising')
    expect(rising).toEqual(rising.toSorted((one, two) => one - two))
    expect(new Set(rising).size).toBeGreaterThan(1)
    const falling = await numbers('order=falling')
    expect(falling).toEqual(falling.toSorted((one, two) => two - one))
    const heard = async (query: string): Promise<boolean[]> =>
      (await list(caller, `?limit=100&sort=today&${query}`)).stations.map((one) => one.todayWh === null)
    for (const query of ['order=rising', 'order=falling']) {
      const unknown = await heard(query)
      expect(unknown).toEqual(unknown.toSorted((one, two) => Number(one) - Number(two)))
    }
    const { next } = await list(caller, '?limit=2&sort=name')
    expect((await caller.request(`GET /api/stations?sort=name&order=falling&cursor=${next}`)).status).toBe(
      400,
    )
  })

  it('loses and doubles nothing when a station is added while somebody turns pages', async () => {
    const first = await list(other, '?limit=50&sort=name')
    await makeStation(app.db, app.now(), b, { name: 'B-000' })
    const second = await list(other, `?limit=100&sort=name&cursor=${first.next}`)
    const ids = new Set(first.stations.map(({ id }) => id))
    expect(second.stations.filter(({ id }) => ids.has(id))).toEqual([])
    expect(ids.size + second.stations.length).toBe(second.total - 1)
  })

  it('refuses a cursor of another making', async () => {
    const { next } = await list(other, '?limit=5&sort=name')
    const forged = Buffer.from(JSON.stringify(['name', '0', '0', 'x', "' OR 1=1"])).toString('base64url')
    for (const wrong of [`?sort=power&cursor=${next}`, '?cursor=abc', `?sort=name&cursor=${forged}`]) {
      const reply = await other.request(`GET /api/stations${wrong}`)
      expect([reply.status, errorIn(reply)]).toMatchObject([400, { code: 'invalid_input', field: 'cursor' }])
    }
  })

  it('finds by name, code, region, owner and the serial of a device', async () => {
    const tenant = await app.newCaller('administrator')
    const id = await makeStation(app.db, app.now(), a, {
      name: 'Needle-7',
      region: 'Qinghai',
      ownerName: 'Wang Wei',
      type: 'floating',
      country: 'DE',
      capacity: 3,
      capacityUnit: 'GW',
    })
    await makeDevice(app.db, app.now(), id, 'inverter', { sn: 'SEARCH-17-ABC' })
    const { code } = await app.db
      .selectFrom('station')
      .select('code')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const searches = [
      'needle',
      code.slice(2),
      'qinghai',
      'wang w',
      'search17',
      'search-17-abc',
      'ＳＥＡＲＣＨ17',
    ]
    for (const search of searches) {
      const found = await list(tenant, `?search=${encodeURIComponent(search)}`)
      expect([search, found.stations.map((station) => station.id)]).toEqual([search, [id]])
    }
    const filters = ['type=floating', 'country=DE', 'region=Qinghai', 'capacityFromW=2000000000']
    for (const filter of filters)
      expect((await list(tenant, `?${filter}`)).stations.map((one) => one.id)).toEqual([id])
    expect((await list(tenant, '?capacityFromW=2000000000&capacityToW=2500000000')).total).toBe(0)
  })

  it('V5: % and _ and quotes are ordinary characters', async () => {
    const id = await makeStation(app.db, app.now(), a, {
      name: 'Solar_1',
      address: '100% sun',
      ownerName: '100% sun',
    })
    await makeStation(app.db, app.now(), a, { name: 'SolarX1' })
    expect(await find('Solar_1')).toEqual([id])
    expect(await find('100%')).toEqual([id])
    const before = await app.db.selectFrom('station').select('id').execute()
    const nothing = [
      '%%',
      '_______',
      "' OR '1'='1",
      "'; DROP TABLE station; --",
      '\\',
      'a\\%',
      '" OR 1=1 --',
      '$1',
      '{}',
    ]
    for (const search of nothing) expect([search, await find(search)]).toEqual([search, []])
    expect(await app.db.selectFrom('station').select('id').execute()).toHaveLength(before.length)
  })

  it('counts conditions under the same filters, whatever condition is chosen', async () => {
    const all = await list(other, '?limit=1')
    expect(all.conditions).toEqual({
      fault: 0,
      switched_off: 0,
      offline: 0,
      curtailed: 0,
      unknown: all.total,
      standby: 0,
      producing: 0,
    })
    const none = await list(other, '?condition=fault')
    expect([none.total, none.stations, none.conditions['unknown']]).toEqual([0, [], all.total])
  })
})

describe('the time zone of a position', () => {
  it.each([
    [31.23, 121.47, 'Asia/Shanghai'],
    [-33.87, 151.2, 'Australia/Sydney'],
    [52.5, 13.4, 'Europe/Berlin'],
    [27.7, 85.3, 'Asia/Kathmandu'],
    [30, -40, 'Etc/GMT+3'],
  ])('%d, %d is %s', async (latitude, longitude, zone) => {
    const reply = await installer.request(`GET /api/time-zone?latitude=${latitude}&longitude=${longitude}`)
    expect(reply.body).toEqual({ timeZone: zone })
  })

  it('refuses what is no position', async () => {
    expect((await installer.request('GET /api/time-zone?latitude=91&longitude=0')).status).toBe(400)
    expect((await app.request('GET /api/time-zone?latitude=1&longitude=0')).status).toBe(401)
  })
})
