import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { CHECK_IN_MS } from '#domain/stations/check-in.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'
import { CHECK_INS_SHOWN } from '#domain/stations/limits.ts'

const shown = (db: Db, now: number) =>
  db
    .selectFrom('check_in')
    .innerJoin('account', 'account.id', 'check_in.account_id')
    .innerJoin('station', 'station.id', 'check_in.station_id')
    .selectAll('check_in')
    .select(['account.name', 'station.name as station_name'])
    .where('check_in.ended_at', 'is', null)
    .where('check_in.until_at', '>', instant(now))

export type CheckInRow = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

/** Who is at a station at `now`, the earliest first. */
export const checkedInAt = async (db: Db, stationId: string, now: number): Promise<CheckInRow[]> =>
  shown(db, now)
    .where('check_in.station_id', '=', stationId)
    .orderBy('check_in.began_at')
    .orderBy('check_in.id')
    .execute()

/** The first of them, whoever asks before all others, and how many there are. */
export const someCheckedInAt = async (
  db: Db,
  stationId: string,
  now: number,
  accountId: string,
): Promise<{ rows: CheckInRow[]; total: number }> => {
  const there = shown(db, now).where('check_in.station_id', '=', stationId)
  const [rows, counted] = await Promise.all([
    there
      .orderBy(sql`check_in.account_id <> ${accountId}`)
      .orderBy('check_in.began_at')
      .orderBy('check_in.id')
      .limit(CHECK_INS_SHOWN)
      .execute(),
    db
      .selectFrom('check_in')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('station_id', '=', stationId)
      .where('ended_at', 'is', null)
      .where('until_at', '>', instant(now))
      .executeTakeFirstOrThrow(),
  ])
  return {
    rows: rows.toSorted((a, b) => a.began_at - b.began_at || (a.id < b.id ? -1 : 1)),
    total: counted.n,
  }
}

/** Where a person is at `now`, at whatever station that is in force. */
export const checkInOf = async (db: Db, accountId: string, now: number): Promise<CheckInRow | undefined> =>
  shown(db, now)
    .where('check_in.account_id', '=', accountId)
    .where('station.deleted_at', 'is', null)
    .executeTakeFirst()

/** Of two check-ins of one person at two stations at once, one comes after the other. */
export const lockPerson = async (trx: Db, accountId: string): Promise<void> => {
  await trx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
}

/** The number that a person gave last; null when they never checked in. */
export const lastPhoneOf = async (db: Db, accountId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('check_in')
      .select('phone')
      .where('account_id', '=', accountId)
      .orderBy('began_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.phone ?? null

/**
 * Ends what is open of a person, `at` one station alone when that is given, and what began at an instant when that is.
 * One that had ended by itself keeps that instant. Gives the stations.
 */
export const endCheckIns = async (
  trx: Db,
  accountId: string,
  now: number,
  at?: { stationId: string; since?: number },
): Promise<string[]> =>
  (
    await trx
      .updateTable('check_in')
      .set({ ended_at: sql<Date>`least(until_at, ${instant(now)})` })
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null)
      .$if(at !== undefined, (query) => query.where('station_id', '=', at?.stationId ?? ''))
      .$if(at?.since !== undefined, (query) => query.where('began_at', '=', instant(at?.since ?? 0)))
      .returning('station_id')
      .execute()
  ).map((row) => row.station_id)

export const putCheckIn = async (
  trx: Db,
  given: { stationId: string; accountId: string; phone: string; now: number },
): Promise<void> => {
  await trx
    .insertInto('check_in')
    .values({
      id: randomUUID(),
      station_id: given.stationId,
      account_id: given.accountId,
      phone: given.phone,
      began_at: new Date(given.now),
      until_at: new Date(given.now + CHECK_IN_MS),
    })
    .execute()
}

/** Another number, and the full time from `now`. */
export const prolongCheckIn = async (trx: Db, id: string, phone: string, now: number): Promise<void> => {
  await trx
    .updateTable('check_in')
    .set({ phone, until_at: new Date(now + CHECK_IN_MS) })
    .where('id', '=', id)
    .execute()
}
