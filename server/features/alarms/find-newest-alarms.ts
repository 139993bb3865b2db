import type { Db } from '../../platform/db/handle.ts'
import { findAlarms, type FoundAlarm } from './find-alarms.ts'

const LEVELS = [1, 2, 3, 4] as const

const newestFirst = (a: FoundAlarm, b: FoundAlarm): number =>
  b.occurred_at - a.occurred_at || (a.id < b.id ? 1 : -1)

/**
 * Ids of the open alarms that occurred last, whatever their level. Each level gives its newest out of its own range of
 * the index, so a million alarms cost as much as a hundred. `stations` as in `findAlarms`.
 */
export const newestAlarms = async (
  db: Db,
  stations: readonly string[] | null,
  limit: number,
): Promise<string[]> => {
  const found: FoundAlarm[] = []
  for (const level of LEVELS)
    found.push(...(await findAlarms(db, stations, { status: 'open', level }, { after: null, limit })))
  return found
    .sort(newestFirst)
    .slice(0, limit)
    .map(({ id }) => id)
}
