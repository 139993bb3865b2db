import { isOwnCode } from '#domain/alarms/alarm-kinds.ts'
import { joinedInstance, sameGridFault, takesOver } from '#domain/alarms/same-cause.ts'
import type { Db } from '../../platform/db/handle.ts'
import { type AlarmRow, lockOpenAlarm, type Subject } from './alarm-store.ts'
import {
  lockHolding,
  lockBesideHolding,
  lockBesides,
  lockOpenAlarms,
  saveCode,
  prefixItems,
} from './belonging-store.ts'
import { serialOf } from '../devices/find-devices.ts'

/** The open alarm that a subject belongs to, and its name there. */
export type Belonging = { alarm: AlarmRow; instance: string }

/** That of its own code, or the one that it joined. Locked until the end of the transaction. */
export const lockBelonging = async (trx: Db, subject: Subject): Promise<Belonging | null> => {
  const own = await lockOpenAlarm(trx, subject)
  if (own) return { alarm: own, instance: subject.instance }
  const instance = joinedInstance(subject.code, subject.instance)
  const joined = await lockHolding(trx, subject.deviceId, instance)
  return joined ? { alarm: joined, instance } : lockElsewhere(trx, subject)
}

/** Its name in the alarm of another device, which names it by its serial. */
const nameElsewhere = async (trx: Db, { deviceId, code, instance }: Subject): Promise<string> => {
  const { sn } = await serialOf(trx, deviceId)
  return joinedInstance(code, instance === '1' ? sn : `${sn} ${instance}`)
}

const lockElsewhere = async (trx: Db, subject: Subject): Promise<Belonging | null> => {
  // Most codes join nothing of other devices.
  if (!sameGridFault(subject.code, subject.code) && !isOwnCode(subject.code)) return null
  const instance = await nameElsewhere(trx, subject)
  const alarm = await lockBesideHolding(trx, subject.deviceId, instance)
  return alarm ? { alarm, instance } : null
}

/** What one device behind a gateway says of the grid belongs to what another has said of it. */
export const joinGridFault = async (trx: Db, subject: Subject): Promise<Belonging | null> => {
  const open = (await lockBesides(trx, subject.deviceId)).find((one) => sameGridFault(subject.code, one.code))
  return open ? { alarm: open, instance: await nameElsewhere(trx, subject) } : null
}

/**
 * Where a rule has raised the same fault before, or what follows from it, its alarm becomes this one: it takes the new
 * code, and what it consisted of stays in it under the code it was raised with.
 */
export const takeOver = async (trx: Db, { deviceId, code }: Subject): Promise<AlarmRow | null> => {
  const open = await lockOpenAlarms(trx, deviceId)
  const older = open.find((one) => takesOver(code, one.code))
  if (older === undefined) return null
  await saveCode(trx, older.id, code)
  await prefixItems(trx, older.id, older.code)
  return { ...older, code }
}
