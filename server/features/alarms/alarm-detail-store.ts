import type { Db } from '../../platform/db/handle.ts'
import { CLEARS_SHOWN, ITEMS_SHOWN } from '#domain/alarms/limits.ts'
import type { Expression, SqlBool, Insertable } from 'kysely'
import { instant } from '../../platform/db/instant.ts'
import type { Who } from '../accounts/who.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Tables } from '../../platform/db/tables.ts'

const YEAR = 366 * 24 * 3_600_000

export const visibleAlarm = (db: Db, alarmId: string, scope: Expression<SqlBool>) =>
  db
    .selectFrom('alarm')
    .innerJoin('station', 'station.id', 'alarm.station_id')
    .select('alarm.id')
    .where('alarm.id', '=', alarmId)
    .where(scope)
    .executeTakeFirst()

/** The instances that were last heard of, newest first. */
export const itemsOfAlarm = (db: Db, id: string) =>
  db
    .selectFrom('alarm_item')
    .selectAll()
    .where('alarm_id', '=', id)
    .orderBy('last_at', 'desc')
    .orderBy('instance')
    .limit(ITEMS_SHOWN)
    .execute()

export const countItems = async (db: Db, id: string): Promise<number> => {
  const { n } = await db
    .selectFrom('alarm_item')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('alarm_id', '=', id)
    .executeTakeFirstOrThrow()
  return n
}

export const clearsOfAlarm = (db: Db, id: string) =>
  db
    .selectFrom('alarm_clear')
    .innerJoin('account', 'account.id', 'alarm_clear.account_id')
    .select(['at', 'account.id', 'account.name', 'remark'])
    .where('alarm_id', '=', id)
    .orderBy('at', 'desc')
    .limit(CLEARS_SHOWN)
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
