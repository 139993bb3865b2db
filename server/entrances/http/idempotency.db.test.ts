import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { once, type Replay } from './idempotency.ts'

const NOW = Date.UTC(2026, 5, 1)
const { url } = await testDatabase()
const made: Replay = { status: 201, answer: { made: 1 }, etag: null }
const claimOf = () => ({
  accountId: randomUUID(),
  key: randomUUID(),
  route: 'POST /api/things',
  url: '/api/things',
  body: { name: 'one' },
})

it('L3: the database is lost after the work: what was done is answered as done, and the reason is told', async () => {
  const { db, close } = await openDatabase({ url }, createLog('silent'))
  const told: unknown[] = []
  const work = async (): Promise<Replay> => {
    await close()
    return made
  }
  expect(await once(db, NOW, claimOf(), work, (error) => told.push(error))).toEqual(made)
  expect(told).toHaveLength(1)
})

it('L3: the database is lost while the work fails: the failure is what the caller hears', async () => {
  const { db, close } = await openDatabase({ url }, createLog('silent'))
  const told: unknown[] = []
  const work = async (): Promise<Replay> => {
    await close()
    throw new Error('the work')
  }
  await expect(once(db, NOW, claimOf(), work, (error) => told.push(error))).rejects.toThrow('the work')
  expect(told).toHaveLength(1)
})

it('L3: the database comes back after the work failed without it: the same call is carried out, and waits for nothing', async () => {
  const { db, close } = await openDatabase({ url }, createLog('silent'))
  const state = { away: false }
  const plugged = db.withPlugin({
    transformQuery: ({ node }) => {
      if (state.away) throw new Error('Connection terminated unexpectedly')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const claim = claimOf()
  const lost = async (): Promise<Replay> => {
    state.away = true
    throw new Error('the work')
  }
  await expect(once(plugged, NOW, claim, lost, () => undefined)).rejects.toThrow('the work')
  state.away = false
  await expect
    .poll(
      () =>
        once(
          plugged,
          NOW,
          claim,
          async () => made,
          () => undefined,
        ).catch(() => null),
      { timeout: 20_000 },
    )
    .toEqual(made)
  await close()
})
