import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { testApp } from '#tests/app.ts'
import { item, makeSite, message, type Site } from '#tests/factories/telemetry.ts'
import { measurePast } from './measure-past.ts'
import { drain } from './roll-up.ts'
import { storeReadings } from './store-readings.ts'

const app = await testApp()
const { db, context } = app
const caller = await app.asRole('installer')
const ZONE = 'Asia/Shanghai'
const MIN = 60_000
const HOUR = 60 * MIN
const DAY = 24 * HOUR
/** Noon of the station's day. */
const NOON = app.now()

type Coverage = { today: number | null; month: number | null; year: number | null; lifetime: number | null }
type Live = {
  todayWh: number
  monthWh: number
  monthSharedWh: number
  yearSharedWh: number
  lifetimeWh: number
  lifetimeBeforeWh: number | null
  lifetimeSince: string
  equivalentHours: number
  coverage: Coverage
  attention: number
}
type Missing = {
  coverage: number | null
  missing: { id: string; share: number | null; lastAt: number | null; sharedWh: number }[]
  missingTotal: number
}

const get = async <T>(path: string): Promise<T> => {
  const reply = await caller.request(`GET ${path}`)
  expect([path, reply.status, reply.status === 200 ? '' : reply.text]).toEqual([path, 200, ''])
  return reply.body as T
}
let seq = 0
/** Counters that grow by 100 Wh in five minutes, of some inverters, from one instant to another. */
const report = async (site: Site, which: readonly number[], from: number, to: number, base = 5_000_000) => {
  const d = which.flatMap((index) => {
    const sn = site.inverters[index]?.sn ?? ''
    return Array.from({ length: Math.floor((to - from) / (5 * MIN)) + 1 }, (_, step) =>
      item(sn, from + step * 5 * MIN, { p: 1200, e_tot: base + (from - NOON) / 3000 + step * 100 }),
    )
  })
  const messages = []
  for (let at = 0; at < d.length; at += 400)
    messages.push({
      gatewaySn: site.gateway.sn,
      message: message((seq += 1), NOON, d.slice(at, at + 400), { hist: true }),
    })
  await storeReadings(context, messages, NOON)
  await drain(context, NOON)
}
const site = async (inverters: number) =>
  makeSite(db, NOON - 10 * DAY, { companyId: app.companies.a, timeZone: ZONE, inverters })
const live = async ({ stationId }: Site) => (await get<{ live: Live }>(`/api/stations/${stationId}`)).live
const missing = (one: Site, query: string) =>
  get<Missing>(`/api/stations/${one.stationId}/coverage?period=${query}`)

describe('a sum says what is missing', () => {
  it('of three inverters with one never heard every figure of the station rests on two thirds', async () => {
    const one = await site(3)
    await report(one, [0, 1], NOON - 10 * DAY, NOON)
    const now = await live(one)
    expect(now.coverage).toEqual({
      today: 0.666,
      month: expect.any(Number),
      year: expect.any(Number),
      lifetime: expect.any(Number),
    })
    for (const share of [now.coverage.month, now.coverage.year, now.coverage.lifetime]) {
      expect(share).toBeLessThanOrEqual(0.667)
      expect(share).toBeGreaterThan(0.64)
    }
    // Of the part that is known, not of the whole.
    expect(now.equivalentHours).toBeCloseTo(now.todayWh / (10_000 * 0.666), 6)

    const cards = await get<{ stations: { id: string; todayCoverage: number }[] }>('/api/stations?limit=100')
    expect(cards.stations.find(({ id }) => id === one.stationId)?.todayCoverage).toBe(0.666)
    const days = await get<{ bars: { key: string; coverage: number | null }[]; coverage: number }>(
      `/api/stations/${one.stationId}/energy?period=month`,
    )
    const known = days.bars.filter(({ coverage }) => coverage !== null)
    expect(known.length).toBeGreaterThan(0)
    for (const bar of known) expect(bar.coverage).toBeLessThanOrEqual(0.667)
    expect(days.coverage).toBe(now.coverage.month)
    const year = await get<{ coverage: number }>(`/api/stations/${one.stationId}/energy?period=year`)
    const life = await get<{ coverage: number; since: string }>(
      `/api/stations/${one.stationId}/energy?period=lifetime`,
    )
    expect([year.coverage, life.coverage]).toEqual([now.coverage.year, now.coverage.lifetime])
    expect(life.since).toBe(now.lifetimeSince)

    const short = await missing(one, 'day')
    expect(short).toMatchObject({
      coverage: 0.666,
      missingTotal: 1,
      missing: [{ id: one.inverters[2]?.id, share: 0, lastAt: null }],
    })
    const home = await get<{ totals: { coverage: Coverage; income: { todayCoverage: number }[] } }>(
      '/api/home',
    )
    expect(home.totals.coverage.today).toBeLessThan(1)
    const fleet = await get<Missing>('/api/coverage?period=today')
    expect(fleet.coverage).toBe(home.totals.coverage.today)
    expect(fleet.missing.map(({ id }) => id)).toContain(one.stationId)
    // It is named: as a device, and in the station's count.
    const attention = await get<{ devices: { id: string; reason: string }[] }>('/api/attention?limit=100')
    expect(attention.devices).toContainEqual(
      expect.objectContaining({ id: one.inverters[2]?.id, reason: 'never_heard' }),
    )
  })

  it('weighs one whose rating its counter outruns by what that has shown', async () => {
    const one = await site(3)
    await report(one, [0, 1], NOON - 2 * DAY, NOON)
    const silent = one.inverters[2]?.id ?? ''
    await db.updateTable('device').set({ rated_w: 10, shown_w: 10_000 }).where('id', '=', silent).execute()
    const { coverage } = await live(one)
    expect(coverage.today).toBe(0.666)
    expect(coverage.month).toBeLessThanOrEqual(0.667)
    expect((await missing(one, 'day')).coverage).toBe(0.666)
  })

  it('where one has no rating all weigh the same: in the day, and in what opens from it', async () => {
    const one = await site(2)
    await report(one, [0], NOON - 3 * HOUR, NOON)
    const id = one.inverters[1]?.id ?? ''
    await db.updateTable('device').set({ rated_w: null }).where('id', '=', id).execute()
    expect((await live(one)).coverage.today).toBe(0.5)
    expect((await missing(one, 'day')).coverage).toBe(0.5)
  })

  it('one that falls silent in the day is short by what has passed since; heard again, it is whole', async () => {
    const one = await site(2)
    await report(one, [0, 1], NOON - 3 * DAY, NOON - 3 * HOUR)
    await report(one, [0], NOON - 3 * HOUR, NOON)
    const half = await live(one)
    expect(half.coverage.today).toBeLessThan(0.9)
    expect(half.coverage.today).toBeGreaterThan(0.55)
    const detail = await get<{ energy: { coverage: Coverage } }>(`/api/devices/${one.inverters[1]?.id}`)
    expect(detail.energy.coverage.today).toBeLessThan(0.8)
    await report(one, [1], NOON - 5 * MIN, NOON)
    expect((await live(one)).coverage.today).toBe(1)
  })

  it('a reset in a silence is a hole, and a span over the edge of the month is told with its energy', async () => {
    const one = await site(1)
    const month = Temporal.Instant.fromEpochMilliseconds(NOON)
      .toZonedDateTimeISO(ZONE)
      .with({ day: 1, hour: 0, minute: 0, second: 0 })
    const edge = month.epochMilliseconds
    await report(one, [0], edge - 3 * DAY, edge - 18 * HOUR)
    await report(one, [0], edge + 14 * HOUR, edge + 40 * HOUR)
    const over = await live(one)
    expect(over.monthSharedWh).toBeGreaterThan(30_000)
    expect(await missing(one, `month&of=${month.toString().slice(0, 7)}`)).toMatchObject({
      missing: [{ sharedWh: over.monthSharedWh }],
    })
    const { energy } = await get<{ energy: { monthSharedWh: number; yearSharedWh: number } }>(
      `/api/devices/${one.inverters[0]?.id}`,
    )
    expect(energy).toMatchObject({ monthSharedWh: over.monthSharedWh, yearSharedWh: over.yearSharedWh })

    const other = await site(1)
    const eight = NOON - 4 * HOUR
    await report(other, [0], NOON - 4 * DAY, eight)
    await report(other, [0], NOON - HOUR, NOON, 90_000)
    const hole = await live(other)
    expect(hole.coverage.today).toBeLessThan(0.75)
    expect(hole.coverage.today).toBeGreaterThan(0.2)
  })

  it('what was yielded before is entered, proposed by the counters, and in the lifetime with its name', async () => {
    const one = await site(2)
    await report(one, [0, 1], NOON - 2 * DAY, NOON)
    const before = await live(one)
    await sql`UPDATE latest SET e_tot = (SELECT max(e_tot) FROM reading r WHERE r.device_no = latest.device_no)
               WHERE device_no = ANY(${one.inverters.map(({ no }) => no)}::int[])`.execute(db)
    await sql`INSERT INTO latest (device_no, ts, received_at, e_tot)
              SELECT device_no, max(ts), max(ts), max(e_tot) FROM reading
               WHERE device_no = ANY(${one.inverters.map(({ no }) => no)}::int[]) GROUP BY 1
              ON CONFLICT (device_no) DO UPDATE SET e_tot = excluded.e_tot`.execute(db)
    const proposal = await get<{ proposedWh: number; devices: { beforeWh: number }[] }>(
      `/api/stations/${one.stationId}/yield-before`,
    )
    const counters = await sql<{ wh: number }>`SELECT sum(e_tot) AS wh FROM latest
       WHERE device_no = ANY(${one.inverters.map(({ no }) => no)}::int[])`.execute(db)
    expect(proposal.proposedWh + before.lifetimeWh).toBe(counters.rows[0]?.wh)
    expect(proposal.devices).toHaveLength(2)
    await db
      .updateTable('station')
      .set({ yield_before_wh: proposal.proposedWh })
      .where('id', '=', one.stationId)
      .execute()
    expect(await live(one)).toMatchObject({
      lifetimeWh: counters.rows[0]?.wh,
      lifetimeBeforeWh: proposal.proposedWh,
      monthWh: before.monthWh,
    })
    const bars = await get<{ totalWh: number; beforeWh: number }>(
      `/api/stations/${one.stationId}/energy?period=lifetime`,
    )
    expect([bars.totalWh, bars.beforeWh]).toEqual([before.lifetimeWh, proposal.proposedWh])
  })

  it('what was booked before this is unknown until it was looked at, and then what the books say', async () => {
    const one = await site(2)
    await report(one, [0], NOON - 6 * DAY, NOON)
    await report(one, [1], NOON - 6 * DAY, NOON - 3 * DAY)
    const truth = (await live(one)).coverage
    const nos = one.inverters.map(({ no }) => no)
    await sql`UPDATE energy_day SET known = NULL WHERE device_no = ANY(${nos}::int[])`.execute(db)
    await sql`UPDATE energy_span SET known = NULL WHERE device_no = ANY(${nos}::int[])`.execute(db)
    expect((await live(one)).coverage).toEqual({ today: null, month: null, year: null, lifetime: null })
    await sql`INSERT INTO energy_past SELECT * FROM unnest(${nos}::int[])`.execute(db)
    expect(await measurePast(context)).toBe(2)
    expect(await measurePast(context)).toBe(0)
    expect((await live(one)).coverage).toEqual(truth)
    expect(truth.lifetime).toBeLessThan(0.8)
  })

  it('before there is light on the first of a month, every figure of the day and the month says the same', async () => {
    const one = await site(2)
    await report(one, [0, 1], NOON - 2 * DAY, NOON)
    const half = await site(2)
    await report(half, [0], NOON - 2 * DAY, NOON)
    const night = Temporal.Instant.fromEpochMilliseconds(NOON)
      .toZonedDateTimeISO(ZONE)
      .add({ months: 1 })
      .with({ day: 1, hour: 1 })
    app.advance(night.epochMilliseconds - NOON)
    const [day, month] = [night.toPlainDate().toString(), night.toPlainDate().toString().slice(0, 7)]
    // Heard as it was measured, not filled in afterwards.
    for (const { gateway, inverters } of [one, { ...half, inverters: half.inverters.slice(0, 1) }])
      await storeReadings(
        context,
        [
          {
            gatewaySn: gateway.sn,
            message: message(
              (seq += 1),
              app.now(),
              inverters.map(({ sn }) => item(sn, app.now(), { p: 0, e_tot: 5_000_000 })),
            ),
            receivedAt: app.now(),
          },
        ],
        app.now(),
      )
    for (const [some, share] of [
      [one, 1],
      [half, 0.5],
    ] as const) {
      const now = await live(some)
      expect([now.coverage.today, now.coverage.month]).toEqual([share, share])
      type Bars = { coverage: number | null; bars: { key: string; coverage: number | null }[] }
      const days = await get<Bars>(`/api/stations/${some.stationId}/energy?period=month&of=${month}`)
      expect([days.coverage, days.bars.find(({ key }) => key === day)?.coverage]).toEqual([share, share])
      const year = await get<Bars>(`/api/stations/${some.stationId}/energy?period=year`)
      expect(year.bars.find(({ key }) => key === month)?.coverage).toBe(share)
      for (const period of [`day&of=${day}`, `month&of=${month}`])
        expect(await missing(some, period)).toMatchObject({
          coverage: share,
          missingTotal: share === 1 ? 0 : 1,
        })
    }
  })
})
