import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'

/** Wh that each device made on a local day: of `days` that of its time zone. */
export const energyOfDay = (
  db: Db,
  rows: readonly { no: number; time_zone: string }[],
  days: ReadonlyMap<string, string>,
) =>
  sql<{ no: number; wh: number }>`
    SELECT e.device_no AS no, e.wh
      FROM unnest(${rows.map(({ no }) => no)}::int[], ${rows.map((row) => days.get(row.time_zone))}::date[])
             AS d(no, day)
      JOIN energy_day e ON e.device_no = d.no AND e.day = d.day AND e.first_ts IS NOT NULL`.execute(db)
