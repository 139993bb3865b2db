import { describe, expect, it } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { newlySilent } from './job-store.ts'

const { db, pool } = await testDatabase()
const NOW = Date.parse('2026-06-21T04:00:00Z')
const MINUTE = 60_000

const heardAt = (nos: readonly number[], ts: number) =>
  pool.query(
    `INSERT INTO latest (device_no, ts, received_at) SELECT no, $2, $2 FROM unnest($1::int[]) AS no
         ON CONFLICT (device_no) DO UPDATE SET ts = excluded.ts, received_at = excluded.received_at`,
    [nos, new Date(ts)],
  )

/** Rows of a table that were read so far. */
const rowsRead = async (table: string): Promise<number> => {
  await pool.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ n: number }>(
    `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS n FROM pg_stat_user_tables WHERE relname = $1`,
    [table],
  )
  return rows[0]?.n ?? 0
}

describe('devices that have fallen silent', () => {
  it('are found by when they were heard, and of all others no device is read', async () => {
    const [quick, slow] = [
      await makeSite(db, NOW, { reportMin: 5, optimizers: 300 }),
      await makeSite(db, NOW, { reportMin: 60, optimizers: 300 }),
    ]
    const numbers = ({ gateway, inverters, optimizers }: typeof quick) =>
      [gateway, ...inverters, ...optimizers].map(({ no }) => no)
    await heardAt([...numbers(quick), ...numbers(slow)], NOW)
    const alone = quick.optimizers[0]!
    await heardAt([alone.no], NOW - MINUTE)
    await pool.query('ANALYZE device, station, latest, gateway_link')
    const silentAt = async (minutes: number): Promise<string[]> => {
      const found = await newlySilent(db, NOW + minutes * MINUTE - 5_000, NOW + minutes * MINUTE)
      return found.map(({ id }) => id).toSorted()
    }

    const before = await rowsRead('device')
    expect(await silentAt(13)).toEqual([])
    expect((await rowsRead('device')) - before).toBe(0)
    expect(await silentAt(14)).toEqual([alone.id])
    // Its own reporting time counts, not that of others.
    const all = ({ gateway, inverters, optimizers }: typeof quick) =>
      [gateway, ...inverters, ...optimizers].map(({ id }) => id).toSorted()
    expect(await silentAt(15)).toEqual(all(quick))
    expect(await silentAt(180)).toEqual(all(slow))

    // A gateway that came up since is heard by that.
    await pool.query(`INSERT INTO gateway_link (device_id, birth_at) VALUES ($1, $2)`, [
      slow.gateway.id,
      new Date(NOW + 30 * MINUTE),
    ])
    await heardAt(numbers(slow), NOW - 600 * MINUTE)
    await heardAt([slow.gateway.no], NOW)
    expect(await silentAt(180)).toEqual([])
    expect(await silentAt(210)).toEqual(all(slow))
  })
})
