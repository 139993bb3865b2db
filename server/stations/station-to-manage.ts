import { mustManage } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Db } from '../kitchen.ts'
import { refuse } from '../refusal.ts'
import type { StationCaller } from './create-station.ts'
import { findStation, lockStation } from './station-store.ts'

type Asking = Pick<StationCaller, 'who' | 'now'>

/** A station that the caller sees and may change. @throws Refusal `not_found`, `forbidden` */
export const stationToManage = async (db: Db, { who, now }: Asking, id: string) => {
  const station = (await findStation(db, id, visibleStations(who, now))) ?? refuse('not_found')
  mustManage(who, station)
  return station
}

/** The same, locked until the transaction ends. @throws Refusal `not_found`, `forbidden` */
export const lockToManage = async (trx: Db, { who, now }: Asking, id: string) => {
  const station = (await lockStation(trx, id, visibleStations(who, now))) ?? refuse('not_found')
  mustManage(who, station)
  return station
}
