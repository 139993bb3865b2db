import { expect, it } from 'vitest'
import { stateIndex } from '#domain/telemetry/device-state.ts'
import { testDatabase } from '#tests/database.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { lastRanAt } from './find-ran.ts'
import { DAY_MS, ensurePartitions, utcDayStart } from './partition-store.ts'
import { sql } from 'kysely'

const { db, pool } = await testDatabase()
const NOW = Date.parse('2026-10-12T12:00:00Z')
await ensurePartitions(
  pool,
  Array.from({ length: 40 }, (_, days) => utcDayStart(NOW - days * DAY_MS)),
)

const say = (no: number, ts: number, state: Parameters<typeof stateIndex>[0] | null) =>
  sql`INSERT INTO reading (device_no, ts, received_at, hist, state)
      VALUES (${no}, ${new Date(ts)}, ${new Date(ts)}, false, ${state === null ? null : stateIndex(state)})`.execute(
    db,
  )

it('of a device that is shut down it is the last reading that told of another state, within 31 days', async () => {
  const site = await makeSite(db, NOW, { inverters: 2 })
  const [first, second] = site.inverters.map(({ no }) => no)
  if (first === undefined || second === undefined) throw new Error('two inverters')
  await say(first, NOW - 3 * DAY_MS, 'grid_connected')
  await say(first, NOW - 2 * DAY_MS, 'standby')
  await say(first, NOW - DAY_MS, null)
  await say(first, NOW - DAY_MS + 60_000, 'shutdown')
  await say(second, NOW - 32 * DAY_MS, 'grid_connected')
  await say(second, NOW - 60_000, 'shutdown')
  expect(await lastRanAt(db, first, NOW)).toBe(NOW - 2 * DAY_MS)
  expect(await lastRanAt(db, second, NOW)).toBeNull()
})
