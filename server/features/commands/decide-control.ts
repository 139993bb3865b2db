import { actOf } from '#domain/commands/control-ops.ts'
import { areIndependent } from '#domain/commands/independent.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { mustManage } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import { transact } from '../../platform/db/open.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { findStation, type StationRow } from '../stations/station-store.ts'
import { type ControlRow, lockControl, placeOfControl, saveDecision } from './control-store.ts'
import { accountChangesOfDay } from './find-account-changes.ts'
import { type ControlContext, dispatch, noteBrake } from './send-control.ts'
import { objectionTo, weighControl } from './weigh-control.ts'
import type { Caller } from '../accounts/who.ts'

/** What waits for a second person, locked; the caller may be that person. */
const lockWaiting = async (
  trx: Db,
  { who, now }: Caller,
  controlId: string,
): Promise<{ control: ControlRow; station: StationRow }> => {
  const control = (await lockControl(trx, controlId)) ?? refuse('not_found')
  const station =
    (await findStation(trx, control.station_id, visibleStations(who, now))) ?? refuse('not_found')
  mustManage(who, station)
  if (control.asked_by === who.accountId) refuse('same_person')
  if (control.state !== 'waiting' || control.expires_at === null || control.expires_at <= now)
    refuse('wrong_state')
  return { control, station }
}

const noted = async <T>(
  context: ControlContext,
  caller: Caller,
  controlId: string,
  work: Promise<T>,
): Promise<T> =>
  work.catch(async (error: unknown) => {
    const control = await placeOfControl(context.db, controlId)
    if (control)
      await noteBrake(
        context,
        caller,
        {
          companyId: control.company_id,
          stationId: control.station_id,
          action: 'control.approve',
          detail: { controlId },
        },
        error,
      )
    throw error
  })

/**
 * The second person says yes: it is sent now, if it still may be. What has changed meanwhile counts as it is now.
 * @throws Refusal `same_person`, `not_independent`, `wrong_state`, and what stands in the way
 */
export const approveControl = async (
  context: ControlContext,
  caller: Caller,
  controlId: string,
  tail: string,
): Promise<void> => {
  const { who, now } = caller
  const decided = transact(context.db, async (trx) => {
    const { control, station } = await lockWaiting(trx, caller, controlId)
    if (!areIndependent(control.asked_by, who.accountId, await accountChangesOfDay(trx, now)))
      refuse('not_independent')
    const act = actOf(control.op, control.args) ?? refuse('wrong_state')
    const asker = { ...who, accountId: control.asked_by }
    const chosen = { deviceIds: control.device_ids }
    const weighing = { context, who: asker, now, station, act, chosen }
    const { leftThisHour, work, ...weighed } = await weighControl(trx, weighing, true)
    const objection = objectionTo(
      {
        ...weighed,
        // It has counted itself while it waited; and who works there and says yes knows of it.
        leftThisHour: leftThisHour + control.device_ids.length,
        work: work.filter(({ person }) => person.id !== who.accountId),
      },
      { act, tail, despite: control.despite, limits: context.control.limits },
    )
    if (objection !== null) refuse(objection.code, objection.detail)
    const about = { id: control.id, stationId: station.id, askedBy: control.asked_by }
    const told = await dispatch(trx, about, act, weighed.targets, now)
    await saveDecision(trx, controlId, {
      state: 'sent',
      decided_by: who.accountId,
      decided_at: new Date(now),
    })
    await recordDone(trx, caller, {
      companyId: station.company_id,
      action: 'control.approve',
      objectKind: 'control',
      objectId: controlId,
      detail: { op: act.op, askedBy: control.asked_by, devices: weighed.targets.length },
    })
    return { told, stationId: station.id }
  })
  const { told, stationId } = await noted(context, caller, controlId, decided)
  for (const id of told) context.commands.queued.tell(id)
  context.changeEvents.tell({ type: 'changed', stationId, what: 'commands' })
}

/** The second person says no. @throws Refusal `same_person`, `wrong_state` */
export const refuseControl = async (
  context: ControlContext,
  caller: Caller,
  controlId: string,
  remark: string,
): Promise<void> => {
  const stationId = await transact(context.db, async (trx) => {
    const { control, station } = await lockWaiting(trx, caller, controlId)
    await saveDecision(trx, controlId, {
      state: 'refused',
      decided_by: caller.who.accountId,
      decided_at: new Date(caller.now),
      remark,
    })
    await recordDone(trx, caller, {
      companyId: station.company_id,
      action: 'control.refuse',
      objectKind: 'control',
      objectId: controlId,
      detail: { op: control.op, askedBy: control.asked_by, remark },
    })
    return station.id
  })
  context.changeEvents.tell({ type: 'changed', stationId, what: 'commands' })
}
