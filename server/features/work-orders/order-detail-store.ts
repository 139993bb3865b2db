import { ALARMS_MAX, INSTANCES_MAX } from '#domain/work-orders/limits.ts'
import type { Db } from '../../platform/db/handle.ts'

export const alarmsInOrder = (db: Db, orderId: string) =>
  alarmsWith(db)
    .innerJoin('order_alarm', 'order_alarm.alarm_id', 'alarm.id')
    .select('order_alarm.kept')
    .where('order_alarm.order_id', '=', orderId)
    .orderBy('alarm.level')
    .orderBy('alarm.occurred_at', 'desc')
    .orderBy('alarm.id')
    .execute()

export const itemsInOrder = (db: Db, orderId: string) =>
  db
    .selectFrom('order_item')
    .leftJoin('alarm_item', (join) =>
      join
        .onRef('alarm_item.alarm_id', '=', 'order_item.alarm_id')
        .onRef('alarm_item.instance', '=', 'order_item.instance'),
    )
    .select(['order_item.alarm_id', 'order_item.instance', 'order_item.kept', 'alarm_item.cleared_at'])
    .where('order_item.order_id', '=', orderId)
    .orderBy('order_item.instance')
    .limit(ALARMS_MAX * INSTANCES_MAX)
    .execute()

/** The answers that were given last. */
export const answersOf = (db: Db, id: string) =>
  db
    .selectFrom('order_answer')
    .selectAll()
    .where('order_id', '=', id)
    .where('flow_id', '=', (eb) =>
      eb
        .selectFrom('order_answer')
        .select(({ fn }) => fn.max('flow_id').as('newest'))
        .where('order_id', '=', id),
    )
    .execute()

export const alarmAbout = (db: Db, aboutAlarmId: string) =>
  alarmsWith(db).where('alarm.id', '=', aboutAlarmId).executeTakeFirst()

const alarmsWith = (db: Db) =>
  db
    .selectFrom('alarm')
    .innerJoin('device', 'device.id', 'alarm.device_id')
    .select([
      'alarm.id',
      'alarm.code',
      'alarm.level',
      'alarm.status',
      'alarm.occurred_at',
      'device.id as device_id',
      'device.kind',
      'device.sn',
      'device.name as device_name',
    ])

export type OrderedAlarm = Awaited<ReturnType<ReturnType<typeof alarmsWith>['execute']>>[number]
