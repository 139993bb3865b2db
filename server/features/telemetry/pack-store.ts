import { sql } from 'kysely'
import { SHARDS } from '../../platform/db/shards.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { PackedDay, StoredReading } from './pack-day.ts'
import { DAY_MS, nameOf } from './partition-store.ts'
import { readingColumns } from './readings-sql.ts'

/** First key of the two-key advisory locks of days that are being packed or unpacked; arbitrary, ours alone. */
export const PACK_LOCK = 7_203

export const dateOf = (dayStartAt: number): string => new Date(dayStartAt).toISOString().slice(0, 10)
const dayOf = (name: string): number =>
  Date.UTC(Number(name.slice(-8, -4)), Number(name.slice(-4, -2)) - 1, Number(name.slice(-2)))

/** Until the end of the transaction nobody else packs or unpacks this day, and no late reading of it comes in. */
const lockDay = async (trx: Db, day: number): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(${PACK_LOCK}::int, ${day / DAY_MS}::int)`.execute(trx)
}

/**
 * Servers of the version before know nothing of packed days: to them these would be missing. While an installation is
 * upgraded one after the other nothing is packed; a day later all of it is.
 */
export const mayPack = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ may: boolean }>`
    SELECT now() - applied_at > interval '1 day' AS may FROM migration WHERE name = '0259_packed_days.sql'`.execute(
    db,
  )
  return rows[0]?.may ?? false
}

/** UTC days up to `last` whose rows take room on the disk, oldest first, with how many bytes that is. */
export const daysOfRows = async (db: Db, last: number): Promise<{ day: number; bytes: number }[]> => {
  const { rows } = await sql<{ name: string; bytes: number }>`
    SELECT c.relname AS name, pg_total_relation_size(c.oid) AS bytes
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'reading'::regclass AND c.relname ~ '^reading_[0-9]{8}$' AND c.relname <= ${nameOf(last)}
       AND pg_relation_size(c.oid) > 0
     ORDER BY 1`.execute(db)
  return rows.map(({ name, bytes }) => ({ day: dayOf(name), bytes }))
}

/** Devices that have rows on a day, by their numbers, those behind `after`. */
export const devicesOfDay = async (
  db: Db,
  one: { day: number; shards: readonly number[]; after: number; limit: number },
): Promise<number[]> => {
  const { rows } = await sql<{ no: number }>`
    SELECT DISTINCT device_no AS no FROM reading
     WHERE ts >= ${instant(one.day)} AND ts < ${instant(one.day + DAY_MS)} AND device_no > ${one.after}
       AND device_no % ${sql.lit(SHARDS)} = ANY(${[...one.shards]}::int[])
     ORDER BY 1 LIMIT ${one.limit}`.execute(db)
  return rows.map(({ no }) => no)
}

/** The rows of devices on a day, sorted. */
export const rowsOfDay = async (
  trx: Db,
  nos: readonly number[],
  day: number,
): Promise<Map<number, StoredReading[]>> => {
  const { rows } = await sql<StoredReading & { device_no: number }>`
    SELECT ${sql.raw(readingColumns.join(', '))} FROM reading_rows
     WHERE device_no = ANY(${[...nos]}::int[]) AND ts >= ${instant(day)} AND ts < ${instant(day + DAY_MS)}
     ORDER BY device_no, ts`.execute(trx)
  return Map.groupBy(rows, (row) => row.device_no)
}

/** Makes the month of a day, if it is not there. */
export const ensureMonth = async (trx: Db, day: number): Promise<void> => {
  await sql`SELECT reading_packed_make(${dateOf(day)}::date)`.execute(trx)
}

/**
 * Keeps packed days in place of their rows. The database unpacks them once more and compares: gives the devices of
 * which that differs; of those the rows stay.
 */
export const keepPacked = async (
  trx: Db,
  day: number,
  packed: readonly { no: number; row: PackedDay }[],
): Promise<number[]> => {
  if (packed.length === 0) return []
  await trx
    .insertInto('reading_packed')
    .values(packed.map(({ no, row }) => ({ ...row, device_no: no, day: dateOf(day) })))
    .execute()
  const { rows } = await sql<{ apart: number[] }>`
    SELECT reading_pack_settle(${packed.map(({ no }) => no)}::int[], ${dateOf(day)}::date) AS apart`.execute(
    trx,
  )
  return rows[0]?.apart ?? []
}

/** Makes packed days rows again, under the day's lock; of days that are not packed nothing changes. Gives how many. */
export const unpackDay = async (trx: Db, nos: readonly number[], day: number): Promise<number> => {
  await lockDay(trx, day)
  const { rows } = await sql<{ days: number }>`
    SELECT reading_unpack(${[...nos]}::int[], ${dateOf(day)}::date) AS days`.execute(trx)
  return rows[0]?.days ?? 0
}

/** Gives the disk of a day back of which no row is left. False: a row is left, or somebody reads it. */
export const emptyDay = async (db: Db, day: number): Promise<boolean> => {
  const { rows } = await sql<{ emptied: boolean }>`
    SELECT reading_day_empty(${dateOf(day)}::date) AS emptied`.execute(db)
  return rows[0]?.emptied ?? false
}

/** Days of devices that are packed, the newest first. */
export const packedDays = async (
  db: Db,
  one: { shards: readonly number[]; limit: number },
): Promise<{ no: number; day: number }[]> => {
  const { rows } = await sql<{ no: number; day: string }>`
    SELECT device_no AS no, day FROM reading_packed
     WHERE device_no % ${sql.lit(SHARDS)} = ANY(${[...one.shards]}::int[]) LIMIT ${one.limit}`.execute(db)
  return rows.map(({ no, day }) => ({ no, day: Date.parse(day) }))
}

/** Days on which a reading of these devices has a quality flag. */
export const flaggedDays = async (
  trx: Db,
  nos: readonly number[],
): Promise<{ no: number; day: number }[]> => {
  // All alike, and 0: no bits, no base.
  const { rows } = await sql<{ no: number; day: string }>`
    SELECT device_no AS no, day FROM reading_packed
     WHERE device_no = ANY(${[...nos]}::int[])
       AND (flags IS NULL OR get_byte(flags, 0) <> 0 OR get_byte(flags, 2) <> 0)
     ORDER BY day`.execute(trx)
  return rows.map(({ no, day }) => ({ no, day: Date.parse(day) }))
}

/** Drops the packed months that end at or before `before` (epoch ms), which must be more than a year ago. Gives how many. */
export const dropMonths = async (db: Db, before: number): Promise<number> => {
  const { rows } = await sql<{ month: string }>`
    SELECT to_date(right(c.relname, 6), 'YYYYMM') AS month
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'reading_packed'::regclass AND c.relname ~ '^reading_packed_[0-9]{6}$'
       AND to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month'
           <= (${instant(before)} AT TIME ZONE 'UTC')::date
     ORDER BY 1`.execute(db)
  for (const { month } of rows) await sql`SELECT reading_packed_drop(${month}::date)`.execute(db)
  return rows.length
}
