import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Db } from '#server/platform/db/handle.ts'
import { testDatabase } from '#tests/database.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { doubtsOfGateways } from './overview-store.ts'

const { db, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T04:00:00Z')
const MIN = 60_000

const linksRead = async (trx: Db): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS n FROM pg_stat_xact_user_tables WHERE relname = 'gateway_link'`.execute(
    trx,
  )
  return rows[0]?.n ?? 0
}

it('which clocks are off is told in either direction, and of the many that are right none is read', async () => {
  const sites = await Promise.all(Array.from({ length: 4 }, () => makeSite(db, NOW)))
  const [ahead, behind, right] = sites
  await owner.query(
    `INSERT INTO device (id, station_id, kind, sn, sn_key, created_at)
     SELECT gen_random_uuid(), $1, 'gateway', 'RIGHT' || n, 'RIGHT' || n, now() FROM generate_series(1, 3000) AS n`,
    [right?.stationId],
  )
  await owner.query(
    `INSERT INTO gateway_link (device_id, clock_offset_ms)
     SELECT id, no % 1200 * 1000 - 600000 FROM device WHERE kind = 'gateway'
     ON CONFLICT (device_id) DO UPDATE SET clock_offset_ms = excluded.clock_offset_ms`,
  )
  const set = (id: string | undefined, ms: number) =>
    owner.query('UPDATE gateway_link SET clock_offset_ms = $2 WHERE device_id = $1', [id, ms])
  await set(ahead?.gateway.id, 11 * MIN)
  await set(behind?.gateway.id, -11 * MIN)
  await owner.query('ANALYZE gateway_link')
  await db.transaction().execute(async (trx) => {
    const found = await doubtsOfGateways(trx, NOW)
    expect([...found.keys()].toSorted()).toEqual([ahead?.stationId, behind?.stationId].toSorted())
    expect(await linksRead(trx)).toBeLessThan(10)
  })
})
