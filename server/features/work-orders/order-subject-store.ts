import { visibleStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import type { Db } from '../../platform/db/handle.ts'

export const stationToServe = (trx: Db, stationId: string, who: Who, now: number) =>
  trx
    .selectFrom('station')
    .innerJoin('company', 'company.id', 'station.company_id')
    .select([
      'station.id',
      'station.name',
      'station.time_zone',
      'station.company_id',
      'station.owner_account_id',
      'company.auto_dispatch',
    ])
    .where('station.id', '=', stationId)
    .where(visibleStations(who, now))
    .executeTakeFirst()

export const deviceAt = (trx: Db, deviceId: string, stationId: string) =>
  trx
    .selectFrom('device')
    .select(['id', 'kind', 'sn', 'name'])
    .where('id', '=', deviceId)
    .where('station_id', '=', stationId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

export const alarmAt = (trx: Db, alarmId: string, stationId: string) =>
  trx
    .selectFrom('alarm')
    .innerJoin('device', 'device.id', 'alarm.device_id')
    .select(['alarm.code', 'device.name', 'device.sn'])
    .where('alarm.id', '=', alarmId)
    .where('alarm.station_id', '=', stationId)
    .executeTakeFirst()
