import type { Db } from '../../platform/db/handle.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { answerEach, done, type EachResult, refusedWith } from '../accounts/answer-each.ts'
import { manages } from '../accounts/managing.ts'
import type { Caller } from '../accounts/who.ts'
import { acknowledgeRows, mustEndInTime, wakeRows } from './acknowledge-alarms.ts'
import { acknowledgedOf } from './acknowledgement-store.ts'
import { lockVisibleAlarms } from './alarm-detail-store.ts'

type Told = Pick<Context, 'db' | 'changeEvents'>
type Given = { ids: readonly string[]; preview?: boolean | undefined }
type Row = Awaited<ReturnType<typeof lockVisibleAlarms>>[number]

/** Locks what is in sight and judges each; `act` is given those that it is done to. */
const forEach = async (
  { db, changeEvents }: Told,
  caller: Caller,
  { ids: given, preview = false }: Given,
  action: string,
  judge: (row: Row, quiet: boolean) => EachResult,
  act: (trx: Db, rows: readonly Row[]) => Promise<unknown>,
): Promise<{ results: EachResult[] }> => {
  const { who, now } = caller
  const ids = [...new Set(given)]
  const { results, stations } = await transact(db, async (trx) => {
    const rows = new Map((await lockVisibleAlarms(trx, ids, who, now)).map((row) => [row.id, row]))
    const quiet = await acknowledgedOf(trx, [...rows.keys()], now)
    const judged = ids.map((id) => {
      const row = rows.get(id)
      if (row === undefined) return refusedWith(id, { code: 'not_found', detail: {} })
      if (!manages(who, row)) return refusedWith(id, { code: 'forbidden', detail: { why: 'look_only' } })
      return judge(row, quiet.has(id))
    })
    const acted = judged.flatMap(({ id, refused }) => (refused === null ? (rows.get(id) ?? []) : []))
    if (!preview) await act(trx, acted)
    return { results: judged, stations: preview ? [] : acted.map((row) => row.station_id) }
  })
  for (const stationId of new Set(stations)) changeEvents.tell({ type: 'changed', stationId, what: 'alarms' })
  return answerEach(db, caller, { action, objectKind: 'alarm', preview }, results)
}

/**
 * Alarms of any stations, each acknowledged by itself as one alone is.
 * @throws Refusal `invalid_input` for an end that is past or too far
 */
export const acknowledgeEach = async (
  told: Told,
  caller: Caller,
  given: Given & { until: number; remark?: string | undefined },
): Promise<{ results: EachResult[] }> => {
  mustEndInTime(given.until, caller.now)
  return forEach(
    told,
    caller,
    given,
    'POST /api/alarms/acknowledge-each',
    ({ id, status }, quiet) =>
      status === 'closed' ? refusedWith(id, { code: 'wrong_state', detail: {} }) : done(id, quiet),
    (trx, rows) => acknowledgeRows(trx, caller, rows, given),
  )
}

/** Takes it back of each. What nobody has acknowledged stays as it is. */
export const wakeEach = async (
  told: Told,
  caller: Caller,
  given: Given,
): Promise<{ results: EachResult[] }> =>
  forEach(
    told,
    caller,
    given,
    'POST /api/alarms/wake-each',
    ({ id }, quiet) => done(id, !quiet),
    (trx, rows) => wakeRows(trx, caller, rows),
  )
