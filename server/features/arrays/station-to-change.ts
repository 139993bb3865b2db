import type { Db } from '../../platform/db/handle.ts'
import { stationToManage } from '../stations/station-to-manage.ts'
import type { Caller } from '../accounts/who.ts'

/** A station that the caller sees and may change. @throws Refusal `not_found`, `forbidden` */
export const stationToChange = async (
  db: Db,
  caller: Pick<Caller, 'who' | 'now'>,
  stationId: string,
): Promise<{ id: string; companyId: string }> => {
  const station = await stationToManage(db, caller, stationId)
  return { id: station.id, companyId: station.company_id }
}
