import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { knownAs, unforeseen } from './known-statement.ts'
import { transact } from './open.ts'

const { db, pool } = await testDatabase()

it('a statement with a name is prepared once by a connection, and its plan is kept however long its lists are', async () => {
  await transact(db, async (trx) => {
    const lengths: number[] = []
    for (let n = 0; n < 12; n += 1) {
      const list = Array.from({ length: 1 + ((n * 7) % 40) }, (_, no) => no)
      const { rows } = await sql<{ no: number }>`${knownAs('list')}
        SELECT no FROM unnest(${unforeseen(list, 'int[]')}) AS no ORDER BY no`.execute(trx)
      expect(rows.map(({ no }) => no)).toEqual(list)
      lengths.push(rows.length)
    }
    expect(new Set(lengths).size).toBeGreaterThan(5)
    const { rows } = await sql`
      SELECT name, generic_plans > 0 AS kept, generic_plans + custom_plans AS asked
        FROM pg_prepared_statements WHERE name = 'list'`.execute(trx)
    expect(rows).toEqual([{ name: 'list', kept: true, asked: lengths.length }])
  })
})

it('and so does a connection that is asked without the builder; others have no name', async () => {
  const client = await pool.connect()
  try {
    const ask = (text: string) => client.query<{ n: number }>(text, [7])
    for (const text of ['select /* known as seven */ $1::int AS n', 'SELECT $1::int AS n'])
      expect((await ask(text)).rows).toEqual([{ n: 7 }])
    const named = await client.query(
      `SELECT name FROM pg_prepared_statements WHERE statement LIKE '%$1::int AS n'`,
    )
    expect(named.rows).toEqual([{ name: 'seven' }])
    const called = await new Promise((go) => {
      client.query('select /* known as seven */ $1::int AS n', [8], (error, found) => go([error, found.rows]))
    })
    expect(called).toEqual([null, [{ n: 8 }]])
    const watched: unknown[] = []
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
    Object.assign(client, {
      query: (...given: unknown[]) => {
        watched.push(...given)
        return query(...given)
      },
    })
    await ask('SELECT $1::int AS watched')
    expect(watched).toEqual(['SELECT $1::int AS watched', [7]])
  } finally {
    client.release()
  }
})
