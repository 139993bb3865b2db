import { expect, it } from 'vitest'
import { keepLog } from '#tests/device-transport.ts'
import { testDatabase } from '#tests/database.ts'
import { createLog } from '../platform/log.ts'
import { prepareDatabase } from './prepare-database.ts'

const { db, pool, owner, url } = await testDatabase()
const NOW = Date.UTC(2026, 10, 21, 12)

it('a start whose clock is behind what is stored says so, and starts', async () => {
  await owner.query("INSERT INTO audit (at, action, result) VALUES ($1, 'told', 'done')", [new Date(NOW)])
  const role = (await pool.query<{ me: string }>('SELECT current_user::text AS me')).rows[0]?.me ?? ''
  const started = async (now: number) => {
    const kept = keepLog()
    const log = Object.assign(createLog('silent'), { error: kept.error })
    await prepareDatabase({ url, db, pool, everyday: { url, role, settings: {}, because: null } }, log, now)
    return kept.lines.map(({ message }) => message)
  }
  expect(await started(NOW)).toEqual([])
  expect(await started(NOW - 240_000)).toEqual([])
  expect(await started(NOW - 86_400_000)).toEqual([
    expect.stringContaining('clock of this machine is behind'),
  ])
})
