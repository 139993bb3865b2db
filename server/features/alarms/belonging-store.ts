import type { Db } from '../../platform/db/handle.ts'
import { sql } from 'kysely'

export const lockHolding = (trx: Db, deviceId: string, instance: string) =>
  trx
    .selectFrom('alarm')
    .selectAll('alarm')
    .where('device_id', '=', deviceId)
    .where('status', '<>', 'closed')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('alarm_item')
          .select('instance')
          .whereRef('alarm_id', '=', 'alarm.id')
          .where('instance', '=', instance),
      ),
    )
    .orderBy('alarm.id')
    .forUpdate()
    .executeTakeFirst()

export const lockBesideHolding = (trx: Db, deviceId: string, instance: string) =>
  besides(trx, deviceId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('alarm_item')
          .select('instance')
          .whereRef('alarm_id', '=', 'alarm.id')
          .where('instance', '=', instance),
      ),
    )
    .executeTakeFirst()

export const lockBesides = (trx: Db, deviceId: string) => besides(trx, deviceId).execute()

export const lockOpenAlarms = (trx: Db, deviceId: string) =>
  trx
    .selectFrom('alarm')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('status', '<>', 'closed')
    .orderBy('first_at')
    .orderBy('id')
    .forUpdate()
    .execute()

export const saveCode = async (trx: Db, alarmId: string, code: string): Promise<void> => {
  await trx.updateTable('alarm').set({ code }).where('id', '=', alarmId).execute()
}

export const prefixItems = async (trx: Db, alarmId: string, code: string): Promise<void> => {
  await sql`
    UPDATE alarm_item SET instance = ${`${code}:`}::text || instance
     WHERE alarm_id = ${alarmId} AND position(':' IN instance) = 0`.execute(trx)
}

/** Open alarms of the other devices behind the same gateway, and of the gateway itself; the oldest first. */
const besides = (trx: Db, deviceId: string) =>
  trx
    .selectFrom('alarm')
    .innerJoin('device as other', 'other.id', 'alarm.device_id')
    .innerJoin('device as mine', (join) => join.on('mine.id', '=', deviceId))
    .selectAll('alarm')
    .whereRef(sql`coalesce(other.gateway_id, other.id)`, '=', sql`coalesce(mine.gateway_id, mine.id)`)
    .whereRef('other.id', '<>', 'mine.id')
    .where('alarm.status', '<>', 'closed')
    .orderBy('alarm.first_at')
    .orderBy('alarm.id')
    .forUpdate('alarm')
