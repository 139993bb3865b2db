import type { DeviceCaller } from '../devices/add-gateway.ts'
import type { Db } from '../../platform/db/handle.ts'
import { stationToManage } from '../stations/station-to-manage.ts'

/** A station that the caller sees and may change. @throws Refusal `not_found`, `forbidden` */
export const stationToChange = async (
  db: Db,
  caller: Pick<DeviceCaller, 'who' | 'now'>,
  stationId: string,
): Promise<{ id: string; companyId: string }> => {
  const station = await stationToManage(db, caller, stationId)
  return { id: station.id, companyId: station.company_id }
}
