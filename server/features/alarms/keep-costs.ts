import { partsOfInstance } from '#domain/alarms/same-cause.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { costOf } from './alarm-cost.ts'
import { itemsOfAlarm } from './alarm-detail-store.ts'
import { type ShownAlarm, shownAlarmsOf } from './find-shown-alarms.ts'
import { alarmsToReckon, forgetCosts, keepCost } from './kept-cost-store.ts'

/** What one run takes, at the most. */
const ALARMS = 100
const WORK_MS = 5_000
/** What has stood for long grows slowly: it is reckoned anew when it may be so much of it more. */
const SHARE = 1 / 50
const LEAST_MS = 10 * 60_000
const MOST_MS = 12 * 3_600_000

const reckon = async (db: Db, row: ShownAlarm, now: number) => {
  const items = await itemsOfAlarm(db, row.id)
  const instances = items.map(({ instance }) => partsOfInstance(instance).instance)
  return costOf(db, row, instances, now)
}

/** Reckons what open alarms have cost so far, as their pages do, so that lists can tell it. */
export const keepCosts = async (
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  now: number,
  stopping: AbortSignal,
): Promise<void> => {
  const ids = await alarmsToReckon(db, now, ALARMS)
  if (ids.length === 0) return
  const rows = await shownAlarmsOf(db, ids)
  await forgetCosts(
    db,
    rows.flatMap((row) => (row.status === 'closed' ? [row.id] : [])),
  )
  const begun = clock()
  for (const row of rows) {
    if (stopping.aborted || clock() - begun > WORK_MS) return
    if (row.status === 'closed') continue
    // One that cannot be reckoned keeps none of the others waiting.
    const cost = await reckon(db, row, now).catch((err: unknown) => {
      log.warn({ err, alarmId: row.id }, 'what an alarm has cost could not be reckoned')
      return null
    })
    const waitMs = Math.min(MOST_MS, Math.max(LEAST_MS, (now - row.first_at) * SHARE))
    await keepCost(db, { alarmId: row.id, at: now, dueAt: now + waitMs, wh: cost?.wh ?? null })
  }
}
