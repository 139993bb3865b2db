import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { instant } from '../../platform/db/instant.ts'
import type { FileTable } from '../../platform/db/tables/files.ts'
import { readableStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import type { Db } from '../../platform/db/handle.ts'

export type FileRow = Selectable<FileTable>

/** Whatever its state; for whoever decides by it. */
export const fileOfId = (db: Db, id: string): Promise<FileRow | undefined> =>
  db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst()

/** One that this person may see: of a station in their scope, or sent by themselves and not yet put anywhere. */
export const visibleFile = (db: Db, who: Who, now: number, id: string): Promise<FileRow | undefined> =>
  db
    .selectFrom('file')
    .leftJoin('station', 'station.id', 'file.station_id')
    .selectAll('file')
    .where('file.id', '=', id)
    .where('file.removed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('file.station_id', 'is', null), eb('file.created_by', '=', who.accountId)]),
        eb.and([eb('file.station_id', 'is not', null), readableStations(who, now)]),
      ]),
    )
    .executeTakeFirst()

/** False when the id is in use. */
export const insertFile = async (
  trx: Db,
  file: Omit<FileRow, 'created_at' | 'removed_at' | 'station_id'> & { created_at: number },
): Promise<boolean> => {
  const made = await trx
    .insertInto('file')
    .values({ ...file, station_id: null, created_at: new Date(file.created_at) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** One at a time from here to the end of the transaction, among all that name the same `what`. */
export const inTurn = async (trx: Db, what: string): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(trx)
}

/** Bytes that a company has stored; for people without one, what they have sent themselves. */
export const storedBytes = async (trx: Db, whose: Pick<Who, 'accountId' | 'companyId'>): Promise<number> => {
  const { companyId } = whose
  const { sum } = await trx
    .selectFrom('file')
    .select(sql<number>`coalesce(sum(bytes), 0)::float8`.as('sum'))
    .where('removed_at', 'is', null)
    .where((eb) =>
      companyId === null
        ? eb.and([eb('company_id', 'is', null), eb('created_by', '=', whose.accountId)])
        : eb('company_id', '=', companyId),
    )
    .executeTakeFirstOrThrow()
  return sum
}

/** Gives a file that its sender has not put anywhere to a station. False when it is none of those. */
export const giveToStation = async (
  trx: Db,
  file: { id: string; purpose: FileRow['purpose']; stationId: string; accountId: string },
): Promise<boolean> => {
  const given = await trx
    .updateTable('file')
    .set((eb) => ({
      station_id: file.stationId,
      company_id: eb
        .selectFrom('station')
        .select('station.company_id')
        .where('station.id', '=', file.stationId),
    }))
    .where('id', '=', file.id)
    .where('purpose', '=', file.purpose)
    .where('created_by', '=', file.accountId)
    .where('station_id', 'is', null)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return given !== undefined
}

/** No longer shown; its bytes go later. */
export const removeFile = async (trx: Db, id: string, now: number): Promise<void> => {
  await trx
    .updateTable('file')
    .set({ removed_at: new Date(now) })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute()
}

/** What nobody put anywhere since before that moment. Returns how many. */
export const removeLoose = async (db: Db, before: number, now: number): Promise<number> => {
  const done = await db
    .updateTable('file')
    .set({ removed_at: new Date(now) })
    .where('station_id', 'is', null)
    .where('removed_at', 'is', null)
    .where('created_at', '<', instant(before))
    .executeTakeFirst()
  return Number(done.numUpdatedRows)
}

export const removedBefore = async (db: Db, before: number, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('file')
    .select('id')
    .where('removed_at', '<', instant(before))
    .orderBy('removed_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const forgetFiles = async (db: Db, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0)
    await db
      .deleteFrom('file')
      .where('id', 'in', [...ids])
      .execute()
}

export const knownIds = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('file')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Rows of these ids, whatever their state. */
export const filesOfIds = async (db: Db, ids: readonly string[]): Promise<FileRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('file')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute()

/** Files in use, by their id, those after this one first; null = from the first. */
export const filesAfter = (db: Db, after: string | null, limit: number): Promise<FileRow[]> =>
  db
    .selectFrom('file')
    .selectAll()
    .where('removed_at', 'is', null)
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

export const looseAmong = (trx: Db, accountId: string, others: string[]) =>
  trx
    .selectFrom('file')
    .select('id')
    .where('id', 'in', others)
    .where('created_by', '=', accountId)
    .where('station_id', 'is', null)
    .where('removed_at', 'is', null)
    .execute()
