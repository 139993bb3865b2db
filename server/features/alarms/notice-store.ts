import type { Db } from '../../platform/db/handle.ts'
import { instant } from '../../platform/db/instant.ts'
import { sql } from 'kysely'

/** Of these the ones that came up after `since` and are still open, with their devices. */
export const openAlarmsSince = (trx: Db, ids: readonly string[], since: number) =>
  trx
    .selectFrom('alarm')
    .innerJoin('device', 'device.id', 'alarm.device_id')
    .select([
      'alarm.id',
      'alarm.station_id',
      'alarm.code',
      'alarm.level',
      'alarm.created_at',
      'device.sn',
      'device.kind',
    ])
    .where('alarm.id', 'in', [...ids])
    .where('alarm.created_at', '>', instant(since))
    .where('alarm.status', '<>', 'closed')
    .execute()

/** Alarms that nobody was told of yet; whoever takes them tells, others pass over them. */
export const takeNotices = (trx: Db, limit: number) =>
  sql<{ alarm_id: string }>`
    DELETE FROM alarm_notice WHERE alarm_id IN (
      SELECT alarm_id FROM alarm_notice LIMIT ${limit} FOR UPDATE SKIP LOCKED) RETURNING alarm_id`.execute(
    trx,
  )
