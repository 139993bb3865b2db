import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'
import { knownAs } from '../../platform/db/known-statement.ts'

/** A limit of power that somebody set and that holds. */
export type Limited = {
  deviceId: string
  stationId: string
  stationName: string
  timeZone: string
  /** Share of rated power, %, or W. */
  pct: number | null
  w: number | null
  /** Since when. */
  at: number
  endsAt: number
  by: string | null
}

const limitsIn = async (
  db: Db,
  stations: Expression<SqlBool>,
  known: RawBuilder<unknown> = sql.raw(''),
): Promise<Limited[]> => {
  const { rows } = await sql<Limited>`${known}
    SELECT l.device_id AS "deviceId", l.station_id AS "stationId", station.name AS "stationName",
           station.time_zone AS "timeZone", l.pct, l.w, a.name AS by,
           (extract(epoch FROM l.set_at) * 1000)::float8 AS at,
           (extract(epoch FROM l.ends_at) * 1000)::float8 AS "endsAt"
      FROM power_limit l
      JOIN device d ON d.id = l.device_id AND d.removed_at IS NULL AND d.station_id = l.station_id
      JOIN station ON station.id = l.station_id
      JOIN command c ON c.id = l.command_id LEFT JOIN account a ON a.id = c.created_by
     WHERE l.ended_at IS NULL AND l.set_at IS NOT NULL AND l.pct IS DISTINCT FROM 100 AND ${stations}
     ORDER BY l.asked_at`.execute(db)
  return rows
}

/** The limits in force at stations, by device: what they hold down makes less because somebody wanted it. */
export const limitedAt = async (db: Db, stationIds: readonly string[]): Promise<Map<string, Limited>> => {
  if (stationIds.length === 0) return new Map()
  const own = sql<SqlBool>`l.station_id = ANY(${[...stationIds]}::uuid[])`
  const rows = await limitsIn(db, own, knownAs('limited-at'))
  return new Map(rows.map((row) => [row.deviceId, row]))
}

/** The same of all stations. */
export const limitedAnywhere = async (db: Db): Promise<Map<string, Limited>> =>
  new Map((await limitsIn(db, sql<SqlBool>`true`, knownAs('limited'))).map((row) => [row.deviceId, row]))

/** The same of every station in `scope`, a station each, the newest first. */
export const limitedStations = async (db: Db, scope: Expression<SqlBool>) =>
  [...Map.groupBy(await limitsIn(db, scope), ({ stationId }) => stationId).values()]
    .flatMap((own) => {
      const [station, limited] = [own[0], limitedOf(own)]
      if (station === undefined || limited === null) return []
      const { stationId, stationName, timeZone } = station
      return [{ ...limited, stationId, stationName, timeZone }]
    })
    .sort((a, b) => b.at - a.at || (a.stationId < b.stationId ? -1 : 1))

/** Of those limits of one station as much as a line can say; null = there are none. */
export const limitedOf = (limits: readonly Limited[]) => {
  const newest = limits.toSorted((a, b) => b.at - a.at)[0]
  if (newest === undefined) return null
  const isSame = limits.every(({ pct, w }) => pct === newest.pct && w === newest.w)
  return {
    devices: limits.length,
    pct: isSame ? newest.pct : null,
    w: isSame ? newest.w : null,
    at: newest.at,
    endsAt: Math.max(...limits.map(({ endsAt }) => endsAt)),
    by: newest.by,
  }
}
