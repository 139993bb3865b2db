import { type Expression, type SqlBool, sql } from 'kysely'
import { behindNow, writtenSince } from '../../platform/db/behind.ts'
import type { Db } from '../../platform/db/handle.ts'
import { knownAs } from '../../platform/db/known-statement.ts'

/** Ranks of closed ones are higher. */
const OPEN_BELOW = 10

/** The open alarms of a scope, worst first, with the device and station each is of; `limit` at the most. */
export const openAlarmsIn = (db: Db, scope: Expression<SqlBool>, limit: number) =>
  db
    .selectFrom('alarm')
    .innerJoin('station', 'station.id', 'alarm.station_id')
    .innerJoin('device', 'device.id', 'alarm.device_id')
    .where('alarm.rank', '<', OPEN_BELOW)
    .where(scope)
    .orderBy('alarm.rank')
    .orderBy('alarm.occurred_at', 'desc')
    .orderBy('alarm.id')
    .limit(limit)
    .select([
      'alarm.id',
      'alarm.level',
      'alarm.code',
      'alarm.occurred_at',
      'alarm.device_id',
      'device.kind',
      'device.sn',
      'device.name',
      'device.rated_w',
      'device.shown_w',
      'station.id as station_id',
      'station.name as station_name',
      'station.time_zone',
    ])
    .execute()

export type OpenAlarm = Awaited<ReturnType<typeof openAlarmsIn>>[number]

/** An open alarm as a server has it in mind: what it is of is read beside it. */
export type BareAlarm = Pick<
  OpenAlarm,
  'id' | 'station_id' | 'device_id' | 'code' | 'level' | 'occurred_at'
> & {
  /** Since when to the microsecond: as alarms are ordered. */
  us: number
}
export type AlarmsSince = {
  open: BareAlarm[]
  closed: string[]
  behind: string
}

/** An alarm in few characters: thousands are read at once. */
type Told = [id: string, station: string, device: string, code: string, rank: number, us: number]

/**
 * Alarms written by transactions from the number `behind` on, in one statement; null: all that are open. None is ever taken
 * out (everyday-rights.ts).
 */
export const alarmsSince = async (db: Db, behind: string | null): Promise<AlarmsSince> => {
  const wanted = behind === null ? sql`a.rank < ${sql.lit(OPEN_BELOW)}` : writtenSince('a.changed', behind)
  const { rows } = await sql<{
    rows: Told[] | null
    behind: string
  }>`${knownAs('alarms-since', behind !== null)}
    SELECT (SELECT json_agg(json_build_array(a.id, a.station_id, a.device_id, a.code, a.rank,
                     (extract(epoch FROM a.occurred_at) * 1000000)::bigint))
              FROM alarm a WHERE ${wanted}) AS rows,
           ${behindNow} AS behind`.execute(db)
  const [found] = rows
  const open: BareAlarm[] = []
  const closed: string[] = []
  for (const [id, station, device, code, rank, us] of found?.rows ?? [])
    if (rank >= OPEN_BELOW) closed.push(id)
    else
      open.push({
        id,
        station_id: station,
        device_id: device,
        code,
        level: rank,
        occurred_at: Math.floor(us / 1000),
        us,
      })
  return { open, closed, behind: found?.behind ?? '' }
}
