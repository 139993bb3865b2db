import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { openPool } from './db/open.ts'
import { createLog } from './log.ts'
import { yieldConnections } from './low-priority.ts'

const { pool: own } = await testDatabase()

const pidOf = async (pool: typeof own): Promise<number> =>
  (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0
/** Of the process, and of the session that processors may be shared between first; null where they are not. */
const niceOf = (pid: number): (number | null)[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const group = existsSync(`/proc/${pid}/autogroup`) ? readFileSync(`/proc/${pid}/autogroup`, 'utf8') : ''
  const said = /nice (-?\d+)/.exec(group)?.[1]
  return [
    Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]),
    said === undefined ? null : Number(said),
  ]
}

it.runIf(process.platform === 'linux')(
  'T1: what the database does for some connections yields to others, also where sessions share the processors',
  async () => {
    const pool = openPool(own.options.connectionString ?? '', createLog('silent'), 1)
    yieldConnections(pool)
    const [usual, session] = niceOf(await pidOf(own))
    const pid = await pidOf(pool)
    expect([usual, session ?? 0]).toEqual([0, 0])
    await expect.poll(() => niceOf(pid), { timeout: 10_000 }).toEqual([10, session === null ? null : 10])
    await pool.end()
  },
)
