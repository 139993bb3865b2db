import type { Db } from '../../platform/db/handle.ts'
import { sql } from 'kysely'
import { instant } from '../../platform/db/instant.ts'

/** What people did to devices on purpose, as far as rules must know: switched off and on, held down to a limit. */
export type Act = {
  deviceId: string
  /** When it was proven, or when it went out. */
  at: number
  on: boolean | null
  /** Share of rated power that it was held down to, %; 100 = let go. */
  pct: number | null
  /** Name of who did it; null = the system, or somebody who is gone. */
  by: string | null
}

/** Held down by a limit of W whose share nobody knows, as its rating is unknown: low, and not off. No source: chosen. */
const UNKNOWN_PCT = 5
const shareOfRating = sql`coalesce((c.args->>'pct')::float8,
  100 * (c.args->>'w')::float8 / nullif(greatest(d.rated_w, d.shown_w), 0),
  CASE WHEN c.args ? 'w' THEN ${sql.lit(UNKNOWN_PCT)} END)`

/**
 * The acts of devices up to `to`, oldest first. Off and a limit count from the reading that proved them; on and a
 * limit that is lifted or has ended count as soon as they have reached the gateway: what is still off then is off against somebody's will.
 */
export const readActs = async (
  db: Db,
  stationIds: readonly string[],
  to: number,
  /** null = all of the stations'. */
  deviceIds: readonly string[] | null = null,
): Promise<Map<string, Act[]>> => {
  const { rows } = await sql<Act>`
    SELECT * FROM (
    SELECT c.created_at AS ord, t.device_id AS "deviceId", coalesce(t.settled_at, c.ended_at, c.accepted_at) AS at,
           (c.args->>'on')::boolean AS "on", ${shareOfRating} AS pct, a.name AS by
      FROM command c JOIN command_target t ON t.command_id = c.id JOIN device d ON d.id = t.device_id
      LEFT JOIN account a ON a.id = c.created_by
     WHERE c.station_id = ANY(${[...stationIds]}::uuid[]) AND c.op IN ('switch', 'limit')
       AND (${deviceIds === null} OR t.device_id = ANY(${deviceIds === null ? [] : [...deviceIds]}::uuid[]))
       AND coalesce(t.settled_at, c.ended_at, c.accepted_at) <= ${instant(to)}
       AND CASE WHEN (c.args->>'on')::boolean OR (c.args->>'pct')::float8 >= 100
             THEN coalesce(t.state, c.state) IN ('accepted', 'verified', 'unverified')
             ELSE coalesce(t.state, c.state) = 'verified' END
     UNION ALL
    SELECT l.ended_at, l.device_id, l.ended_at, NULL, 100, NULL
      FROM power_limit l
     WHERE l.station_id = ANY(${[...stationIds]}::uuid[]) AND l.ended_by IN ('device', 'gateway', 'restart')
       AND (${deviceIds === null} OR l.device_id = ANY(${deviceIds === null ? [] : [...deviceIds]}::uuid[]))
       AND l.ended_at <= ${instant(to)}) AS acts
     ORDER BY ord`.execute(db)
  return Map.groupBy(rows, ({ deviceId }) => deviceId)
}
