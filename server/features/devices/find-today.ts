import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'

/** Wh that devices made on local days; what is not known of is left out. */
export const energyOfDay = (db: Db, asked: readonly { no: number; day: string }[]) =>
  sql<{ no: number; day: string; wh: number }>`
    SELECT e.device_no AS no, e.day::text AS day, e.wh
      FROM unnest(${asked.map(({ no }) => no)}::int[], ${asked.map(({ day }) => day)}::date[])
             AS d(no, day)
      JOIN energy_day e ON e.device_no = d.no AND e.day = d.day AND e.first_ts IS NOT NULL`.execute(db)
