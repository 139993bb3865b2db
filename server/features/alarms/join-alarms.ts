import { sql } from 'kysely'
import { isOwnCode } from '#domain/alarms/alarm-kinds.ts'
import { joinedInstance, sameGridFault, takesOver } from '#domain/alarms/same-cause.ts'
import type { Db } from '../../platform/db/handle.ts'
import { type AlarmRow, lockOpenAlarm, type Subject } from './alarm-store.ts'

/** The open alarm that a subject belongs to, and its name there. */
export type Belonging = { alarm: AlarmRow; instance: string }

/** That of its own code, or the one that it joined. Locked until the end of the transaction. */
export const lockBelonging = async (trx: Db, subject: Subject): Promise<Belonging | null> => {
  const own = await lockOpenAlarm(trx, subject)
  if (own) return { alarm: own, instance: subject.instance }
  const instance = joinedInstance(subject.code, subject.instance)
  const joined = await trx
    .selectFrom('alarm')
    .selectAll('alarm')
    .where('device_id', '=', subject.deviceId)
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
  return joined ? { alarm: joined, instance } : lockElsewhere(trx, subject)
}

/** Its name in the alarm of another device, which names it by its serial. */
const nameElsewhere = async (trx: Db, { deviceId, code, instance }: Subject): Promise<string> => {
  const { sn } = await trx
    .selectFrom('device')
    .select('sn')
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow()
  return joinedInstance(code, instance === '1' ? sn : `${sn} ${instance}`)
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

const lockElsewhere = async (trx: Db, subject: Subject): Promise<Belonging | null> => {
  // Most codes join nothing of other devices.
  if (!sameGridFault(subject.code, subject.code) && !isOwnCode(subject.code)) return null
  const instance = await nameElsewhere(trx, subject)
  const alarm = await besides(trx, subject.deviceId)
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
  return alarm ? { alarm, instance } : null
}

/** What one device behind a gateway says of the grid belongs to what another has said of it. */
export const joinGridFault = async (trx: Db, subject: Subject): Promise<Belonging | null> => {
  const open = (await besides(trx, subject.deviceId).execute()).find((one) =>
    sameGridFault(subject.code, one.code),
  )
  return open ? { alarm: open, instance: await nameElsewhere(trx, subject) } : null
}

/**
 * Where a rule has raised the same fault before, or what follows from it, its alarm becomes this one: it takes the new
 * code, and what it consisted of stays in it under the code it was raised with.
 */
export const takeOver = async (trx: Db, { deviceId, code }: Subject): Promise<AlarmRow | null> => {
  const open = await trx
    .selectFrom('alarm')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('status', '<>', 'closed')
    .orderBy('first_at')
    .orderBy('id')
    .forUpdate()
    .execute()
  const older = open.find((one) => takesOver(code, one.code))
  if (older === undefined) return null
  await trx.updateTable('alarm').set({ code }).where('id', '=', older.id).execute()
  await sql`
    UPDATE alarm_item SET instance = ${`${older.code}:`}::text || instance
     WHERE alarm_id = ${older.id} AND position(':' IN instance) = 0`.execute(trx)
  return { ...older, code }
}
