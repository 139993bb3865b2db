import { getPriority, setPriority } from 'node:os'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { createLog } from '../log.ts'
import { openBackground } from './background.ts'

const { db, url } = await testDatabase()
const log = createLog('silent')
const everyday = { url, role: null, settings: {}, because: 'a test' }

/** Of a process that belongs to somebody else it is not changed. */
const mayLower = (pid: number): boolean => {
  try {
    setPriority(pid, getPriority(pid))
    return true
  } catch {
    return false
  }
}

test('work that nobody waits for has connections that yield, where the database is on this machine', async () => {
  const background = openBackground({ db, everyday, here: true }, log)
  onTestFinished(background.close)
  const { rows } = await sql<{ pid: number; parallel: string }>`
    SELECT pg_backend_pid() AS pid, current_setting('max_parallel_workers_per_gather') AS parallel`.execute(
    background.db,
  )
  const pid = rows[0]?.pid ?? 0
  expect(rows[0]?.parallel).toBe('0')
  expect(getPriority(pid)).toBe(mayLower(pid) ? 5 : 0)
})

test('elsewhere it has the connections of all, and closing it closes none', async () => {
  const background = openBackground({ db, everyday, here: false }, log)
  expect(background.db).toBe(db)
  await background.close()
  await sql`SELECT 1`.execute(db)
})
