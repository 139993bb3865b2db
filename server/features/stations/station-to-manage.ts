import { mustManage, mustOwn } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { findStation, lockStation } from './station-store.ts'
import type { Caller } from '../accounts/who.ts'

type Asking = Pick<Caller, 'who' | 'now'>

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

/** A station that is the caller's own: one that is shared with them is shared on by nobody. @throws Refusal `not_found`, `forbidden` */
export const stationToShare = async (db: Db, asking: Asking, id: string) => {
  const station = await stationToManage(db, asking, id)
  mustOwn(asking.who, station)
  return station
}

/** The same, locked until the transaction ends. @throws Refusal `not_found`, `forbidden` */
export const lockToShare = async (trx: Db, asking: Asking, id: string) => {
  const station = await lockToManage(trx, asking, id)
  mustOwn(asking.who, station)
  return station
}
