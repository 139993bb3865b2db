import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { behindNow, seenIn, writtenSince } from './behind.ts'
import { knownAs } from './known-statement.ts'
import { transact } from './open.ts'

const { db, owner } = await testDatabase()
const ROWS = 20_000

it('what was written since is found among many rows by a plan that is made once', async () => {
  await owner.query(`
    CREATE TABLE followed (no int PRIMARY KEY, changed xid8 NOT NULL DEFAULT pg_current_xact_id());
    CREATE INDEX followed_changed ON followed (changed);
    INSERT INTO followed SELECT no FROM generate_series(1, ${ROWS}) AS no;
    CREATE TABLE beside AS SELECT no, repeat('x', 400) AS what FROM generate_series(1, ${ROWS}) AS no;
    CREATE UNIQUE INDEX beside_no ON beside (no);
    ANALYZE followed, beside;
    GRANT SELECT ON followed, beside TO PUBLIC`)
  const read = async (seen: string): Promise<{ nos: number[] | null; behind: string }> => {
    const { rows } = await sql<{ nos: number[] | null; behind: string }>`${knownAs('followed')}
      SELECT (SELECT array_agg(f.no ORDER BY f.no) FROM followed f JOIN beside b ON b.no = f.no
               WHERE ${writtenSince('f.changed', seen)}) AS nos,
             ${behindNow} AS behind`.execute(db)
    return rows[0] ?? { nos: null, behind: '' }
  }
  const first = await sql<{ behind: string }>`SELECT ${behindNow} AS behind`.execute(db)
  let behind = first.rows[0]?.behind ?? ''
  const found: unknown[] = []
  for (let turn = 1; turn <= 8; turn += 1) {
    await owner.query('UPDATE followed SET changed = DEFAULT WHERE no = $1', [turn])
    const now = await read(seenIn(behind))
    found.push(now.nos)
    ;({ behind } = now)
  }
  expect(found).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((no) => [no]))
  await transact(db, async (trx) => {
    const { rows } = await sql`
      SELECT generic_plans > 0 AS kept FROM pg_prepared_statements WHERE name = 'followed'`.execute(trx)
    expect(rows).toEqual([{ kept: true }])
  })
})
