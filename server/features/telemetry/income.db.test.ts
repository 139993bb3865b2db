import * as fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays, monthOf } from '#domain/telemetry/local-days.ts'
import { type Caller, testApp } from '#tests/app.ts'
import { stationInputOf } from '#tests/factories/stations.ts'
import { makeSite } from '#tests/factories/telemetry.ts'

type Income = { currency: string; amount: number | null }[]
type Bars = {
  totalWh: number | null
  income: Income
  bars: { key: string; wh: number | null; income: Income }[]
  spans: { wh: number; income: Income }[]
}
type Station = {
  station: { version: number }
  live: { income: { today: number; month: number; year: number; lifetime: number; earlier: unknown[] } }
  pastPrices: { untilDay: string; price: { perKwh: number } | null }[]
}

// Clocks of Berlin are turned on 29 March (23 hours) and 25 October 2026 (25 hours).
const zone = 'Europe/Berlin'
const NOW = Date.parse('2026-10-28T11:00:00Z')
const app = await testApp({ now: NOW })
const { db } = app
const chief = await app.newCaller('installer', 'a')
const EUR = { perKwh: 0.1, currency: 'EUR', source: '' }

const get = async <T>(path: string, caller: Caller = chief): Promise<T> => {
  const reply = await caller.request(`GET ${path}`)
  expect([path, reply.status]).toEqual([path, 200])
  return reply.body as T
}
const priced = async (price: object | null) => {
  const site = await makeSite(db, Date.parse('2024-01-01T00:00:00Z'), {
    companyId: app.companies.a,
    timeZone: zone,
    inverters: 2,
  })
  const tariff = price && JSON.stringify(price)
  await db.updateTable('station').set({ tariff }).where('id', '=', site.stationId).execute()
  return site
}
const book = (no: number, days: Readonly<Record<string, number>>) =>
  sql`INSERT INTO energy_day (device_no, day, wh, first_ts, last_ts, known)
      SELECT ${no}, day, wh, day, day, 1000
        FROM unnest(${Object.keys(days)}::date[], ${Object.values(days)}::bigint[]) AS d(day, wh)
      ON CONFLICT (device_no, day) DO UPDATE SET wh = excluded.wh`.execute(db)
const span = (no: number, fromDay: string, toDay: string, wh: number) =>
  sql`INSERT INTO energy_span (device_no, from_ts, to_ts, from_day, to_day, wh, known)
      VALUES (${no}, ${fromDay}::date, ${toDay}::date + 1, ${fromDay}::date, ${toDay}::date, ${wh}, 1000)
      ON CONFLICT DO NOTHING`.execute(db)
const change = async (stationId: string, price: object | null, tariffFrom: string | null | undefined) => {
  const { station } = await get<Station>(`/api/stations/${stationId}`)
  const body = {
    ...stationInputOf(app.companies.a, { timeZone: zone, capacity: 10, reportMin: 5 }),
    tariff: price,
    ...(tariffFrom !== undefined && { tariffFrom }),
  }
  return chief.request(`PUT /api/stations/${stationId}`, {
    body,
    headers: { 'if-match': `"${station.version}"` },
  })
}
const sumOf = (all: readonly Income[], currency: string): number =>
  all.flat().reduce((sum, one) => sum + (one.currency === currency ? (one.amount ?? 0) : 0), 0)
const whole = (from: string, count: number, wh: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [addDays(from, at), wh]))
const monthOfStation = (id: string, of = '2026-10') =>
  get<Bars>(`/api/stations/${id}/energy?period=month&of=${of}`)

describe('income of a period', () => {
  it('counts each day at the price that was in force, in the month, the year and the life', async () => {
    const { stationId, inverters } = await priced(EUR)
    await book(inverters[0]!.no, {
      '2025-12-31': 8000,
      '2026-01-10': 4000,
      '2026-10-10': 1000,
      '2026-10-28': 2000,
    })
    await book(inverters[1]!.no, { '2026-10-20': 3000 })
    expect((await change(stationId, { ...EUR, perKwh: 0.2 }, '2026-10-16')).status).toBe(200)
    const { live, pastPrices } = await get<Station>(`/api/stations/${stationId}`)
    expect(pastPrices).toEqual([{ untilDay: '2026-10-16', price: EUR }])
    expect(live.income.today).toBeCloseTo(0.4)
    expect(live.income.month).toBeCloseTo(0.1 + 0.6 + 0.4)
    expect(live.income.year).toBeCloseTo(0.4 + 0.1 + 0.6 + 0.4)
    expect(live.income.lifetime).toBeCloseTo(0.8 + 0.4 + 0.1 + 0.6 + 0.4)
    const year = await get<Bars>(`/api/stations/${stationId}/energy?period=year&of=2026`)
    expect(sumOf([year.income], 'EUR')).toBeCloseTo(live.income.year)
    expect(sumOf([year.bars.find(({ key }) => key === '2026-10')!.income], 'EUR')).toBeCloseTo(1.1)
    const life = await get<Bars>(`/api/stations/${stationId}/energy?period=lifetime`)
    expect(sumOf([life.income], 'EUR')).toBeCloseTo(live.income.lifetime)
  })

  it('keeps the old price from today on where nothing else is said, and corrects all of it where that is said', async () => {
    const { stationId, inverters } = await priced(EUR)
    await book(inverters[0]!.no, { '2026-10-10': 1000, '2026-10-28': 2000 })
    await change(stationId, { ...EUR, perKwh: 0.3 }, undefined)
    expect((await get<Station>(`/api/stations/${stationId}`)).live.income.month).toBeCloseTo(0.1 + 0.6)
    await change(stationId, { ...EUR, perKwh: 0.4 }, null)
    const corrected = await get<Station>(`/api/stations/${stationId}`)
    expect(corrected.live.income.month).toBeCloseTo(1.2)
    expect(corrected.pastPrices).toEqual([])
  })

  it('holds the first price that is entered for all that is past, and refuses one that begins tomorrow', async () => {
    const { stationId, inverters } = await priced(null)
    await book(inverters[0]!.no, { '2026-10-10': 1000 })
    await change(stationId, EUR, undefined)
    expect((await get<Station>(`/api/stations/${stationId}`)).live.income.month).toBeCloseTo(0.1)
    const reply = await change(stationId, { ...EUR, perKwh: 1 }, '2026-10-29')
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { error: { code: 'date_invalid', field: 'tariffFrom' } },
    ])
  })

  it('never adds two currencies, of a station or of a fleet', async () => {
    const caller = await app.newCaller('installer', 'b')
    const [one, two] = [await priced(EUR), await priced({ ...EUR, perKwh: 2, currency: 'CNY' })]
    for (const { stationId } of [one, two])
      await db
        .updateTable('station')
        .set({ company_id: app.companies.b, capacity_w: stationId === one.stationId ? 20_000 : 10_000 })
        .where('id', '=', stationId)
        .execute()
    await book(one.inverters[0]!.no, { '2026-10-10': 1000, '2026-10-27': 1000 })
    await book(two.inverters[0]!.no, { '2026-10-10': 1000 })
    await sql`INSERT INTO past_price (station_id, until_day, per_kwh, currency)
              VALUES (${one.stationId}, '2026-10-20', 5, 'DEM')`.execute(db)
    const home = await get<{ totals: { income: { currency: string; month: number }[] } }>('/api/home', caller)
    // That of most of the capacity first; nothing is sold for marks any more.
    expect(home.totals.income.map(({ currency, month }) => [currency, month])).toEqual([
      ['EUR', 0.1],
      ['CNY', 2],
      ['DEM', 5],
    ])
    const bars = await get<Bars>(`/api/stations/${one.stationId}/energy?period=month&of=2026-10`, caller)
    expect(bars.income).toEqual([
      { currency: 'EUR', amount: 0.1 },
      { currency: 'DEM', amount: 5 },
    ])
  })

  it('is the sum of its days and spans, whatever the prices and through days of 23 and 25 hours', async () => {
    const { stationId, inverters } = await priced(EUR)
    const nos = inverters.map(({ no }) => no)
    const day = fc.integer({ min: 0, max: 240 }).map((at) => addDays('2026-03-01', at))
    const some = fc.record({
      days: fc.array(fc.record({ day, wh: fc.nat({ max: 90_000 }), of: fc.nat({ max: 1 }) }), {
        maxLength: 30,
      }),
      spans: fc.array(
        fc.record({
          from: day,
          length: fc.integer({ min: 1, max: 40 }),
          wh: fc.integer({ min: 1, max: 90_000 }),
        }),
        {
          maxLength: 4,
        },
      ),
      prices: fc.uniqueArray(fc.record({ until: day, perKwh: fc.option(fc.integer({ min: 0, max: 9 })) }), {
        maxLength: 4,
        selector: ({ until }) => until,
      }),
    })
    await fc.assert(
      fc.asyncProperty(some, async ({ days, spans, prices }) => {
        await sql`DELETE FROM past_price WHERE station_id = ${stationId}`.execute(db)
        await sql`DELETE FROM energy_day WHERE device_no = ANY(${nos}::int[])`.execute(db)
        await sql`DELETE FROM energy_span WHERE device_no = ANY(${nos}::int[])`.execute(db)
        for (const { until, perKwh } of prices)
          await sql`INSERT INTO past_price (station_id, until_day, per_kwh, currency)
                    VALUES (${stationId}, ${until}::date, ${perKwh}, ${perKwh === null ? null : 'EUR'})`.execute(
            db,
          )
        for (const one of days) await book(nos[one.of] ?? 0, { [one.day]: one.wh })
        for (const [at, one] of spans.entries())
          await span(nos[at % 2] ?? 0, one.from, addDays(one.from, one.length), one.wh)
        const months = ['2026-03', '2026-10']
        const year = await get<Bars>(`/api/stations/${stationId}/energy?period=year&of=2026`)
        expect(sumOf([year.income], 'EUR')).toBeCloseTo(
          sumOf(
            [...year.bars, ...year.spans].map(({ income }) => income),
            'EUR',
          ),
        )
        for (const of of months) {
          const month = await monthOfStation(stationId, of)
          expect(month.bars).toHaveLength(31)
          expect(sumOf([month.income], 'EUR')).toBeCloseTo(
            sumOf(
              [...month.bars, ...month.spans].map(({ income }) => income),
              'EUR',
            ),
          )
          // The year has the same of the month, which holds the spans within it.
          expect(sumOf([year.bars.find(({ key }) => key === of)!.income], 'EUR')).toBeCloseTo(
            sumOf([month.income], 'EUR'),
          )
        }
        const { live } = await get<Station>(`/api/stations/${stationId}`)
        expect(live.income.month ?? 0).toBeCloseTo(
          sumOf([(await monthOfStation(stationId, monthOf('2026-10-28'))).income], 'EUR'),
        )
        expect(live.income.year ?? 0).toBeCloseTo(sumOf([year.income], 'EUR'))
      }),
      { numRuns: 15 },
    )
  })
})

describe('a month beside others', () => {
  it('compares the same days while it runs, and says nothing where a side is not whole', async () => {
    const { stationId, inverters } = await priced(EUR)
    for (const { no } of inverters) {
      await book(no, { ...whole('2026-09-01', 30, 1000), ...whole('2026-10-01', 27, 1100) })
      await book(no, whole('2025-10-01', 20, 1000))
    }
    const { compared } = await get<{
      compared: { what: string; change: number | null; other: { toDay: string } }[]
    }>(`/api/stations/${stationId}/comparison?period=month`)
    expect(compared.map(({ what, other }) => [what, other.toDay])).toEqual([
      ['before', '2026-09-27'],
      ['year', '2025-10-27'],
    ])
    expect(compared[0]?.change).toBeCloseTo(0.1)
    expect(compared[1]?.change).toBeNull()
  })
})
