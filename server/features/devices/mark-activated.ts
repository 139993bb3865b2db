import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { saveFirstActivation } from './device-write-store.ts'

/** Sets the first activation of devices, by id; one that is activated keeps its time. Gives how many were not. */
export const markActivated = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  ids: readonly string[],
  at: number,
): Promise<number> => {
  if (ids.length === 0) return 0
  const rows = await transact(db, async (trx) => saveFirstActivation(trx, ids, at))
  for (const stationId of new Set(rows.map((row) => row.station_id)))
    changeEvents.tell({ type: 'changed', stationId, what: 'devices' })
  return rows.length
}
