import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { closeDue } from './alarm-store.ts'

/** Closes the alarms that their devices said to be over and that have not come back within their end time. */
export const closeEndedAlarms = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  now: number,
): Promise<void> => {
  for (const stationId of await transact(db, (trx) => closeDue(trx, now)))
    changeEvents.tell({ type: 'changed', stationId, what: 'alarms' })
}
