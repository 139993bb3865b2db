import { phoneInAccount } from '#domain/stations/check-in.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import {
  checkedInAt,
  checkInOf,
  type CheckInRow,
  endCheckIns,
  lastPhoneOf,
  lockPerson,
  prolongCheckIn,
  putCheckIn,
} from './check-in-store.ts'
import { lockToManage } from './station-to-manage.ts'
import type { Caller } from '../accounts/who.ts'
import { signInName } from '../accounts/account-store.ts'

/** What is proposed as the number to be reached by. */
export const proposedPhone = async (db: Db, accountId: string): Promise<string> => {
  const last = await lastPhoneOf(db, accountId)
  if (last !== null) return last
  const person = await signInName(db, accountId)
  return phoneInAccount(person?.account ?? '')
}

/**
 * A person says that they are at a station; what they said of another one ends. Who is checked in there already has the
 * full time again. The station is locked meanwhile, as it is while control is weighed: one comes after the other. What
 * others had asked before and what has not gone out yet is withdrawn.
 * @throws Refusal `not_found`, `forbidden`
 */
export const checkIn = async (
  { db, changeEvents, commands }: Pick<Context, 'db' | 'changeEvents' | 'commands'>,
  caller: Caller,
  { stationId, phone: given }: { stationId: string; phone: string | undefined },
): Promise<CheckInRow> => {
  const { who, now } = caller
  const { left, row } = await transact(db, async (trx) => {
    const station = await lockToManage(trx, caller, stationId)
    await lockPerson(trx, who.accountId)
    const phone = given ?? (await proposedPhone(trx, who.accountId))
    const present = await checkInOf(trx, who.accountId, now)
    const stays = present?.station_id === stationId
    const ended = stays ? [] : await endCheckIns(trx, who.accountId, now)
    if (stays) await prolongCheckIn(trx, present.id, phone, now)
    else await putCheckIn(trx, { stationId, accountId: who.accountId, phone, now })
    const withdrawn = await commands.withdrawQueued(trx, stationId, who.accountId, now)
    await recordDone(trx, caller, {
      companyId: station.company_id,
      action: stays ? 'station.stay_on_site' : 'station.check_in',
      objectKind: 'station',
      objectId: stationId,
      detail: { withdrawn },
    })
    const all = await checkedInAt(trx, stationId, now)
    const mine = all.find((one) => one.account_id === who.accountId)
    if (!mine) throw new Error('a check-in that was written is not there')
    return { left: ended, row: mine }
  })
  for (const id of new Set([...left, stationId]))
    changeEvents.tell({ type: 'changed', stationId: id, what: 'commands' })
  return row
}

/** Ends it within what else is done; false when there is none, or none that began at `since`. */
export const endCheckIn = async (
  trx: Db,
  caller: Caller,
  { companyId, ...at }: { stationId: string; companyId: string; since?: number },
): Promise<boolean> => {
  const found = await endCheckIns(trx, caller.who.accountId, caller.now, at)
  if (found.length === 0) return false
  await recordDone(trx, caller, {
    companyId,
    action: 'station.check_out',
    objectKind: 'station',
    objectId: at.stationId,
  })
  return true
}

/** They have left. @throws Refusal `not_found`, `forbidden` */
export const checkOut = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  caller: Caller,
  stationId: string,
): Promise<void> => {
  const ended = await transact(db, async (trx) => {
    const station = await lockToManage(trx, caller, stationId)
    return endCheckIn(trx, caller, { stationId, companyId: station.company_id })
  })
  if (ended) changeEvents.tell({ type: 'changed', stationId, what: 'commands' })
}
