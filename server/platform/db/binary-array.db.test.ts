import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { int2Array, int4Array, int8Array, timestamptzArray } from './binary-array.ts'
import { copyIn } from './copy-in.ts'

const { pool, owner } = await testDatabase()

const within = (bits: number) => fc.integer({ min: -(2 ** bits), max: 2 ** bits - 1 })
const whole = fc.oneof(
  within(31),
  fc.constantFrom(0, -1, 2 ** 32, 2 ** 32 - 1, -(2 ** 32), Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
)
const instant = fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 })

it('arrays in binary are those that were meant, also of nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(within(15), { maxLength: 5 }),
      fc.array(within(31), { maxLength: 5 }),
      fc.array(whole, { maxLength: 5 }),
      fc.array(instant, { maxLength: 5 }),
      async (small, usual, large, instants) => {
        const { rows } = await pool.query<Record<string, unknown>>(
          `SELECT $1::smallint[]::text[] AS small, $2::int[] AS usual, $3::bigint[]::text[] AS large,
                  ARRAY(SELECT (extract(epoch FROM t) * 1000)::bigint::text FROM unnest($4::timestamptz[]) AS t) AS instants,
                  cardinality($2::int[]) AS n`,
          [int2Array(small), int4Array(usual), int8Array(large), timestamptzArray(instants)],
        )
        expect(rows[0]).toEqual({
          small: small.map(String),
          usual,
          large: large.map((one) => BigInt(one).toString()),
          instants: instants.map(String),
          n: usual.length,
        })
      },
    ),
    { numRuns: 60 },
  )
})

/** One row of one number in PostgreSQL's binary form of COPY. */
const rowsOf = (numbers: readonly number[]): Buffer => {
  const rows = numbers.map((value) => {
    const row = Buffer.alloc(10)
    row.writeInt16BE(1, 0)
    row.writeInt32BE(4, 2)
    row.writeInt32BE(value, 6)
    return row
  })
  const head = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
  return Buffer.concat([head, ...rows, Buffer.from([0xff, 0xff])])
}

it('what is copied in one go stands there, and what the database refuses leaves its connection as it was', async () => {
  const client = await pool.connect()
  const copy = (numbers: readonly number[], table = 'copied') =>
    copyIn(client, `COPY ${table} (n) FROM STDIN (FORMAT binary)`, rowsOf(numbers))
  const sum = async () =>
    (await client.query<{ n: number; sum: string }>('SELECT count(*)::int AS n, sum(n)::text FROM copied'))
      .rows
  try {
    await client.query('CREATE TEMPORARY TABLE copied (n int PRIMARY KEY CHECK (n < 500000))')
    const many = Array.from({ length: 200_000 }, (_, n) => n)
    await copy(many)
    expect(await sum()).toEqual([{ n: 200_000, sum: '19999900000' }])
    await copy([])
    // Before any row is looked at, in the midst of many, and at the last.
    await expect(copy(many, 'no_such_table')).rejects.toMatchObject({ code: '42P01' })
    await expect(copy([300_000, 7, ...many.map((n) => n + 300_001)])).rejects.toMatchObject({ code: '23505' })
    await expect(copy([...many.map((n) => n + 200_000), 500_000])).rejects.toMatchObject({ code: '23514' })
    expect(await sum()).toEqual([{ n: 200_000, sum: '19999900000' }])
    // Within a transaction, as it is used.
    await client.query('BEGIN')
    await copy([400_000])
    await expect(copy([1])).rejects.toMatchObject({ code: '23505' })
    await expect(copy([400_001])).rejects.toMatchObject({ code: '25P02' })
    await client.query('ROLLBACK')
    await copy([400_002])
    expect(await sum()).toEqual([{ n: 200_001, sum: '20000300002' }])
  } finally {
    client.release(true)
  }
})

it('of a connection that ends meanwhile nothing is waited for', async () => {
  const client = await pool.connect()
  client.on('error', () => {})
  try {
    await client.query('CREATE TEMPORARY TABLE copied (n int)')
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const ended = owner.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    await ended
    await expect(
      copyIn(client, 'COPY copied (n) FROM STDIN (FORMAT binary)', rowsOf([1, 2])),
    ).rejects.toThrow(/terminat|connection|closed|EPIPE|ECONNRESET/i)
  } finally {
    client.release(true)
  }
})
