import { visibleStations } from '../accounts/scope.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Who } from '../accounts/who.ts'

export const visibleShownAlarm = (db: Db, alarmId: string, who: Who, now: number) =>
  shownAlarms(db).where('alarm.id', '=', alarmId).where(visibleStations(who, now)).executeTakeFirst()

export const shownAlarmsOf = (db: Db, ids: readonly string[]) =>
  shownAlarms(db)
    .where('alarm.id', 'in', [...ids])
    .execute()

export const visibleShownAlarms = (db: Db, ids: string[], who: Who, now: number) =>
  shownAlarms(db)
    .where('alarm.id', 'in', ids)
    .where(visibleStations(who, now))
    .orderBy('alarm.level')
    .orderBy('alarm.occurred_at', 'desc')
    .orderBy('alarm.id')
    .execute()

/** Alarms with what is named beside them. The ids are the caller's to have checked. */
export const shownAlarms = (db: Db) =>
  db
    .selectFrom('alarm')
    .innerJoin('station', 'station.id', 'alarm.station_id')
    .innerJoin('device', 'device.id', 'alarm.device_id')
    .selectAll('alarm')
    .select([
      'station.name as station_name',
      'station.time_zone',
      'station.report_min',
      'station.latitude',
      'station.north',
      'station.longitude',
      'station.east',
      'station.capacity_w',
      'station.tilt_deg',
      'station.azimuth_deg',
      'station.tariff',
      'device.no as device_no',
      'device.kind',
      'device.sn',
      'device.name as device_name',
      'device.brand',
      'device.model',
      'device.gateway_id',
      'device.parent_id',
      'device.string_no',
      'device.rated_w',
      'device.removed_at',
    ])

export type ShownAlarm = Awaited<ReturnType<ReturnType<typeof shownAlarms>['execute']>>[number]
