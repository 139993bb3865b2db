import { sql, type SqlBool } from 'kysely'
import { isQuietAt } from './acknowledgement-store.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Db } from '../../platform/db/handle.ts'
import { knownAs } from '../../platform/db/known-statement.ts'
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

/**
 * What a line of a list says of each of them, with who has seen it, as far as that holds at `now`, and what it has cost as
 * reckoned last (Wh). The ids are the caller's to have checked.
 */
export const listedAlarms = (db: Db, ids: readonly string[], now: number) =>
  db
    .selectFrom('alarm')
    .innerJoin('station', 'station.id', 'alarm.station_id')
    .innerJoin('device', 'device.id', 'alarm.device_id')
    .leftJoin('alarm_acknowledgement as k', (join) =>
      join.onRef('k.alarm_id', '=', 'alarm.id').on(isQuietAt(now)),
    )
    .leftJoin('account as seer', 'seer.id', 'k.account_id')
    .leftJoin('alarm_cost as cost', 'cost.alarm_id', 'alarm.id')
    .modifyFront(knownAs('alarm-lines'))
    .select([
      'alarm.id',
      'alarm.station_id',
      'alarm.device_id',
      'alarm.code',
      'alarm.level',
      'alarm.status',
      'alarm.count',
      'alarm.created_at',
      'alarm.occurred_at',
      'alarm.close_type',
      'alarm.closed_at',
      'alarm.cleared_at',
      'alarm.closes_at',
      'station.name as station_name',
      'station.time_zone',
      'station.tariff',
      'device.kind',
      'device.sn',
      'device.name as device_name',
      'k.account_id as seen_by',
      'seer.name as seen_by_name',
      'k.at as seen_at',
      'k.until_at as seen_until',
      'k.remark as seen_remark',
      sql<number | null>`cost.wh::float8`.as('cost_wh'),
    ])
    .where(sql<SqlBool>`alarm.id = ANY(${[...ids]}::uuid[])`)
    .execute()

export type ListedAlarm = Awaited<ReturnType<typeof listedAlarms>>[number]

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
