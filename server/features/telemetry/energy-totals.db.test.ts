import * as fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/telemetry/local-days.ts'
import { testDatabase } from '#tests/database.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { deviceEnergyTotals, stationEnergyTotals } from './energy-totals.ts'

const { db } = await testDatabase()
const NOW = Date.parse('2026-03-05T04:00:00Z')
const TODAY = '2026-03-05'

/** By the plain days, as the months should have them. */
const monthsByDays = async () =>
  (
    await sql`SELECT device_no, date_trunc('month', day::timestamp)::date AS month, 
                     sum(wh) FILTER (WHERE first_ts IS NOT NULL)::bigint AS wh, count(first_ts)::int AS days,
                     coalesce(sum(known), 0)::bigint AS known,
                     (count(*) FILTER (WHERE first_ts IS NOT NULL AND known IS NULL))::int AS unmeasured
                FROM energy_day GROUP BY 1, 2 HAVING count(first_ts) > 0 ORDER BY 1, 2`.execute(db)
  ).rows
const months = async () =>
  db
    .selectFrom('energy_month')
    .selectAll()
    .where('days', '>', 0)
    .orderBy('device_no')
    .orderBy('month')
    .execute()

const day = fc.integer({ min: -430, max: 40 }).map((offset) => addDays(TODAY, offset))
const write = fc.record({
  what: fc.constantFrom('insert', 'insert', 'delete', 'update', 'silence'),
  from: day,
  length: fc.integer({ min: 1, max: 70 }),
  device: fc.nat({ max: 2 }),
  wh: fc.nat({ max: 100_000 }),
})

describe('energy of long times', () => {
  it('D11: the months are what their days add up to, whatever is written, changed and taken away', async () => {
    const { stationId, inverters } = await makeSite(db, NOW, { inverters: 3 })
    const nos = inverters.map(({ no }) => no)
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 6 }), async (writes) => {
        for (const { what, from, length, device, wh } of writes) {
          const no = nos[device] ?? 0
          const to = addDays(from, length)
          const range = sql`device_no = ${no} AND day BETWEEN ${from}::date AND ${to}::date`
          if (what === 'insert')
            await sql`INSERT INTO energy_day (device_no, day, wh, first_ts, last_ts, known)
                      SELECT ${no}, at::date, ${wh}, CASE WHEN extract(day FROM at)::int % 7 > 0 THEN at END, at,
                             nullif(extract(doy FROM at)::int * 97 % 1001, 0)
                        FROM generate_series(${from}::date, ${to}::date, interval '1 day') AS at
                      ON CONFLICT DO NOTHING`.execute(db)
          else if (what === 'delete') await sql`DELETE FROM energy_day WHERE ${range}`.execute(db)
          else if (what === 'update')
            await sql`UPDATE energy_day SET wh = ${wh}, first_ts = day WHERE ${range}`.execute(db)
          else await sql`UPDATE energy_day SET first_ts = NULL WHERE ${range}`.execute(db)
        }
        expect(await months()).toEqual(await monthsByDays())

        const { rows } = await sql<{ no: number; today: number; month: number; year: number; life: number }>`
          SELECT device_no AS no, sum(wh) FILTER (WHERE day = ${TODAY}::date) AS today,
                 sum(wh) FILTER (WHERE day BETWEEN '2026-03-01' AND '2026-03-31') AS month,
                 sum(wh) FILTER (WHERE day BETWEEN '2026-01-01' AND '2026-12-31') AS year, sum(wh) AS life
            FROM energy_day WHERE first_ts IS NOT NULL GROUP BY 1`.execute(db)
        for (const no of nos) {
          const one = await deviceEnergyTotals(db, [no], NOW, 'Asia/Shanghai')
          const row = rows.find((found) => found.no === no)
          expect([one.todayWh, one.monthWh, one.yearWh, one.lifetimeWh]).toEqual(
            row === undefined ? [null, null, null, null] : [row.today, row.month, row.year, row.life],
          )
        }
        const ofStation = await stationEnergyTotals(db, [{ id: stationId, timeZone: 'Asia/Shanghai' }], NOW)
        const sum = (of: (row: (typeof rows)[number]) => number | null): number | null => {
          const known = rows.map(of).filter((wh) => wh !== null)
          return known.length === 0 ? null : known.reduce((a, b) => a + b)
        }
        expect(ofStation.get(stationId)).toMatchObject({
          todayWh: sum(({ today }) => today),
          todayShared: false,
          monthWh: sum(({ month }) => month),
          yearWh: sum(({ year }) => year),
          lifetimeWh: sum(({ life }) => life),
        })
      }),
      { numRuns: 40 },
    )
  })
})
