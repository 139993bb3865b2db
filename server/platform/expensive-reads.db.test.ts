import { sql } from 'kysely'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { createExpensiveReads } from './expensive-reads.ts'
import { createLog } from './log.ts'

const PATIENCE_MS = 20_000
const { db, pool, owner } = await testDatabase()
const url = pool.options.connectionString ?? ''
const log = createLog('silent')
const reads = createExpensiveReads(url, log)
afterAll(() => reads.close())
const stays = new AbortController().signal
const li = { accountId: 'li', companyId: 'sun' }
const wang = { accountId: 'wang', companyId: 'moon' }

/** Statements that sleep at the database now. */
const sleeping = async (): Promise<number> => {
  const { rows } = await owner.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'active' AND query LIKE 'SELECT pg_sleep%'`,
  )
  return rows[0].n
}
const until = (seen: () => unknown, wanted: unknown): Promise<void> =>
  vi.waitFor(async () => expect(await seen()).toEqual(wanted), PATIENCE_MS)
const atWork = () => [reads.working(), reads.waiting()]
/** Long, and short of the timeout of statements that would end it too. */
const sleep = sql`SELECT pg_sleep(9)`

describe('expensive reads', () => {
  it('T1: end at the database when the caller leaves, and make room for the next', async () => {
    const leaving = new AbortController()
    let after = false
    const left = reads.run(li, leaving.signal, async (own) => {
      await Promise.all([sleep.execute(own), sleep.execute(own)])
      after = true
    })
    const next = reads.run({ ...li, accountId: 'zhao' }, stays, async (own) => {
      const { rows } = await sql<{ n: number }>`SELECT 7 AS n`.execute(own)
      return rows[0]?.n
    })
    await until(sleeping, 2)
    expect(atWork()).toEqual([1, 1])
    leaving.abort()
    await expect(left).rejects.toMatchObject({ code: 'unavailable' })
    expect(await next).toBe(7)
    await until(sleeping, 0)
    expect([after, atWork()]).toEqual([false, [0, 0]])
  })

  it('begin no statement for whoever has left', async () => {
    const leaving = new AbortController()
    let asked = 0
    const left = reads.run(li, leaving.signal, async (own) => {
      for (;;) {
        asked += 1
        if (asked === 3) leaving.abort()
        await sql`SELECT 1`.execute(own)
      }
    })
    await expect(left).rejects.toMatchObject({ code: 'unavailable' })
    expect(asked).toBe(3)
  })

  it('end when they have taken too long', async () => {
    const hasty = createExpensiveReads(url, log, { patienceMs: 1 })
    const late = hasty.run(li, stays, (own) => sleep.execute(own))
    await expect(late).rejects.toMatchObject({ code: 'unavailable' })
    await until(sleeping, 0)
    await hasty.close()
  })

  it('T1: take none of the connections of others', async () => {
    const leaving = new AbortController()
    const all = [li, wang].map((who) =>
      reads.run(who, leaving.signal, (own) =>
        Promise.all(Array.from({ length: 20 }, () => sleep.execute(own))),
      ),
    )
    await until(sleeping, 10)
    expect([pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0])
    expect((await sql`SELECT 1`.execute(db)).rows).toHaveLength(1)
    leaving.abort()
    for (const one of all) await expect(one).rejects.toMatchObject({ code: 'unavailable' })
    await until(sleeping, 0)
  })

  it('S4: let nobody wait where the server ends, and bring what is at work to its end', async () => {
    const ending = createExpensiveReads(url, log)
    const { promise: gate, resolve: end } = Promise.withResolvers<string>()
    const working = ending.run(li, stays, () => gate)
    const waiting = ending.run(li, stays, async () => 'late')
    // The first has begun.
    await new Promise((resolve) => setImmediate(resolve))
    expect([ending.working(), ending.waiting()]).toEqual([1, 1])
    ending.stop()
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
    end('done')
    expect(await working).toBe('done')
    await ending.close()
  })

  it('T1: share their connections with reads apart, which end with their callers too', async () => {
    const leaving = new AbortController()
    const left = reads.apart(leaving.signal, (own) => sleep.execute(own))
    await until(sleeping, 1)
    expect(pool.totalCount - pool.idleCount).toBe(0)
    leaving.abort()
    await expect(left).rejects.toMatchObject({ code: 'unavailable' })
    await until(sleeping, 0)
  })

  it('tell what was wrong with them', async () => {
    await expect(reads.run(li, stays, (own) => sql`SELECT 1 / 0`.execute(own))).rejects.toMatchObject({
      code: '22012',
    })
    expect(atWork()).toEqual([0, 0])
  })
})
