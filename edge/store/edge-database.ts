import { existsSync, renameSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * What an edge must not forget, in one SQLite file: readings until the server has them, answers it owes, the list of
 * its devices and what is known of them. The file has one user, who sees to it that whatever is committed is on the disk.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS message (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    boot TEXT NOT NULL,
    seq INTEGER NOT NULL,
    ts INTEGER NOT NULL,
    hist INTEGER NOT NULL,
    UNIQUE (boot, seq)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS message_turn ON message (hist, id);
  CREATE TABLE IF NOT EXISTS reading (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sn TEXT NOT NULL,
    ts INTEGER NOT NULL,
    item TEXT NOT NULL,
    message INTEGER,
    UNIQUE (sn, ts)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS reading_message ON reading (message, id);
  CREATE TABLE IF NOT EXISTS answer (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    command TEXT NOT NULL,
    owed INTEGER NOT NULL,
    answer TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS fact (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
`

/** Blocks of the file; SQLite's own choice since 2016. */
export const PAGE_BYTES = 4096

const open = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file, { timeout: 2_000 })
  try {
    // Before the first table, or it takes no effect: what was given up can be given back to the disk.
    database.exec(`
      PRAGMA page_size = ${PAGE_BYTES};
      PRAGMA auto_vacuum = INCREMENTAL;
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
    `)
    database.exec(`BEGIN IMMEDIATE; ${tables} COMMIT;`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** SQLite says of a file that it is none of its own, or damaged. Source: sqlite.org/rescode.html, 11 and 26. */
const broken = [11, 26]
const BUSY = 5

export const sqliteCode = (error: unknown): number | null => {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'errcode') : null
  // The lowest byte is the kind, the others say more.
  return typeof code === 'number' ? code & 0xff : null
}

/**
 * Opens the file, or a new one when there is none. A damaged one is put aside (`aside` says under which name), for
 * whoever can save more of it.
 * @throws Error when another program uses it, or the disk cannot be written
 */
export const openEdgeDatabase = (
  file: string,
  now: number,
): { database: DatabaseSync; aside: string | null } => {
  try {
    return { database: open(file), aside: null }
  } catch (error) {
    if (sqliteCode(error) === BUSY) throw new Error(`Another edge uses ${file}.`, { cause: error })
    if (!broken.includes(sqliteCode(error) ?? 0)) throw error
  }
  const aside = `${file}.damaged-${now}`
  renameSync(file, aside)
  for (const rest of ['-wal', '-shm']) if (existsSync(file + rest)) renameSync(file + rest, `${aside}${rest}`)
  return { database: open(file), aside }
}

/** Everything in it happens, or nothing. */
export const inOne = <T>(database: DatabaseSync, work: () => T): T => {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // A full disk may have ended it already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
