import type { Db } from '../../platform/db/handle.ts'
import type { Expression, SqlBool, Insertable } from 'kysely'
import { instant } from '../../platform/db/instant.ts'
import type { Who } from '../accounts/who.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Tables } from '../../platform/db/tables.ts'

const CLEARS = 50

const YEAR = 366 * 24 * 3_600_000

export const visibleAlarm = (db: Db, alarmId: string, scope: Expression<SqlBool>) =>
  db
    .selectFrom('alarm')
    .innerJoin('station', 'station.id', 'alarm.station_id')
    .select('alarm.id')
    .where('alarm.id', '=', alarmId)
    .where(scope)
    .executeTakeFirst()

/** As many instances of one code as are told: a gateway may make up any number of them. */
export const ITEMS_MOST = 1_000

/** The instances that were last heard of, newest first. */
export const itemsOfAlarm = (db: Db, id: string) =>
  db
    .selectFrom('alarm_item')
    .selectAll()
    .where('alarm_id', '=', id)
    .orderBy('last_at', 'desc')
    .orderBy('instance')
    .limit(ITEMS_MOST)
    .execute()

export const clearsOfAlarm = (db: Db, id: string) =>
  db
    .selectFrom('alarm_clear')
    .innerJoin('account', 'account.id', 'alarm_clear.account_id')
    .select(['at', 'account.id', 'account.name', 'remark'])
    .where('alarm_id', '=', id)
    .orderBy('at', 'desc')
    .limit(CLEARS)
    .execute()

export const countSince = (db: Db, deviceId: string, code: string, now: number) =>
  db
    .selectFrom('alarm')
    .select((eb) => [
      eb.fn.countAll<number>().as('alarms'),
      eb.fn.coalesce(eb.fn.sum<number>('count'), eb.lit(0)).as('occurrences'),
    ])
    .where('device_id', '=', deviceId)
    .where('code', '=', code)
    .where('occurred_at', '>=', instant(now - YEAR))
    .executeTakeFirstOrThrow()

export const lockVisibleAlarms = (trx: Db, ids: string[], who: Who, now: number) =>
  trx
    .selectFrom('alarm')
    .innerJoin('station', 'station.id', 'alarm.station_id')
    .selectAll('alarm')
    .select(['station.company_id', 'station.owner_account_id'])
    .where('alarm.id', 'in', ids)
    .where(visibleStations(who, now))
    .orderBy('alarm.id')
    .forUpdate('alarm')
    .execute()

export const noteClear = async (trx: Db, row: Insertable<Tables['alarm_clear']>): Promise<void> => {
  await trx
    .insertInto('alarm_clear')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The devices of a station with these serials, those that are there and those that were. */
export const devicesOfSerials = (db: Db, stationId: string, serials: readonly string[]) =>
  db
    .selectFrom('device')
    .select(['id', 'kind', 'sn', 'name'])
    .where('station_id', '=', stationId)
    .where('sn', 'in', ['', ...serials])
    .orderBy('no')
    .execute()
