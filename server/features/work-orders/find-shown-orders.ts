import { sql, type SqlBool } from 'kysely'
import { visibleStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import type { Db } from '../../platform/db/handle.ts'
import { knownAs } from '../../platform/db/known-statement.ts'

export const visibleOrder = (db: Db, orderId: string, who: Who, now: number) =>
  shownOrders(db).where('work_order.id', '=', orderId).where(visibleStations(who, now)).executeTakeFirst()

/** What a line of a list says of each of them. The ids are the caller's to have checked. */
export const listedOrders = (db: Db, ids: readonly string[]) =>
  withNames(db)
    .modifyFront(knownAs('order-lines'))
    .select([
      'work_order.id',
      'work_order.version',
      'work_order.no',
      'work_order.name',
      'work_order.names',
      'work_order.type',
      'work_order.status',
      'work_order.priority',
      'work_order.station_id',
      'work_order.device_id',
      'work_order.initiator_id',
      'work_order.handler_id',
      'work_order.initiated_at',
      'work_order.planned_start_at',
      'work_order.planned_end_at',
      'work_order.planned_minutes',
      'work_order.actual_start_at',
      'work_order.started_at',
      'work_order.actual_end_at',
      'work_order.alarms',
      'work_order.level',
    ])
    .where(sql<SqlBool>`work_order.id = ANY(${[...ids]}::uuid[])`)
    .execute()

export type ListedOrder = Awaited<ReturnType<typeof listedOrders>>[number]

const withNames = (db: Db) =>
  db
    .selectFrom('work_order')
    .innerJoin('station', 'station.id', 'work_order.station_id')
    .leftJoin('device', 'device.id', 'work_order.device_id')
    .leftJoin('alarm as about', 'about.id', 'work_order.about_alarm_id')
    .leftJoin('device as about_device', 'about_device.id', 'about.device_id')
    .innerJoin('account as initiator', 'initiator.id', 'work_order.initiator_id')
    .leftJoin('account as handler', 'handler.id', 'work_order.handler_id')
    .select([
      'station.name as station_name',
      'station.time_zone',
      'device.kind as device_kind',
      'device.sn as device_sn',
      'device.name as device_name',
      'about_device.id as about_device_id',
      'about_device.kind as about_device_kind',
      'about_device.sn as about_device_sn',
      'about_device.name as about_device_name',
      'initiator.name as initiator_name',
      'handler.name as handler_name',
    ])

/** Orders with what is named beside them. The ids are the caller's to have checked. */
export const shownOrders = (db: Db) =>
  withNames(db)
    .selectAll('work_order')
    .select([
      'station.company_id',
      'station.owner_account_id',
      'station.owner_name',
      'station.address',
      'station.phone',
      'station.access',
      'station.hazards',
      'station.safety',
      'station.latitude',
      'station.north',
      'station.longitude',
      'station.east',
      'station.report_min',
    ])

export type ShownOrder = Awaited<ReturnType<ReturnType<typeof shownOrders>['execute']>>[number]
