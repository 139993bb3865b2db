import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AlarmStatus } from '#domain/alarms/alarm-states.ts'
import { codesNamed } from '#domain/alarms/explain-alarm.ts'
import { serialKey } from '#domain/devices/fields.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import { anywhere, nameHolds } from '../../platform/search/part-of-text.ts'
import type { Db } from '../../platform/db/handle.ts'
import { knownAs } from '../../platform/db/known-statement.ts'

/**
 * The list stays instant with a million alarms: what is asked for is cut into ranges of an index (one level of one
 * station, device or code), each range gives at most a page of its newest, and the page is the worst of those. Ranges
 * of a lesser level are looked at only while the page has room.
 */
export type AlarmFilter = {
  search?: string | undefined
  status?: 'open' | AlarmStatus | undefined
  /** 1 to 4. */
  level?: number | undefined
  deviceId?: string | undefined
  kind?: DeviceKind | undefined
  from?: number | undefined
  to?: number | undefined
}
export type AlarmPlace = { rank: number; at: number; id: string }

/** With more stations than this the ranges are those of all alarms, and the others are passed over. */
const STATIONS_APART = 300
/** Devices and stations that a search may name. */
const NAMED_MAX = 200
const firstId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export type FoundAlarm = { id: string; rank: number; occurred_at: number }

/** Ranks that can match, worst first: open 1 to 4, closed 11 to 14. */
const ranksOf = ({ status, level }: AlarmFilter): number[] => {
  const levels = level === undefined ? [1, 2, 3, 4] : [level]
  const open = status === 'closed' ? [] : levels
  const closed = status === undefined || status === 'closed' ? levels.map((one) => one + 10) : []
  return [...open, ...closed]
}

type Column = 'station_id' | 'device_id' | 'code'
type Range = { column: Column; values: readonly string[] }

/** What a search names, as ranges; any of them may hold what is looked for. */
const rangesOf = async (db: Db, search: string, stations: readonly string[] | null): Promise<Range[]> => {
  // Of all nothing is asked of their stations: what is found is looked at in scope.
  const inScope = (column: string) =>
    stations === null ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ANY(${[...stations]}::uuid[])`
  const key = serialKey(search)
  const [devices, named] = await Promise.all([
    db
      .selectFrom('device')
      .select('id')
      .where(inScope('station_id'))
      .where((eb) =>
        eb.or([...(key === '' ? [] : [eb('sn_key', 'like', anywhere(key))]), nameHolds('name', search)]),
      )
      .limit(NAMED_MAX)
      .execute(),
    db
      .selectFrom('station')
      .select('id')
      .where(inScope('id'))
      .where(nameHolds('name', search))
      .limit(NAMED_MAX)
      .execute(),
  ])
  return [
    { column: 'device_id' as const, values: devices.map(({ id }) => id) },
    { column: 'station_id' as const, values: named.map(({ id }) => id) },
    { column: 'code' as const, values: [...new Set([search, search.toUpperCase(), ...codesNamed(search)])] },
  ].filter(({ values }) => values.length > 0)
}

/** As lists tell instants: what occurred in the same millisecond stands by id. */
const newestFirst = (of: 'c' | 'found'): RawBuilder<unknown> =>
  sql`date_trunc('milliseconds', ${sql.ref(`${of}.occurred_at`)}) DESC, ${sql.ref(`${of}.id`)} DESC`

/**
 * Ids of a page of alarms, worst first, or those that occurred last, whatever their level. `stations`: those in scope; null =
 * every station that is not deleted.
 */
export const findAlarms = async (
  db: Db,
  stations: readonly string[] | null,
  filter: AlarmFilter,
  page: { after: AlarmPlace | null; limit: number; newest?: boolean },
): Promise<FoundAlarm[]> => {
  const { after, limit, newest = false } = page
  const ranks = ranksOf(filter).filter((rank) => after === null || rank >= after.rank)
  if (ranks.length === 0 || stations?.length === 0) return []
  // A range begins after the page before, or where the time asked for ends, whichever is older.
  const starts = ranks.map((rank) => {
    const from = rank === after?.rank ? { at: after.at, id: after.id } : null
    return filter.to !== undefined && (from === null || filter.to <= from.at)
      ? { at: filter.to, id: firstId }
      : from
  })
  const begins = starts.map((start) => (start === null ? 'infinity' : new Date(start.at).toISOString()))
  const ids = starts.map((start) => start?.id ?? lastId)

  const conditions: RawBuilder<unknown>[] = []
  if (filter.status === 'unsolved' || filter.status === 'processing')
    conditions.push(sql`a.status = ${filter.status}`)
  if (filter.kind !== undefined) conditions.push(sql`a.device_kind = ${filter.kind}`)
  if (filter.from !== undefined) conditions.push(sql`a.occurred_at >= ${new Date(filter.from)}::timestamptz`)

  const apart = stations !== null && stations.length <= STATIONS_APART
  const scope =
    stations === null
      ? sql`a.station_id NOT IN (SELECT s.id FROM station s WHERE s.deleted_at IS NOT NULL)`
      : sql`a.station_id = ANY(${[...stations]}::uuid[])`
  const search = filter.search ?? ''
  const ranges: (Range | null)[] =
    search !== ''
      ? await rangesOf(db, search, stations)
      : filter.deviceId !== undefined
        ? [{ column: 'device_id', values: [filter.deviceId] }]
        : apart
          ? [{ column: 'station_id', values: stations }]
          : [null]
  // A search within one device stays within it.
  if (search !== '' && filter.deviceId !== undefined)
    conditions.push(sql`a.device_id = ${filter.deviceId}::uuid`)

  const parts = ranges.map((range) => {
    const type = range?.column === 'code' ? sql`text[]` : sql`uuid[]`
    const where = [
      ...(range === null ? [] : [sql`${sql.ref(`a.${range.column}`)} = v.value`]),
      ...(range?.column === 'station_id' && apart && search === '' ? [] : [scope]),
      ...conditions,
    ]
    const also = where.length === 0 ? sql`` : sql`AND ${sql.join(where, sql` AND `)}`
    const pages = sql`
        SELECT a.id, a.rank, a.occurred_at FROM alarm a
         WHERE a.rank = r.rank AND (a.occurred_at, a.id) < (r.at, r.id) ${also}
         ORDER BY a.occurred_at DESC, a.id DESC LIMIT ${limit}`
    const ofRank =
      range === null
        ? pages
        : sql`
        SELECT p.* FROM unnest(${[...range.values]}::${type}) AS v(value) CROSS JOIN LATERAL (${pages}) AS p
         ORDER BY p.occurred_at DESC, p.id DESC LIMIT ${limit}`
    // Rank after rank, the worst first, each of them only while the page has room: a loop over an array keeps its order. Of
    // the newest each rank has its own.
    return sql`(
      SELECT c.* FROM unnest(${ranks}::smallint[], ${begins}::timestamptz[], ${ids}::uuid[]) AS r(rank, at, id)
       CROSS JOIN LATERAL (${ofRank}) AS c ${newest ? sql`ORDER BY ${newestFirst('c')}` : sql``} LIMIT ${limit})`
  })
  // UNION leaves out what two ranges of a search both found.
  const { rows } = await sql<FoundAlarm>`
    SELECT id, rank, occurred_at FROM (${sql.join(parts, sql` UNION `)}) AS found
     ORDER BY ${newest ? newestFirst('found') : sql`rank, occurred_at DESC, id DESC`} LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

/** Stations of a scope, of which one may be asked for. */
export const stationsInScope = async (
  db: Db,
  scope: Expression<SqlBool>,
  stationId: string | undefined,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('station')
    .select('station.id')
    .where(scope)
    .$if(stationId !== undefined, (query) => query.where('station.id', '=', stationId ?? ''))
    .execute()
  return rows.map(({ id }) => id)
}

export type Tally = { level: number; status: AlarmStatus; n: number }

/** Of every station that is not deleted from a sum that is kept, less those of deleted ones: of these there are few. */
const allTallies = sql`(
  SELECT level, status, n FROM alarm_total
  UNION ALL
  SELECT t.level, t.status, -t.n FROM station s JOIN alarm_tally t ON t.station_id = s.id WHERE s.deleted_at IS NOT NULL)`

export const countAlarms = async (db: Db, stations: readonly string[] | null): Promise<Tally[]> => {
  const { rows } = await sql<Tally>`${knownAs('alarm-counts', stations === null)}
    SELECT t.level, t.status, sum(t.n)::int AS n
      FROM ${stations === null ? allTallies : sql`alarm_tally`} AS t
     WHERE ${stations === null ? sql`true` : sql`t.station_id = ANY(${[...stations]}::uuid[])`}
     GROUP BY t.level, t.status`.execute(db)
  return rows
}

/** Makes the sum of all alarms one row a level and state again; it has more with every change. */
export const sumUpAlarms = async (db: Db): Promise<void> => {
  await sql`
    WITH gone AS (DELETE FROM alarm_total RETURNING level, status, n)
    INSERT INTO alarm_total (level, status, n)
    SELECT level, status, sum(n) FROM gone GROUP BY 1, 2 HAVING sum(n) <> 0`.execute(db)
}
