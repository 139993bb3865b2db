import { discard, temporary } from '../../platform/files/file-disk.ts'
import { copyOut, type Copied } from '../../platform/files/copy-out.ts'
import { type FileStore, fileOfName, nameOf, type Size } from '../../platform/files/store.ts'
import type { Db } from '../../platform/db/handle.ts'
import { filesAfter, filesOfIds, type FileRow } from './file-store.ts'

export type MoveOptions = {
  db: Db
  from: FileStore
  to: FileStore
  /** A folder of this machine for what is on its way; of the same disk as the target, where that is a folder. */
  dir: string
  /** Takes each file away from `from` once it was found whole in `to`. */
  remove: boolean
  say: (line: string) => void
}

export type Moved = {
  /** Files that lie in the target now, small pictures counted by themselves, and their bytes. */
  files: number
  bytes: number
  /** Of those, what had to be sent. */
  sent: number
  removed: number
  /** Files in use that the target does not have, by name. */
  missing: string[]
  /** Files that are not what their row says, or that did not arrive as they were. They are not taken away. */
  wrong: string[]
}

/** Files on their way at a time, and files between two lines of progress. Chosen. */
const [AT_ONCE, STEP] = [4, 200]
const rowsAtOnce = 500

/** Does it for each, a few at a time. After the first error nothing more is begun, and what was begun is waited for. */
const forEach = async <T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> => {
  const left = all.values()
  const errors: unknown[] = []
  const some = async (): Promise<void> => {
    for (const one of left) {
      if (errors.length > 0) return
      await work(one).catch((error: unknown) => errors.push(error))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, some))
  if (errors.length > 0) throw errors[0]
}

/** Pictures were written anew: of them the row knows the size, and the hash of what was sent. */
const isAsItsRow = ({ bytes, width, sha256 }: FileRow, size: Size, found: Copied): boolean =>
  size === 'thumb' ||
  (bytes === found.bytes && (width !== null || Buffer.from(sha256).toString('hex') === found.sha256))

/**
 * Copies all files of an installation from one store into another while servers may go on working with the first. What
 * lies there already is not sent again; everything is read back and compared by SHA-256, so a second call proves the
 * first. @throws StoreTrouble; then the same call goes on where it ended.
 */
export const moveFiles = async ({ db, from, to, dir, remove, say }: MoveOptions): Promise<Moved> => {
  const moved: Moved = { files: 0, bytes: 0, sent: 0, removed: 0, missing: [], wrong: [] }

  const moveOne = async (name: string, size: Size, row: FileRow | undefined): Promise<void> => {
    const local = await temporary(dir)
    try {
      const found = await copyOut(from, name, local)
      // Swept meanwhile.
      if (found === null) return
      const sound = row === undefined || isAsItsRow(row, size, found)
      if (!sound) moved.wrong.push(`${name} is not what its row says; it was copied as it is`)
      let there = (await to.sizeOf(name)) === found.bytes ? await copyOut(to, name) : null
      if (there?.sha256 !== found.sha256) {
        await to.put(name, local)
        moved.sent += 1
        there = await copyOut(to, name)
      }
      if (there?.sha256 !== found.sha256) {
        moved.wrong.push(`${name} did not arrive as it was`)
        return
      }
      moved.files += 1
      moved.bytes += found.bytes
      if (moved.files % STEP === 0) say(`${moved.files} files, ${moved.sent} of them sent now`)
      if (!remove || !sound) return
      await from.erase(name)
      moved.removed += 1
    } finally {
      await discard(local)
    }
  }

  for await (const page of from.list()) {
    const named = page.flatMap(({ name }) => {
      const file = fileOfName(name)
      return file === null ? [] : [{ name, ...file }]
    })
    const rows = new Map(
      (await filesOfIds(db, [...new Set(named.map(({ id }) => id))])).map((row) => [row.id, row]),
    )
    await forEach(named, ({ name, id, size }) => moveOne(name, size, rows.get(id)))
  }

  let after: string | null = null
  for (;;) {
    const rows: FileRow[] = await filesAfter(db, after, rowsAtOnce)
    await forEach(rows, async ({ id, width }) => {
      for (const name of [nameOf(id, 'full'), ...(width === null ? [] : [nameOf(id, 'thumb')])])
        if ((await to.sizeOf(name)) === null) moved.missing.push(name)
    })
    after = rows.at(-1)?.id ?? null
    if (rows.length < rowsAtOnce) return moved
  }
}
