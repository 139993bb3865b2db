import type { Context } from '../../context.ts'
import { unlessBackedUp } from '../../platform/backup/backup-session.ts'
import type { Db } from '../../platform/db/handle.ts'
import { packDay } from './pack-day.ts'
import {
  daysOfRows,
  devicesOfDay,
  emptyDay,
  ensureMonth,
  keepPacked,
  packedDays,
  rowsOfDay,
  unpackDay,
} from './pack-store.ts'
import { DAY_MS, utcDayStart } from './partition-store.ts'

/** Devices whose day is packed in one transaction, and in a turn of the job. */
const TOGETHER = 20
const IN_A_TURN = 60
/** A day of which rows were left is looked at again after this. */
const AGAIN_MS = 3_600_000

/** Where the job is; may be lost at any time: then it looks from the beginning. */
export type PackingPlace = {
  day: number
  /** Devices up to this number are done. */
  after: number
  /** Days that are done but for what could not be packed or others are at, and until when they are left alone. */
  left: Map<number, number>
  told: boolean
}
export const startOfPacking = (): PackingPlace => ({ day: 0, after: 0, left: new Map(), told: false })

/** Packs the day of some devices. Gives those that the database does not read as they were; their rows stay. */
export const packDevices = async (trx: Db, nos: readonly number[], day: number): Promise<number[]> => {
  // What came late lies beside the packed day: they become one.
  await unpackDay(trx, nos, day)
  const rows = await rowsOfDay(trx, nos, day)
  return keepPacked(
    trx,
    day,
    [...rows].map(([no, readings]) => ({ no, row: packDay(readings, day) })),
  )
}

/**
 * A turn of the job: the oldest day that ended `packAfterDays` days ago and has rows of these shards, some devices of it.
 * A day of which nothing is left gives its disk back. Whatever ends in the middle of it is done again.
 */
export const packDays = async (
  { db, pool, log, packAfterDays }: Pick<Context, 'db' | 'pool' | 'log' | 'packAfterDays'>,
  now: number,
  shards: readonly number[],
  place: PackingPlace,
  stopping?: AbortSignal,
): Promise<void> => {
  const days = await daysOfRows(db, utcDayStart(now) - (packAfterDays + 1) * DAY_MS)
  if (days.length > 1 && !place.told) {
    const bytes = days.reduce((sum, one) => sum + one.bytes, 0)
    const most = Math.max(...days.map((one) => one.bytes))
    // A day is there twice while it is packed; its rows are written once more to the log of the database.
    log.info(
      { days: days.length, megabytes: Math.round(bytes / 1e6), needed: Math.ceil((most * 1.2) / 1e6) },
      'days of readings are being packed; needed: megabytes of disk at a time',
    )
  }
  place.told = true
  const stopped = (): boolean => stopping?.aborted === true
  for (const { day } of days) {
    if (stopped()) return
    if ((place.left.get(day) ?? 0) > now) continue
    if (day !== place.day) [place.day, place.after] = [day, 0]
    const nos = await devicesOfDay(db, { day, shards, after: place.after, limit: IN_A_TURN })
    for (let at = 0; at < nos.length; at += TOGETHER) {
      if (stopped()) return
      const some = nos.slice(at, at + TOGETHER)
      const apart = await db.transaction().execute(async (trx) => {
        await ensureMonth(trx, day)
        return packDevices(trx, some, day)
      })
      if (apart.length > 0) log.error({ day, devices: apart }, 'a day of readings could not be packed')
      place.after = some.at(-1) ?? place.after
    }
    if (nos.length > 0) return
    place.day = 0
    // While a backup reads them the rows stay, as they do for whoever reads the day just now.
    if ((await unlessBackedUp(pool, () => emptyDay(db, day))) === true) place.left.delete(day)
    else place.left.set(day, now + AGAIN_MS)
  }
}

/** The way back, a turn of it: packed days become rows again. Gives how many. */
export const unpackDays = async (
  { db }: Pick<Context, 'db'>,
  shards: readonly number[],
  stopping?: AbortSignal,
): Promise<number> => {
  const found = await packedDays(db, { shards, limit: IN_A_TURN })
  let unpacked = 0
  for (const [day, some] of Map.groupBy(found, (one) => one.day)) {
    if (stopping?.aborted === true) break
    const nos = some.map(({ no }) => no)
    unpacked += await db.transaction().execute((trx) => unpackDay(trx, nos, day))
  }
  return unpacked
}
