import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseStartError } from './binaries.ts'

/**
 * Takes DATA_DIR for this process until `release` or its death, however sudden.
 * The lock is the kernel's, on the file `server.lock`: Node offers no file locks of its own, SQLite does, so an
 * empty SQLite file is the lock. A killed holder leaves nothing behind that would have to be judged stale, and
 * containers that share the folder exclude each other too. `server.pid` only says who it is.
 * @throws DatabaseStartError when another process, or this one, already holds it.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  const whoFile = path.join(dataDir, 'server.pid')
  const file = path.join(dataDir, 'server.lock')
  makePrivate(file)
  const lock = new DatabaseSync(file)
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error) || !/locked|busy/i.test(error.message)) {
      throw new DatabaseStartError(`DATA_DIR ${dataDir} cannot be locked: ${String(error)}`, { cause: error })
    }
    throw new DatabaseStartError(
      `Another Sunkeeper${holder(whoFile)} is using DATA_DIR ${dataDir}. Stop it, or start this one with another DATA_DIR.`,
      { cause: error },
    )
  }
  rmSync(whoFile, { force: true }) // perhaps another user's, left by a killed server
  writeFileSync(whoFile, `${process.pid}\n`, { mode: 0o600 })
  let held = true
  return {
    release() {
      if (!held) return
      held = false
      rmSync(whoFile, { force: true })
      lock.close()
    },
  }
}

function holder(whoFile: string): string {
  try {
    return ` (process ${readFileSync(whoFile, 'utf8').trim()})`
  } catch {
    return ''
  }
}

/** Other users must not be able to hold the lock. Never opens a file that exists: closing it would drop a lock this process holds. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      throw new DatabaseStartError(`DATA_DIR cannot be written: ${String(error)}`, { cause: error })
    }
  }
}
