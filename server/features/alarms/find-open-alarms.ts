import type { Expression, SqlBool } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'

/** The open alarms of a scope, worst first, with the device and station each is of; `limit` at the most. */
export const openAlarmsIn = (db: Db, scope: Expression<SqlBool>, limit: number) =>
  db
    .selectFrom('alarm')
    .innerJoin('station', 'station.id', 'alarm.station_id')
    .innerJoin('device', 'device.id', 'alarm.device_id')
    .where('alarm.rank', '<', 10)
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
