import { byKind, deviceKinds, reportedKinds } from '#domain/devices/kinds.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { DEVICES_PAGE_MAX } from '#contract/http/lists.ts'
import { serialKey } from '#domain/devices/fields.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import { testApp } from '#tests/app.ts'
import { counted } from '#tests/counted.ts'
import { makeAlarm } from '#tests/factories/alarms.ts'
import { makeDevice, setLatest } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { pageOfChildren } from './device-page-store.ts'
import { findDevice } from './device-store.ts'
import { foundChildren } from './found-children.ts'
import type { DeviceDetailView, DeviceRowView } from './present-device.ts'

const app = await testApp()
const { db } = app
const installer = await app.asRole('installer', 'a')
const other = await app.asRole('installer', 'b')

type Children = {
  expected: DeviceRowView[]
  discovered: DeviceRowView[]
  missing: string[]
  unexpected: string[]
  counts: { expected: number; discovered: number; missing: number; unexpected: number }
  next: string | null
}
type Devices = { devices: DeviceRowView[]; total: number; next: string | null }

const get = async <T>(path: string): Promise<T> => {
  const reply = await installer.request(`GET ${path}`)
  expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
  return reply.body as T
}

/** All pages of a list; `between` is done before each page but the first. */
const walk = async <T extends { next: string | null }>(
  path: string,
  limit: number | null,
  between: () => Promise<unknown> = async () => undefined,
): Promise<T[]> => {
  const pages: T[] = []
  let cursor: string | null = null
  do {
    if (pages.length > 0) await between()
    const query = new URLSearchParams()
    if (limit !== null) query.set('limit', String(limit))
    if (cursor !== null) query.set('cursor', cursor)
    const page: T = await get<T>(`${path}?${query.toString()}`)
    pages.push(page)
    cursor = page.next
  } while (cursor !== null)
  return pages
}

const inverters = 20
/** Children of which some nobody expects, some the gateway does not name, and some have no place in a string. */
const crowded = async (children: number) => {
  const now = app.now()
  const station = await makeStation(db, now, app.companies.a)
  const gateway = await makeDevice(db, now, station, 'gateway')
  const makeChild = async (no: number, parentId: string | null) => {
    const id = randomUUID()
    const sn = `CHILD${String(no).padStart(6, '0')}${id.slice(0, 8)}`.toUpperCase()
    return {
      id,
      station_id: station,
      kind: parentId === null ? ('inverter' as const) : ('optimizer' as const),
      sn,
      sn_key: serialKey(sn),
      name: '',
      gateway_id: gateway.id,
      parent_id: parentId,
      string_no: parentId === null || no % 11 === 0 ? null : 1 + (no % 7),
      position: parentId === null || no % 11 === 0 || no % 13 === 0 ? null : (no % 50) + 1,
      rated_w: no % 4 === 0 ? null : 10_000,
      mppt_count: null,
      string_count: null,
      warranty_until: null,
      reported_by_gateway: no % 5 !== 0,
      confirmed_at: no % 3 === 0 || no % 5 === 0 ? new Date(now) : null,
      created_at: new Date(now),
      removed_at: null,
    }
  }
  const heads = await Promise.all(Array.from({ length: inverters }, async (_, no) => makeChild(no, null)))
  const parts = await Promise.all(
    Array.from({ length: children - inverters }, async (_, at) =>
      makeChild(inverters + at, heads[at % inverters]?.id ?? null),
    ),
  )
  const rows = [...heads, ...parts]
  await db.insertInto('device').values(heads).execute()
  await db.insertInto('device').values(parts).execute()
  return { station, gateway, rows, heads }
}

const sorted = (ids: readonly string[]): string[] => ids.toSorted()

describe('the devices behind a gateway with 1,200 children', async () => {
  const { station, gateway, rows, heads } = await crowded(1200)
  const ids = rows.map(({ id }) => id)

  it('come 500 at once to who gives no limit, and each once over all pages', async () => {
    const pages = await walk<Devices>(`/api/stations/${station}/devices`, null)
    expect(pages.map(({ devices }) => devices.length)).toEqual([DEVICES_PAGE_MAX, DEVICES_PAGE_MAX, 201])
    expect(pages.map(({ total }) => total)).toEqual([1201, 1201, 1201])
    expect(sorted(pages.flatMap(({ devices }) => devices.map(({ id }) => id)))).toEqual(
      sorted([...ids, gateway.id]),
    )
    const some = await walk<Devices>(`/api/stations/${station}/devices`, 7)
    expect(some.flatMap(({ devices }) => devices)).toEqual(pages.flatMap(({ devices }) => devices))
  })

  it('are no more than 500 in the answer about the gateway; its counts are of all', async () => {
    await setLatest(
      db,
      (
        await db
          .selectFrom('device')
          .select('no')
          .where('id', '=', heads[0]?.id ?? '')
          .executeTakeFirstOrThrow()
      ).no,
      {
        ts: app.now(),
        state: 'grid_connected',
        p: 4321,
      },
    )
    const detail = await get<DeviceDetailView>(`/api/devices/${gateway.id}`)
    expect(detail.children).toHaveLength(DEVICES_PAGE_MAX)
    expect(detail.childCounts).toEqual({
      ...byKind(reportedKinds, () => ({ online: 0, all: 0 })),
      inverter: { online: 1, all: inverters },
      optimizer: { online: 0, all: 1200 - inverters },
    })
    expect(detail.childPowerW).toBe(4321)
    const path = `/api/devices/${gateway.id}/children`
    const rest = await get<Devices>(`${path}?cursor=${detail.childrenNext ?? ''}`)
    const last = await get<Devices>(`${path}?cursor=${rest.next ?? ''}`)
    const all = [...detail.children, ...rest.devices, ...last.devices].map(({ id }) => id)
    expect([last.next, sorted(all)]).toEqual([null, sorted(ids)])
    const pages = await walk<Devices>(path, 100)
    expect(pages.flatMap(({ devices }) => devices.map(({ id }) => id))).toEqual(all)
    expect((await other.request(`GET ${path}`)).status).toBe(404)
  })

  it('are compared with what is expected page by page, with the counts of all', async () => {
    const pages = await walk<Children>(`/api/gateways/${gateway.id}/children`, null)
    for (const page of pages)
      expect(new Set([...page.expected, ...page.discovered].map(({ id }) => id)).size).toBeLessThanOrEqual(
        DEVICES_PAGE_MAX,
      )
    const found = rows.filter((row) => row.reported_by_gateway)
    const lists = {
      expected: rows.filter((row) => row.confirmed_at !== null),
      discovered: found,
      missing: rows.filter((row) => row.confirmed_at !== null && !row.reported_by_gateway),
      unexpected: found.filter((row) => row.confirmed_at === null),
    }
    const wanted = Object.fromEntries(
      Object.entries(lists).map(([name, list]) => [name, sorted(list.map(({ id }) => id))]),
    )
    expect({
      expected: sorted(pages.flatMap(({ expected }) => expected.map(({ id }) => id))),
      discovered: sorted(pages.flatMap(({ discovered }) => discovered.map(({ id }) => id))),
      missing: sorted(pages.flatMap(({ missing }) => missing)),
      unexpected: sorted(pages.flatMap(({ unexpected }) => unexpected)),
    }).toEqual(wanted)
    for (const { counts } of pages)
      expect(counts).toEqual(
        Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length])),
      )
  })

  it('are read without what no list tells of them, and told once though most are both expected and found', async () => {
    const { db: counting, seen } = counted(db)
    const asked = (await findDevice(db, gateway.id, sql`true`)) ?? null
    if (asked === null) throw new Error('the gateway is gone')
    const { expected, discovered } = await foundChildren({ db: counting }, asked, {}, app.now())
    const both = discovered.filter((one) => expected.includes(one))
    expect(both.length).toBeGreaterThan(50)
    // The page, its counts, the link, strangers; then energies and alarms of all of the page.
    expect(seen.each).toHaveLength(6)
    const { rows: page } = await pageOfChildren(db, asked, {})
    expect(page).toHaveLength(DEVICES_PAGE_MAX)
    for (const name of ['u', 'mppt', 'raw', 'e_tot', 'report_server'])
      expect(page[0]).not.toHaveProperty(name)
  })

  it('take a limit up to 100 and a cursor of the page before, nothing else', async () => {
    for (const path of [
      `/api/stations/${station}/devices`,
      `/api/gateways/${gateway.id}/children`,
      `/api/devices/${gateway.id}/children`,
    ])
      for (const query of ['limit=101', 'limit=0', 'cursor=nonsense', 'cursor=WyI5Il0'])
        expect((await installer.request(`GET ${path}?${query}`)).status).toBe(400)
  })
})

it('devices of every kind come over the pages, also where a page ends with one of the later kinds', async () => {
  const station = await makeStation(db, app.now(), app.companies.a)
  const made: string[] = []
  for (const kind of deviceKinds)
    for (let no = 0; no < 3; no += 1) made.push((await makeDevice(db, app.now(), station, kind)).id)
  for (const limit of [1, 2, 5]) {
    const pages = await walk<Devices>(`/api/stations/${station}/devices`, limit)
    expect(pages.flatMap(({ devices }) => devices.map(({ id }) => id))).toEqual(made)
  }
})

it('each device that was there comes once and in the same order while others are added between the pages', async () => {
  const { station, gateway, rows } = await crowded(240)
  const before = (await walk<Devices>(`/api/devices/${gateway.id}/children`, 50)).flatMap(({ devices }) =>
    devices.map(({ id }) => id),
  )
  expect(before).toHaveLength(rows.length)
  const place = { gatewayId: gateway.id, parentId: rows[0]?.id ?? null }
  const pages = await walk<Devices>(`/api/devices/${gateway.id}/children`, 50, async () => {
    await makeDevice(db, app.now(), station, 'inverter', { gatewayId: gateway.id })
    await makeDevice(db, app.now(), station, 'optimizer', { ...place, stringNo: 4, position: 10 })
  })
  const walked = pages.flatMap(({ devices }) => devices.map(({ id }) => id))
  expect(new Set(walked).size).toBe(walked.length)
  expect(walked.filter((id) => before.includes(id))).toEqual(before)
})

it('a device has neighbours of its kind, as they hang: by inverter, string and position', async () => {
  const now = app.now()
  const station = await makeStation(db, now, app.companies.a)
  const first = await makeDevice(db, now, station, 'inverter', { name: 'One' })
  const second = await makeDevice(db, now, station, 'inverter')
  const on = (parentId: string, stringNo: number, position: number, more = {}) =>
    makeDevice(db, now, station, 'optimizer', { parentId, stringNo, position, ...more })
  const c = await on(second.id, 1, 1)
  const b = await on(first.id, 2, 1)
  const a = await on(first.id, 1, 9)
  const gone = await on(first.id, 1, 1, { removedAt: now })
  const loose = await makeDevice(db, now, station, 'optimizer')
  type Neighbours = {
    at: number | null
    all: number
    before: { id: string } | null
    after: { id: string } | null
  }
  const told = async (id: string) => {
    const { at, all, before, after } = await get<Neighbours>(`/api/devices/${id}/neighbours`)
    return [at, all, before?.id ?? null, after?.id ?? null]
  }
  expect(await told(first.id)).toEqual([1, 2, null, second.id])
  expect(await told(second.id)).toEqual([2, 2, first.id, null])
  expect(await told(a.id)).toEqual([1, 4, null, b.id])
  expect(await told(b.id)).toEqual([2, 4, a.id, c.id])
  expect(await told(loose.id)).toEqual([4, 4, c.id, null])
  expect(await told(gone.id)).toEqual([null, 0, null, null])
  expect((await other.request(`GET /api/devices/${a.id}/neighbours`)).status).toBe(404)
})

/** The same every time: a linear congruential generator. */
const picker = (seed: number) => {
  let at = seed
  return <T>(some: readonly T[]): T => {
    at = (at * 1_103_515_245 + 12_345) % 2_147_483_648
    return some[at % some.length] as T
  }
}

it.each([
  ['at noon', 0, true],
  ['by night', 12 * 3_600_000, true],
  ['at dusk', 7.5 * 3_600_000, true],
  ['in the morning', 17.5 * 3_600_000, true],
  ['by night behind a gateway that is gone', 36 * 3_600_000, false],
])('what is counted of all children is what their rows say, %s', async (_, aheadMs, connected) => {
  const minute = 60_000
  const now = app.now() + aheadMs
  const { gateway, heads, rows } = await crowded(300)
  const pick = picker(aheadMs + 7)
  await setLatest(db, gateway.no, { ts: now - minute })
  await db
    .updateTable('gateway_link')
    .set({ connected, gone_at: new Date(now - (connected ? 90 * minute : 0)) })
    .where('device_id', '=', gateway.id)
    .execute()
  const made = await db
    .selectFrom('device')
    .select('no')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const { power, pvPower, still, clock } = qualityFlags
  for (const { no } of made) {
    if (pick([1, 2, 3, 4, 5]) === 1) continue
    const receivedAt =
      now - pick([0, 4, 14.9, 15, 16, 60, 4.5 * 60, 5.2 * 60, 7 * 60, 9 * 60, 13 * 60, 30 * 60]) * minute
    await setLatest(db, no, {
      ts: receivedAt - pick([0, 0, 1, 16]) * minute,
      receivedAt,
      state: pick([null, 'standby', 'grid_connected', 'shutdown', 'curtailed']),
      p: pick([null, 0, -3, 400, 1_234.5]),
      flags: pick([0, 0, 0, clock, power, pvPower, still | power | pvPower]),
    })
    const pv = pick([null, null, 250])
    await db
      .updateTable('latest')
      .set({ p_pv: pv, e_pv: pick([null, 0, 9]) })
      .where('device_no', '=', no)
      .execute()
  }
  app.advance(aheadMs)
  const [head] = heads
  const below = rows.filter(({ parent_id: id }) => id === head?.id).length
  for (const [id, counted] of [
    [gateway.id, rows.length],
    [head?.id ?? '', below],
  ] as const) {
    const detail = await get<DeviceDetailView>(`/api/devices/${id}`)
    const all = (await walk<Devices>(`/api/devices/${id}/children`, 100)).flatMap(({ devices }) => devices)
    const of = (kind: string) => all.filter((one) => one.kind === kind)
    const online = (kind: string) => of(kind).filter((one) => one.online).length
    expect(detail.childCounts).toEqual(
      byKind(reportedKinds, (kind) => ({ online: online(kind), all: of(kind).length })),
    )
    const powers = of('inverter').flatMap(({ powerW }) => powerW ?? [])
    const sum = powers.reduce((a, b) => a + b, 0)
    expect(detail.childPowerW).toBe(powers.length === 0 ? null : sum)
    expect([powers.length > 0, all.length]).toEqual([id === gateway.id, counted])
  }
  app.advance(-aheadMs)
})

it('a device of a station tells the level of an open alarm; the others tell none', async () => {
  const station = await makeStation(db, app.now(), app.companies.a)
  const well = await makeDevice(db, app.now(), station, 'inverter')
  const { deviceId } = await makeAlarm(db, app.now(), station, { level: 4 })
  const { devices } = await get<{ devices: { id: string; alarmLevel?: string }[] }>(
    `/api/stations/${station}/devices`,
  )
  const levels = new Map(devices.map((one) => [one.id, one.alarmLevel]))
  expect([levels.get(deviceId), levels.get(well.id)]).toEqual(['prompt', undefined])
})
