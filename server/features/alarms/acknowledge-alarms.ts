import { ACKNOWLEDGED_MOST_MS } from '#domain/alarms/limits.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { transact } from '../../platform/db/open.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { mustManage } from '../accounts/managing.ts'
import type { Caller } from '../accounts/who.ts'
import { endAcknowledgements, putAcknowledgement } from './acknowledgement-store.ts'
import { lockVisibleAlarms } from './alarm-detail-store.ts'

type Told = Pick<Context, 'db' | 'changeEvents'>
type Row = Awaited<ReturnType<typeof lockVisibleAlarms>>[number]

/** Alarms of one station that the caller may act on, locked; all of them or none. */
const lockThose = async (trx: Db, { who, now }: Caller, given: readonly string[]) => {
  const ids = [...new Set(given)]
  const rows = await lockVisibleAlarms(trx, ids, who, now)
  const [first] = rows
  if (first === undefined || rows.length !== ids.length) return refuse('not_found')
  if (rows.some((row) => row.station_id !== first.station_id))
    return refuse('alarms_of_one_station', { field: 'ids' })
  mustManage(who, first)
  return { rows, stationId: first.station_id }
}

/** @throws Refusal `invalid_input` for an end that is past or too far */
export const mustEndInTime = (until: number, now: number): void => {
  if (until <= now || until > now + ACKNOWLEDGED_MOST_MS)
    refuse('invalid_input', {
      field: 'until',
      problems: [{ code: 'invalid_input', field: 'until' }],
    })
}

/** Acknowledges alarms that are locked and open. */
export const acknowledgeRows = async (
  trx: Db,
  caller: Caller,
  rows: readonly Row[],
  { until, remark = '' }: { until: number; remark?: string | undefined },
): Promise<void> => {
  for (const row of rows) {
    await putAcknowledgement(trx, {
      alarmId: row.id,
      accountId: caller.who.accountId,
      now: caller.now,
      until,
      level: row.level,
      remark,
    })
    await recordDone(trx, caller, {
      companyId: row.company_id,
      action: 'alarm.acknowledge',
      objectKind: 'alarm',
      objectId: row.id,
      detail: { code: row.code, until, remark },
    })
  }
}

/** Ends the acknowledgements of alarms that are locked. Gives how many had one. */
export const wakeRows = async (trx: Db, caller: Caller, rows: readonly Row[]): Promise<number> => {
  const ids = rows.map(({ id }) => id)
  const woken = new Set(await endAcknowledgements(trx, ids, caller.now))
  for (const row of rows.filter(({ id }) => woken.has(id)))
    await recordDone(trx, caller, {
      companyId: row.company_id,
      action: 'alarm.wake',
      objectKind: 'alarm',
      objectId: row.id,
      detail: { code: row.code },
    })
  return woken.size
}

/**
 * A person has seen alarms of one station and keeps them quiet until then; their status stays as it is.
 * @throws Refusal `not_found`, `forbidden`, `alarms_of_one_station`, `wrong_state` for a closed one, `invalid_input`
 * for an end that is past or too far
 */
export const acknowledgeAlarms = async (
  { db, changeEvents }: Told,
  caller: Caller,
  given: { ids: readonly string[]; until: number; remark?: string | undefined },
): Promise<{ acknowledged: number }> => {
  const outcome = await transact(db, async (trx) => {
    const { rows, stationId } = await lockThose(trx, caller, given.ids)
    mustEndInTime(given.until, caller.now)
    if (rows.some(({ status }) => status === 'closed')) return refuse('wrong_state', { field: 'ids' })
    await acknowledgeRows(trx, caller, rows, given)
    return { stationId, acknowledged: rows.length }
  })
  changeEvents.tell({ type: 'changed', stationId: outcome.stationId, what: 'alarms' })
  return { acknowledged: outcome.acknowledged }
}

/** Takes it back: they are loud again. What nobody has acknowledged stays as it is. */
export const wakeAlarms = async (
  { db, changeEvents }: Told,
  caller: Caller,
  ids: readonly string[],
): Promise<{ woken: number }> => {
  const outcome = await transact(db, async (trx) => {
    const { rows, stationId } = await lockThose(trx, caller, ids)
    const woken = await wakeRows(trx, caller, rows)
    return { stationId, woken }
  })
  changeEvents.tell({ type: 'changed', stationId: outcome.stationId, what: 'alarms' })
  return { woken: outcome.woken }
}
