import { afterEvent } from '#domain/alarms/alarm-states.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { mustManage } from '../accounts/managing.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../platform/refusal.ts'
import { closeAlarm } from './alarm-store.ts'
import type { Caller } from '../accounts/who.ts'
import { lockVisibleAlarms, noteClear } from './alarm-detail-store.ts'

/**
 * A person clears alarms of one station, all of them or none. What is closed already stays as it was closed; that it
 * was cleared again is noted.
 * @throws Refusal `not_found` when one of them is not visible, `forbidden` at a station that is only
 * shared to be looked at, `alarms_of_one_station`
 */
export const clearAlarms = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  caller: Caller,
  given: { ids: readonly string[]; remark: string },
): Promise<{ closed: number; again: number }> => {
  const { who, now } = caller
  const ids = [...new Set(given.ids)]
  const outcome = await transact(db, async (trx) => {
    const rows = await lockVisibleAlarms(trx, ids, who, now)
    const [first] = rows
    if (first === undefined || rows.length !== ids.length) return refuse('not_found')
    if (rows.some((row) => row.station_id !== first.station_id))
      return refuse('alarms_of_one_station', { field: 'ids' })
    mustManage(who, first)
    let closed = 0
    for (const row of rows) {
      const after = afterEvent(row.status, 'cleared')
      if (after && after.closeType !== 'not_operated') {
        closed += 1
        await closeAlarm(trx, row.id, {
          closeType: after.closeType,
          at: now,
          by: who.accountId,
          reason: given.remark,
        })
      }
      await noteClear(trx, {
        alarm_id: row.id,
        at: new Date(now),
        account_id: who.accountId,
        remark: given.remark,
      })
      await recordDone(trx, caller, {
        companyId: row.company_id,
        action: after ? 'alarm.clear' : 'alarm.clear-again',
        objectKind: 'alarm',
        objectId: row.id,
        detail: { code: row.code, remark: given.remark },
      })
    }
    return { stationId: first.station_id, closed, again: rows.length - closed }
  })
  changeEvents.tell({ type: 'changed', stationId: outcome.stationId, what: 'alarms' })
  return { closed: outcome.closed, again: outcome.again }
}
