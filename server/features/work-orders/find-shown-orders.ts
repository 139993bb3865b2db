import { visibleStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import type { Db } from '../../platform/db/handle.ts'

export const visibleOrder = (db: Db, orderId: string, who: Who, now: number) =>
  shownOrders(db).where('work_order.id', '=', orderId).where(visibleStations(who, now)).executeTakeFirst()

export const shownOrdersOf = (db: Db, ids: readonly string[]) =>
  shownOrders(db)
    .where('work_order.id', 'in', [...ids])
    .execute()

/** Orders with what is named beside them. The ids are the caller's to have checked. */
export const shownOrders = (db: Db) =>
  db
    .selectFrom('work_order')
    .innerJoin('station', 'station.id', 'work_order.station_id')
    .leftJoin('device', 'device.id', 'work_order.device_id')
    .leftJoin('alarm as about', 'about.id', 'work_order.about_alarm_id')
    .leftJoin('device as about_device', 'about_device.id', 'about.device_id')
    .innerJoin('account as initiator', 'initiator.id', 'work_order.initiator_id')
    .leftJoin('account as handler', 'handler.id', 'work_order.handler_id')
    .selectAll('work_order')
    .select([
      'station.name as station_name',
      'station.time_zone',
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

export type ShownOrder = Awaited<ReturnType<ReturnType<typeof shownOrders>['execute']>>[number]
