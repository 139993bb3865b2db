import type { Context } from '../../context.ts'
import { eraseUnfinished } from '../../platform/files/file-disk.ts'
import { eraseFile, storedIds } from '../../platform/files/store.ts'
import { forgetFiles, knownIds, removedBefore, removeLoose } from './file-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** For so long a file may wait for the object it was sent for to be saved: a draft may lie. */
export const LOOSE_DAYS = 14
/** For so long the bytes of what was removed stay, so that a backup of that moment finds them. */
const REMOVED_DAYS = 2
const batch = 200

/** `strays`: taken away; `unknown`: left, in a store that may hold the files of others. */
export type Swept = { loose: number; removed: number; strays: number; unknown: number; unfinished: number }

/**
 * Clears away what belongs to nothing: files that nobody put anywhere, those that were removed, bytes without a row
 * (in a folder of our own alone: a bucket may hold the files of another installation, or those that came after the backup
 * that this one was restored from) and uploads that were cut. `now` is the installation's clock, `diskNow` that of the disk; a store elsewhere may be off by
 * hours.
 */
export const sweepFiles = async (
  { db, files }: Pick<Context, 'db' | 'files'>,
  now: number,
  diskNow: number,
  stopping?: AbortSignal,
): Promise<Swept> => {
  const swept = {
    loose: await removeLoose(db, now - LOOSE_DAYS * DAY_MS, now),
    removed: 0,
    strays: 0,
    unknown: 0,
    // First, and here: it has to go also while a store elsewhere cannot be reached.
    unfinished: await eraseUnfinished(files.dir, diskNow - HOUR_MS),
  }
  const sweepRemoved = async (): Promise<void> => {
    const ids = await removedBefore(db, now - REMOVED_DAYS * DAY_MS, batch)
    for (const id of ids) await eraseFile(files.store, id)
    await forgetFiles(db, ids)
    swept.removed += ids.length
    if (ids.length === batch && !stopping?.aborted) await sweepRemoved()
  }
  await sweepRemoved()
  for await (const ids of storedIds(files.store, diskNow - DAY_MS)) {
    if (stopping?.aborted) break
    const known = await knownIds(db, ids)
    const strays = ids.filter((one) => !known.has(one))
    if (files.store.mayHoldOthers) {
      swept.unknown += strays.length
      continue
    }
    for (const id of strays) await eraseFile(files.store, id)
    swept.strays += strays.length
  }
  swept.unfinished += await files.store.eraseUnfinished(diskNow - DAY_MS)
  return swept
}
