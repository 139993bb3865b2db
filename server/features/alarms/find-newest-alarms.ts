import type { Db } from '../../platform/db/handle.ts'
import { findAlarms } from './find-alarms.ts'

/**
 * Ids of the open alarms that occurred last, whatever their level. Each level gives its newest out of its own range of
 * the index, so a million alarms cost as much as a hundred. `stations` as in `findAlarms`.
 */
export const newestAlarms = async (
  db: Db,
  stations: readonly string[] | null,
  limit: number,
): Promise<string[]> => {
  const found = await findAlarms(db, stations, { status: 'open' }, { after: null, limit, newest: true })
  return found.map(({ id }) => id)
}
