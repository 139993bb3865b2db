import type { DeviceCaller } from '../devices/add-gateway.ts'
import { mustManage } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Db } from '../kitchen.ts'
import { refuse } from '../refusal.ts'
import { findStation } from '../stations/station-store.ts'

/** A station that the caller sees and may change. @throws Refusal `not_found`, `forbidden` */
export const stationToChange = async (
  db: Db,
  caller: Pick<DeviceCaller, 'who' | 'now'>,
  stationId: string,
): Promise<{ id: string; companyId: string }> => {
  const station =
    (await findStation(db, stationId, visibleStations(caller.who, caller.now))) ?? refuse('not_found')
  mustManage(caller.who, station)
  return { id: station.id, companyId: station.company_id }
}
