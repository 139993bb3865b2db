import type { DeviceKind } from '#domain/devices/kinds.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import { afterEvent } from '#domain/alarms/alarm-states.ts'
import { closeAlarm, saveAlarmStatus } from '../alarms/alarm-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import { INSTANCES_MAX } from '#domain/work-orders/limits.ts'

export type AlarmInOrder = {
  id: string
  station_id: string
  device_id: string
  device_kind: DeviceKind
  code: string
  level: number
  status: 'unsolved' | 'processing' | 'closed'
}

const inOrder = [
  'alarm.id',
  'alarm.station_id',
  'alarm.device_id',
  'alarm.device_kind',
  'alarm.code',
  'alarm.level',
  'alarm.status',
] as const

/** Alarms in scope, locked in the order of their ids, so that two who want the same ones do not block each other. */
export const lockAlarms = async (
  trx: Db,
  ids: readonly string[],
  scope: Expression<SqlBool>,
): Promise<AlarmInOrder[]> =>
  trx
    .selectFrom('alarm')
    .innerJoin('station', 'station.id', 'alarm.station_id')
    .select(inOrder)
    .where('alarm.id', 'in', [...ids])
    .where(scope)
    .orderBy('alarm.id')
    .forUpdate('alarm')
    .execute()

/** The alarms that are in an order, locked. */
export const lockKeptAlarms = async (trx: Db, orderId: string): Promise<AlarmInOrder[]> =>
  trx
    .selectFrom('order_alarm')
    .innerJoin('alarm', 'alarm.id', 'order_alarm.alarm_id')
    .select(inOrder)
    .where('order_id', '=', orderId)
    .where('kept', '=', true)
    .orderBy('alarm.id')
    .forUpdate('alarm')
    .execute()

/** Puts locked, unsolved alarms with the items that stay into an order. */
export const takeAlarms = async (
  trx: Db,
  orderId: string,
  alarms: readonly AlarmInOrder[],
  instancesOf: ReadonlyMap<string, readonly string[]>,
): Promise<void> => {
  if (alarms.length === 0) return
  await trx
    .insertInto('order_alarm')
    .values(alarms.map(({ id }) => ({ order_id: orderId, alarm_id: id })))
    .execute()
  const known = await itemsOf(
    trx,
    alarms.map(({ id }) => id),
  )
  await trx
    .insertInto('order_item')
    .values(
      known.map(({ alarm_id: alarmId, instance }) => ({
        order_id: orderId,
        alarm_id: alarmId,
        instance,
        kept: instancesOf.get(alarmId)?.includes(instance) ?? false,
      })),
    )
    .execute()
  for (const alarm of alarms) {
    const after = afterEvent(alarm.status, 'ordered')
    if (after && after.status !== 'closed') await saveAlarmStatus(trx, alarm.id, after.status)
  }
}

/** Of each alarm the instances that were heard of last, as many as an order takes: a gateway may make up any number. */
export const itemsOf = (
  trx: Db,
  alarmIds: readonly string[],
): Promise<{ alarm_id: string; instance: string }[]> =>
  trx
    .with('placed', (with_) =>
      with_
        .selectFrom('alarm_item')
        .select(['alarm_id', 'instance'])
        .select(
          sql<number>`row_number() OVER (PARTITION BY alarm_id ORDER BY last_at DESC, instance)`.as('place'),
        )
        .where('alarm_id', 'in', [...alarmIds]),
    )
    .selectFrom('placed')
    .select(['alarm_id', 'instance'])
    .where('place', '<=', INSTANCES_MAX)
    .orderBy('alarm_id')
    .orderBy('instance')
    .execute()

/** Gives alarms back: those that are still being processed are unsolved again. */
export const releaseAlarms = async (
  trx: Db,
  orderId: string,
  alarms: readonly AlarmInOrder[],
): Promise<void> => {
  if (alarms.length === 0) return
  await trx
    .updateTable('order_alarm')
    .set({ kept: false })
    .where('order_id', '=', orderId)
    .where(
      'alarm_id',
      'in',
      alarms.map(({ id }) => id),
    )
    .execute()
  for (const alarm of alarms) {
    const after = afterEvent(alarm.status, 'released')
    if (after && after.status !== 'closed') await saveAlarmStatus(trx, alarm.id, after.status)
  }
}

/** The order is done: what is still open of its alarms closes with it. Returns how many did. */
export const closeAlarms = async (
  trx: Db,
  alarms: readonly AlarmInOrder[],
  end: { at: number; by: string; reason: string },
): Promise<number> => {
  let closed = 0
  for (const alarm of alarms) {
    const after = afterEvent(alarm.status, 'order_closed')
    if (!after || after.closeType === 'not_operated') continue
    await closeAlarm(trx, alarm.id, { closeType: after.closeType, ...end })
    closed += 1
  }
  return closed
}

export const keepItems = async (
  trx: Db,
  orderId: string,
  alarmId: string,
  instances: readonly string[],
): Promise<void> => {
  await trx
    .updateTable('order_item')
    .set({ kept: sql<boolean>`instance = ANY(${[...instances]}::text[])` })
    .where('order_id', '=', orderId)
    .where('alarm_id', '=', alarmId)
    .execute()
}

/** Items of an order's alarm that are still in it. */
export const keptItems = (trx: Db, orderId: string): Promise<{ alarm_id: string; instance: string }[]> =>
  trx
    .selectFrom('order_item')
    .select(['alarm_id', 'instance'])
    .where('order_id', '=', orderId)
    .where('kept', '=', true)
    .execute()

/** The one device that these alarms are of; null when they are of several. */
export const soleDevice = (alarms: readonly AlarmInOrder[]): string | null => {
  const devices = new Set(alarms.map(({ device_id: id }) => id))
  const [only] = devices
  return devices.size === 1 ? (only ?? null) : null
}

export const worstOf = (alarms: readonly AlarmInOrder[]): number | null =>
  alarms.length === 0 ? null : Math.min(...alarms.map(({ level }) => level))
