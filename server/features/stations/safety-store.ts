import { visibleStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import type { Db } from '../../platform/db/handle.ts'

export const safetyOf = (db: Db, stationId: string, who: Who, now: number) =>
  db
    .selectFrom('station')
    .select(['access', 'hazards', 'safety'])
    .where('station.id', '=', stationId)
    .where(visibleStations(who, now))
    .executeTakeFirst()

export const saveSafety = async (trx: Db, stationId: string, given: Safety): Promise<void> => {
  await trx.updateTable('station').set(given).where('id', '=', stationId).execute()
}

export type Safety = { access: string; hazards: string; safety: string }
