import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addDays } from '#domain/telemetry/local-days.ts'
import { type Caller, testApp } from '#tests/app.ts'
import { makeDevice } from '#tests/factories/devices.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { ensurePartitions, utcDayStart } from '../telemetry/partition-store.ts'
import { noteRunDays, readRunDays } from './note-run-days.ts'

// The 12th of October in Shanghai, 20:00.
const app = await testApp({ now: Date.parse('2026-10-12T12:00:00Z') })
const { db } = app
const chief = await app.newCaller('installer', 'a')
const LONG_AGO = Date.parse('2026-01-01T00:00:00Z')
const HOUR = 3_600_000
const never = new AbortController().signal
await ensurePartitions(
  app.context.pool,
  Array.from({ length: 20 }, (_, at) => utcDayStart(Date.parse('2026-10-05T00:00:00Z')) + at * 24 * HOUR),
)
const note = () => noteRunDays(app.context, app.now(), never, () => false)

type Run = {
  days: { fromDay: string; toDay: string } | null
  availability: number | null
  heard: number | null
  lost: { wh: number | null; coverage: number | null; worth: { currency: string; amount: number }[] }
  weather: {
    stations: number
    share: number
    irradiationKwh: number
    coverage: number
    pr: number | null
  } | null
  most: { name: string; wh: number }[]
}
type Report = {
  stations: number
  priced: number
  run: Run
  best: { availability: number | null }[]
  compared: Compared[]
}
type Compared = {
  what: string
  change: number | null
  income: { currency: string; own: number; other: number; change: number | null }[]
}
const report = async (caller: Caller = chief, of = '2026-10'): Promise<Report> => {
  const reply = await caller.request(`GET /api/report?of=${of}`)
  expect(reply.status).toBe(200)
  return (reply.body as { report: Report }).report
}
/** Readings of whole hours of a day of UTC, every quarter of one, at a power. */
const run = async (no: number, day: string, hours: readonly number[], watts: number): Promise<void> => {
  const from = Date.parse(`${day}T00:00:00Z`)
  const times = hours.flatMap((hour) =>
    [0, 15, 30, 45].map((min) => new Date(from + hour * HOUR + min * 60_000)),
  )
  await sql`INSERT INTO reading (device_no, ts, received_at, hist, p)
    SELECT ${no}, ts, ts, false, ${watts} FROM unnest(${times}::timestamptz[]) AS t(ts)`.execute(db)
}
const book = (no: number, from: string, count: number, wh: number) =>
  sql`INSERT INTO energy_day (device_no, day, wh, first_ts, last_ts, known)
      SELECT ${no}, ${from}::date + n, ${wh}::bigint, ${from}::date + n, ${from}::date + n, 1000
        FROM generate_series(0, ${count - 1}) AS n`.execute(db)

it('a fleet report says how its stations ran, of how much that is known, and what was lost', async () => {
  expect((await report()).run).toMatchObject({
    days: null,
    availability: null,
    lost: { wh: null },
    weather: null,
  })
  const one = await makeSite(db, LONG_AGO, { companyId: app.companies.a, inverters: 2 })
  const silent = await makeSite(db, LONG_AGO, { companyId: app.companies.a, inverters: 1 })
  const foreign = await makeSite(db, LONG_AGO, { companyId: app.companies.b, inverters: 1 })
  const tariff = JSON.stringify({ perKwh: 0.5, currency: 'CNY', source: '' })
  await db.updateTable('station').set({ tariff }).where('id', '=', one.stationId).execute()
  // Noon in Shanghai is 04:00 UTC; 01:00 to 08:00 all have the sun high enough.
  const hours = [1, 2, 3, 4, 5, 6, 7, 8]
  const [first, second] = one.inverters
  await run(first!.no, '2026-10-11', hours, 8000)
  await run(second!.no, '2026-10-11', hours.slice(0, 6), 8000)
  await run(second!.no, '2026-10-11', hours.slice(6), 0)
  await run(foreign.inverters[0]!.no, '2026-10-11', hours, 0)
  expect(await note()).toBeGreaterThan(0)
  // What is made is not made again before a day is over.
  expect(await note()).toBe(0)
  const { run: found } = await report()
  // Sixteen hours heard, two of them stood; the other station was asked and heard nothing of.
  expect(found.availability).toBeCloseTo(14 / 16)
  expect(found.heard).toBeGreaterThan(0)
  expect(found.heard).toBeLessThan(0.1)
  expect(found.lost.wh).toBeCloseTo(16_000)
  expect(found.lost.worth).toEqual([{ currency: 'CNY', amount: expect.closeTo(8) }])
  expect(found.most).toMatchObject([{ wh: expect.closeTo(16_000) }])
  expect(found.days).toEqual({ fromDay: '2026-10-01', toDay: '2026-10-11' })
  // Nobody else's: of the other company's station it stood all the time.
  expect((await report(await app.newCaller('installer', 'b'))).run.availability).toBe(0)
  expect(silent.inverters).toHaveLength(1)
  const table = await chief.request('GET /api/report/table?of=2026-10')
  const { csv } = table.body as { csv: string }
  expect(csv).toContain('损失电量 (kWh),16')
})

it('readings that come late change a day for a week, and then it stands', async () => {
  const caller = await app.newCaller('installer', 'b')
  const [site] = await db
    .selectFrom('device')
    .select(['no', 'station_id'])
    .where('kind', '=', 'inverter')
    .where(
      'station_id',
      'in',
      db.selectFrom('station').select('id').where('company_id', '=', app.companies.b),
    )
    .execute()
  await run(site!.no, '2026-10-10', [1, 2, 3, 4, 5, 6, 7, 8], 5000)
  expect((await report(caller)).run.availability).toBe(0)
  app.advance(21 * HOUR)
  await note()
  expect((await report(caller)).run.availability).toBeCloseTo(0.5)
  app.advance(9 * 24 * HOUR)
  await note()
  await sql`INSERT INTO reading (device_no, ts, received_at, hist, p)
            VALUES (${site!.no}, '2026-10-09T04:00:00Z', '2026-10-21T00:00:00Z', true, 5000)`.execute(db)
  app.advance(21 * HOUR)
  await note()
  expect((await report(caller)).run.availability).toBeCloseTo(0.5)
})

it('light and PR are those of the stations that measure it, and their share is said', async () => {
  const caller = await app.newCaller('installer', 'b')
  const site = await makeSite(db, LONG_AGO, { companyId: app.companies.b, ratedW: 10_000 })
  const sensor = await makeDevice(db, LONG_AGO, site.stationId, 'weather')
  // Every hour of the day of ten days, half of them at 500 W/m².
  const days = Array.from({ length: 10 }, (_, at) => addDays('2026-10-11', at))
  for (const day of days) {
    const from = Date.parse(`${day}T00:00:00Z`) - 8 * HOUR
    const times = Array.from({ length: 24 }, (_, hour) => new Date(from + hour * HOUR + 60_000))
    const light = times.map((_, hour) => (hour >= 6 && hour < 18 ? 500 : 0))
    await sql`INSERT INTO reading (device_no, ts, received_at, hist, irr)
      SELECT ${sensor.no}, ts, ts, false, irr FROM unnest(${times}::timestamptz[], ${light}::float8[]) AS t(ts, irr)`.execute(
      db,
    )
  }
  await book(site.inverters[0]!.no, '2026-09-01', 60, 48_000)
  await note()
  await app.owner.query('DELETE FROM run_day WHERE station_id = $1 AND day <> ALL($2::date[])', [
    site.stationId,
    days,
  ])
  const { weather } = (await report(caller)).run
  expect(weather).toMatchObject({ stations: 1, irradiationKwh: expect.closeTo(60), pr: expect.closeTo(0.8) })
  expect(weather?.share).toBe(0.5)
  expect(weather?.coverage).toBe(1)
  // Of a period in which it was measured on some days alone, nothing is said.
  await app.owner.query(
    'UPDATE run_day SET lit_h = 0, irradiation_wh = NULL WHERE station_id = $1 AND day > $2',
    [site.stationId, '2026-10-12'],
  )
  expect((await report(caller)).run.weather).toBeNull()
})

it('days of several stations together are those of each alone, whatever each has of inverters, place and weather', async () => {
  const zone = 'Asia/Shanghai'
  const day = '2026-10-13'
  const sites = []
  for (const [at, inverters] of [2, 0, 3, 60, 70].entries()) {
    const site = await makeSite(db, LONG_AGO, { inverters })
    await db
      .updateTable('station')
      .set({ latitude: 10 + 9 * at, longitude: 100 + 7 * at })
      .where('id', '=', site.stationId)
      .execute()
    for (const [nth, { no }] of site.inverters.entries())
      if (nth < 3)
        await run(no, day, [1, 2, 3, 4, 5].slice(0, 5 - nth), at === 2 && nth === 1 ? 0 : 4000 + 500 * at)
    for (let nth = 0; nth < at % 3; nth += 1) {
      const { no } = await makeDevice(db, LONG_AGO, site.stationId, 'weather')
      await sql`INSERT INTO reading (device_no, ts, received_at, hist, irr)
        SELECT ${no}, ts, ts, false, 100 + 200 * ${nth} + at
          FROM generate_series(1, ${nth + 4}) AS at,
               LATERAL (SELECT ${`${day}T02:00:00Z`}::timestamptz + at * interval '17 min' AS ts) AS t`.execute(
        db,
      )
    }
    sites.push(site.stationId)
  }
  const stations = await db
    .selectFrom('station')
    .select(['id', 'time_zone as timeZone', 'latitude', 'north', 'longitude', 'east'])
    .where('id', 'in', sites)
    .execute()
  const together = await readRunDays(db, stations, { day, zone })
  const alone = []
  for (const one of stations) alone.push(...(await readRunDays(db, [one], { day, zone })))
  expect(together).toEqual(alone)
  expect(together.map(({ availableH }) => availableH > 0)).toContain(true)
  expect(together.map(({ lostWh }) => (lostWh ?? 0) > 0)).toContain(true)
  expect(together.filter(({ litH }) => litH !== null)).toHaveLength(3)
})

it('income stands beside that of the month before, each at its price; a price on one side alone says nothing', async () => {
  const caller = await app.newCaller('owner')
  const site = await makeSite(db, LONG_AGO, {})
  const tariff = JSON.stringify({ perKwh: 1, currency: 'EUR', source: '' })
  await db
    .updateTable('station')
    .set({ owner_account_id: caller.accountId, tariff })
    .where('id', '=', site.stationId)
    .execute()
  await book(site.inverters[0]!.no, '2026-08-01', 61, 1000)
  const past = (price: number | null) =>
    sql`
    INSERT INTO past_price (station_id, until_day, per_kwh, currency)
    VALUES (${site.stationId}, '2026-09-01', ${price}, ${price === null ? null : 'EUR'})
    ON CONFLICT (station_id, until_day) DO UPDATE SET per_kwh = excluded.per_kwh, currency = excluded.currency`.execute(
      db,
    )
  await past(0.8)
  const before = async () => (await report(caller, '2026-09')).compared.find(({ what }) => what === 'before')
  const found = await before()
  expect(found?.income).toEqual([
    {
      currency: 'EUR',
      own: expect.closeTo(30),
      other: expect.closeTo(24.8),
      change: expect.closeTo(30 / 24.8 - 1),
    },
  ])
  expect(found?.change).toBeCloseTo(30 / 31 - 1)
  const own = await caller.request(`GET /api/stations/${site.stationId}/comparison?period=month&of=2026-09`)
  expect((own.body as { compared: Compared[] }).compared[0]).toEqual(found)
  expect(await report(caller, '2026-09')).toMatchObject({ stations: 1, priced: 1 })
  await past(null)
  expect((await before())?.income).toEqual([
    { currency: 'EUR', own: expect.closeTo(30), other: null, change: null },
  ])
  // Of a month without a price nothing is part of the income.
  expect(await report(caller, '2026-08')).toMatchObject({ stations: 1, priced: 0 })
})
