import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'
import type { EnergyChoice } from '../telemetry/energy-bars.ts'
import { limitsOf } from '../telemetry/energy-bars.ts'
import type { EnergySpanView } from '../telemetry/bar-store.ts'

export const dayRows = (db: Db, all: readonly PartDay[]) =>
  sql<DayRow>`
    SELECT device_no AS no, day, wh, first_ts AS "firstTs", last_ts AS "lastTs" FROM energy_day
     WHERE (device_no, day) IN (SELECT * FROM unnest(${all.map(({ stay }) => stay.no)}::int[],
                                                     ${all.map(({ day }) => day)}::date[]))
       AND first_ts IS NOT NULL`.execute(db)

export const spanRows = (
  db: Db,
  stays: readonly StayTime[],
  fromDay: string | undefined,
  toDay: string | undefined,
) =>
  sql<EnergySpanView & { no: number }>`
    SELECT device_no AS no, from_ts AS "fromTs", to_ts AS "toTs", from_day AS "fromDay", to_day AS "toDay", wh
      FROM energy_span
     WHERE device_no = ANY(${[...new Set(stays.map(({ no }) => no))]}::int[])
       AND (${fromDay ?? null}::date IS NULL
            OR (from_day <= ${toDay ?? null}::date AND to_day >= ${fromDay ?? null}::date))
     ORDER BY from_ts`.execute(db)

export type DayRow = { no: number; day: string; wh: number; firstTs: number; lastTs: number }

/** A device (by number) at a place in [from, to); a side without an end is infinite. */
export type StayTime = { no: number; from: number; to: number }

export type PartDay = { stay: StayTime; day: string }

export const wholeDays = async (
  db: Db,
  all: readonly { no: number; first: string; last: string }[],
  choice: EnergyChoice,
): Promise<Map<string, number>> => {
  const limits = limitsOf(choice)
  const length = { month: 10, year: 7, lifetime: 4 }[choice.period]
  const { rows } = await sql<{ key: string; wh: number }>`
    SELECT left(e.day::text, ${length}::int) AS key, sum(e.wh) AS wh
      FROM unnest(${all.map(({ no }) => no)}::int[], ${all.map(({ first }) => first)}::date[],
                  ${all.map(({ last }) => last)}::date[]) AS s(no, first, last)
      JOIN energy_day e ON e.device_no = s.no AND e.day BETWEEN s.first AND s.last AND e.first_ts IS NOT NULL
     WHERE ${limits?.fromDay ?? null}::date IS NULL
        OR e.day BETWEEN ${limits?.fromDay ?? null}::date AND ${limits?.toDay ?? null}::date
     GROUP BY 1`.execute(db)
  return new Map(rows.map(({ key, wh }) => [key, wh]))
}
