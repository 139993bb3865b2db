import { sql } from 'kysely'
import { stateIndex } from '#domain/telemetry/device-state.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'
import { nextReading } from './readings-sql.ts'

/** What has been shut down for longer is not looked for. No source: chosen. */
const LOOK_BACK_MS = 31 * 86_400_000

/** When a device last said that it was anything but shut down; null = not within 31 days. One statement. */
export const lastRanAt = async (db: Db, no: number, now: number): Promise<number | null> => {
  const from = instant(now - LOOK_BACK_MS)
  const { rows } = await sql<{ ts: number }>`
    SELECT r.ts FROM ${nextReading(
      'before',
      sql`${no}::int`,
      instant(now),
      sql`o.ts >= ${from} AND o.state <> ${sql.lit(stateIndex('shutdown'))}`,
      from,
    )} AS r`.execute(db)
  return rows[0]?.ts ?? null
}
