import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { cutOthers, testDatabase } from '#tests/database.ts'
import { createLog } from '../log.ts'
import { withSettings } from './everyday-role.ts'
import { openDatabase, openPool, transact } from './open.ts'
import { databaseUnavailable } from './trouble.ts'

const { db, pool, owner, url } = await testDatabase()
await owner.query('CREATE TABLE tally (id int PRIMARY KEY, n bigint NOT NULL); GRANT ALL ON tally TO PUBLIC')

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('values', () => {
  test('are numbers for int8 and numeric, epoch ms for timestamptz and text for date', async () => {
    const { rows } = await pool.query(`SELECT 9007199254740991::int8 AS big, 1.25::numeric AS amount,
      '2026-03-29 02:30:00.123+05:45'::timestamptz AS at, '2026-03-29'::date AS day, count(*) AS n,
      '{1,NULL}'::int8[] AS bigs, '{2026-03-29}'::date[] AS days, '{2026-01-01 00:00+00}'::timestamptz[] AS ats,
      NULL::timestamptz AS nothing`)
    expect(rows).toEqual([
      {
        big: Number.MAX_SAFE_INTEGER,
        amount: 1.25,
        at: Date.UTC(2026, 2, 28, 20, 45, 0, 123),
        day: '2026-03-29',
        n: 1,
        bigs: [1, null],
        days: ['2026-03-29'],
        ats: [Date.UTC(2026, 0, 1)],
        nothing: null,
      },
    ])
  })

  test('beyond 2^53 are an error, never a rounded number', async () => {
    await expect(pool.query('SELECT 9007199254740993::int8')).rejects.toThrow('does not fit')
  })

  test('written as Date are read back to the millisecond', async () => {
    const at = Date.UTC(1999, 11, 31, 23, 59, 59, 999)
    const { rows } = await pool.query<{ at: number }>('SELECT $1::timestamptz AS at', [new Date(at)])
    expect(rows[0]?.at).toBe(at)
  })
})

test('sessions speak UTC', async () => {
  const { rows } = await pool.query("SELECT current_setting('timezone') AS zone")
  expect(rows).toEqual([{ zone: 'UTC' }])
})

test('statements are not compiled, whatever the database is set to', async () => {
  const { rows } = await pool.query("SELECT setting, source FROM pg_settings WHERE name = 'jit'")
  expect(rows).toEqual([{ setting: 'off', source: 'client' }])
})

test('what a pool asks for its connections holds beside what its address says', async () => {
  const given = withSettings(url, { search_path: 'public', max_parallel_workers_per_gather: '1' })
  const own = openPool(given, createLog('silent'), 1, { settings: { max_parallel_workers_per_gather: '0' } })
  const { rows } = await own.query(`SELECT current_setting('max_parallel_workers_per_gather') AS workers,
    current_setting('jit') AS jit, current_setting('timezone') AS zone, current_setting('search_path') AS path`)
  await own.end()
  expect(rows).toEqual([{ workers: '0', jit: 'off', zone: 'UTC', path: 'public' }])
})

describe('L6: every session has timeouts', () => {
  test('for statements, locks and idle transactions', async () => {
    const { rows } = await pool.query(`SELECT current_setting('statement_timeout') AS statement,
      current_setting('lock_timeout') AS lock, current_setting('idle_in_transaction_session_timeout') AS idle`)
    expect(rows).toEqual([{ statement: '10s', lock: '5s', idle: '15s' }])
  })

  test('and what they end can be told from a mistake', async () => {
    const client = await pool.connect()
    try {
      await client.query("SET statement_timeout = '20ms'")
      const slow = await failure(client.query('SELECT pg_sleep(5)'))
      const wrong = await failure(client.query('SELECT nonsense'))
      expect([databaseUnavailable(slow), databaseUnavailable(wrong)]).toEqual([true, false])
    } finally {
      client.release(true)
    }
  })
})

describe('L5: an exhausted pool', () => {
  test('refuses those who wait and serves again after', async () => {
    const small = openPool(url, createLog('silent'), 1)
    const holder = await small.connect()
    // Of those who wait; to connect may take longer on a busy machine.
    small.options.connectionTimeoutMillis = 50
    const refused = await Promise.all([1, 2, 3].map(() => failure(small.query('SELECT 1'))))
    expect(refused.map(databaseUnavailable)).toEqual([true, true, true])
    holder.release()
    expect((await small.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
    expect(small.waitingCount).toBe(0)
    await small.end()
  })

  test('waits no longer than 3 s', async () => {
    const usual = openPool(url, createLog('silent'))
    expect(usual.options).toMatchObject({ max: 20, connectionTimeoutMillis: 3_000 })
    await usual.end()
  })
})

describe('L3: cut connections', () => {
  test('harm only the statements on them, idle, busy or inside a transaction', async () => {
    const admin = new Client({ connectionString: url })
    await admin.connect()
    for (let round = 0; round < 20; round++) {
      const idle = await Promise.all([pool.connect(), pool.connect()])
      for (const client of idle) client.release()
      const held = await pool.connect()
      await held.query('BEGIN')
      const busy = failure(pool.query('SELECT pg_sleep(5)'))
      await expect
        .poll(async () => {
          const { rows } = await admin.query(
            "SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(5)'",
          )
          return rows.length
        })
        .toBe(1)
      await cutOthers(admin)
      const lost = await failure(held.query('SELECT 1'))
      held.release(true)
      expect([databaseUnavailable(await busy), databaseUnavailable(lost)]).toEqual([true, true])
      await expect.poll(() => failure(pool.query('SELECT 1'))).toBeUndefined()
    }
    await admin.end()
  })
})

describe('L10: transact', () => {
  test('repeats after a deadlock until both have committed', async () => {
    await pool.query('TRUNCATE tally; INSERT INTO tally VALUES (1, 0), (2, 0)')
    let runs = 0
    let met = 0
    const both = Promise.withResolvers<void>()
    const add = (first: number, second: number) =>
      transact(db, async (trx) => {
        runs++
        await sql`UPDATE tally SET n = n + 1 WHERE id = ${first}`.execute(trx)
        if (++met === 2) both.resolve()
        await both.promise
        await sql`UPDATE tally SET n = n + 1 WHERE id = ${second}`.execute(trx)
      })
    await Promise.all([add(1, 2), add(2, 1)])
    const { rows } = await pool.query('SELECT n FROM tally ORDER BY id')
    expect(rows).toEqual([{ n: 2 }, { n: 2 }])
    expect(runs).toBe(3)
  })

  test('repeats after a serialization failure, five times in all', async () => {
    let runs = 0
    const always = transact(db, async (trx) => {
      runs++
      await sql`DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40001'; END $$`.execute(trx)
    })
    expect(databaseUnavailable(await failure(always))).toBe(true)
    expect(runs).toBe(5)
  })

  test('does not repeat anything else, and rolls it back', async () => {
    await pool.query('TRUNCATE tally')
    let runs = 0
    const broken = transact(db, async (trx) => {
      runs++
      await sql`INSERT INTO tally VALUES (1, 1)`.execute(trx)
      throw new Error('changed my mind')
    })
    expect(await failure(broken)).toMatchObject({ message: 'changed my mind' })
    expect(runs).toBe(1)
    expect((await pool.query('SELECT * FROM tally')).rows).toEqual([])
  })

  test('joins the transaction that it is called in', async () => {
    await pool.query('TRUNCATE tally')
    const outer = transact(db, async (trx) => {
      await transact(trx, (inner) => sql`INSERT INTO tally VALUES (1, 1)`.execute(inner))
      throw new Error('all of it')
    })
    await failure(outer)
    expect((await pool.query('SELECT * FROM tally')).rows).toEqual([])
  })
})

test('an address that leads nowhere is refused with a sentence and without its password', async () => {
  const wrong = url.replace(/^(.*\/)[^/?]*(\?.*)?$/, '$1no_such_database$2')
  const error = await failure(openDatabase({ url: wrong }, createLog('silent')))
  expect(error).toMatchObject({
    name: 'DatabaseStartError',
    message: expect.stringMatching(/^There is no such database: .*no_such_database.* Make it first/),
  })
  const stranger = await failure(
    openDatabase({ url: url.replace(/\/\/[^@]*@/, '//nobody_here@') }, createLog('silent')),
  )
  expect(stranger).toMatchObject({
    name: 'DatabaseStartError',
    message: expect.stringMatching(/^The database refuses the login: .*nobody_here/),
  })
})
