import type * as z from 'zod/mini'
import type { energyBars, energyPeriods } from '#contract/http/telemetry.ts'
import type { Db } from '../../platform/db/handle.ts'
import { sql } from 'kysely'

export type EnergyBars = z.output<typeof energyBars>

export type EnergyPeriod = (typeof energyPeriods)[number]

export type EnergySpanView = EnergyBars['spans'][number]

export type Span = EnergySpanView

export const keyLength: Record<EnergyPeriod, number> = { month: 10, year: 7, lifetime: 4 }

export const energyByBar = async (
  db: Db,
  nos: readonly number[],
  period: EnergyPeriod,
  limits: { fromDay: string; toDay: string } | null,
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ key: string; wh: number }>`
    SELECT left(day::text, ${keyLength[period]}::int) AS key, sum(wh) AS wh FROM energy_day
     WHERE device_no = ANY(${[...nos]}::int[]) AND first_ts IS NOT NULL
       AND (${limits?.fromDay ?? null}::date IS NULL OR day BETWEEN ${limits?.fromDay ?? null}::date
            AND ${limits?.toDay ?? null}::date)
     GROUP BY 1`.execute(db)
  return new Map(rows.map(({ key, wh }) => [key, wh]))
}

/**
 * The same by bar and by the price that was in force, counted from the oldest (0); `untilDays` are the first days of
 * the prices after it.
 */
export const energyByPrice = async (
  db: Db,
  nos: readonly number[],
  period: EnergyPeriod,
  limits: { fromDay: string; toDay: string } | null,
  untilDays: readonly string[],
): Promise<{ key: string; price: number; wh: number }[]> => {
  const { rows } = await sql<{ key: string; price: number; wh: number }>`
    SELECT left(day::text, ${keyLength[period]}::int) AS key,
           (SELECT count(*) FROM unnest(${[...untilDays]}::date[]) AS until WHERE until <= day)::int AS price,
           sum(wh)::float8 AS wh
      FROM energy_day
     WHERE device_no = ANY(${[...nos]}::int[]) AND first_ts IS NOT NULL
       AND (${limits?.fromDay ?? null}::date IS NULL OR day BETWEEN ${limits?.fromDay ?? null}::date
            AND ${limits?.toDay ?? null}::date)
     GROUP BY 1, 2`.execute(db)
  return rows
}

/** Spans that touch the period, those of several devices over the same days as one. */
export const spansOf = async (
  db: Db,
  nos: readonly number[],
  limits: { fromDay: string; toDay: string } | null,
): Promise<Span[]> => {
  const { rows } = await sql<Span>`
    SELECT min(from_ts) AS "fromTs", max(to_ts) AS "toTs", from_day AS "fromDay", to_day AS "toDay", sum(wh) AS wh
      FROM energy_span
     WHERE device_no = ANY(${[...nos]}::int[])
       AND (${limits?.fromDay ?? null}::date IS NULL
            OR (from_day <= ${limits?.toDay ?? null}::date AND to_day >= ${limits?.fromDay ?? null}::date))
     GROUP BY from_day, to_day ORDER BY 1`.execute(db)
  return rows
}
