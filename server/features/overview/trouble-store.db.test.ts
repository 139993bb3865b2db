import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Db } from '#server/platform/db/handle.ts'
import { testDatabase } from '#tests/database.ts'
import { setLatest } from '#tests/factories/devices.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { suspectsOf } from './overview-store.ts'
import { devicesBeside } from './trouble-store.ts'

const { db, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T04:00:00Z')

/** Rows of devices that this transaction has read. */
const devicesRead = async (trx: Db): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS n FROM pg_stat_xact_user_tables WHERE relname = 'device'`.execute(
    trx,
  )
  return rows[0]?.n ?? 0
}

describe('devices beside those in trouble', () => {
  it('are found from these on: inverters of the station, optimizers of the string, and no other is read', async () => {
    const site = await makeSite(db, NOW, { inverters: 3, optimizers: 4 })
    const other = await makeSite(db, NOW, { inverters: 1 })
    const [first, second] = [site.inverters[0]!, site.inverters[1]!]
    const [one, beside, elsewhere, gone] = site.optimizers.map(({ id }) => id)
    await owner.query(
      `UPDATE device SET parent_id = $1, string_no = CASE WHEN id = $2 THEN 2 ELSE 1 END,
              removed_at = CASE WHEN id = $3 THEN now() END WHERE station_id = $4 AND kind = 'optimizer'`,
      [first.id, elsewhere, gone, site.stationId],
    )
    await owner.query(
      `INSERT INTO device (id, station_id, kind, sn, sn_key, gateway_id, parent_id, string_no, reported_by_gateway, created_at)
       SELECT gen_random_uuid(), $1, 'optimizer', 'FAR' || n, 'FAR' || n, $2, $3, 1, true, now()
         FROM generate_series(1, 4000) AS n`,
      [other.stationId, other.gateway.id, other.inverters[0]!.id],
    )
    await owner.query('ANALYZE device, station')
    const look = (ids: readonly (string | undefined)[]) =>
      db.transaction().execute(async (trx) => {
        const before = await devicesRead(trx)
        const found = await devicesBeside(
          trx,
          ids.flatMap((id) => id ?? []),
          5_000,
        )
        expect((await devicesRead(trx)) - before).toBeLessThan(60)
        return found.map(({ id }) => id).toSorted()
      })
    const inverters = site.inverters.map(({ id }) => id)
    expect(await look([second.id])).toEqual(inverters.toSorted())
    expect(await look([one])).toEqual([one, beside].toSorted())
    expect(await look([one, second.id])).toEqual([one, beside, ...inverters].toSorted())
    expect(await look([site.gateway.id])).toEqual([])
  })
})

describe('devices that may need a look', () => {
  it('are, of more than are looked at, gateways first, then what says that something is wrong, then the longest silent', async () => {
    const HOUR = 3_600_000
    const asleep = await makeSite(db, NOW, { inverters: 1, optimizers: 3 })
    const site = await makeSite(db, NOW, { inverters: 3 })
    const [down, dead, well] = site.inverters
    const set = (device: { no: number } | undefined, heardAt: number, state = 'grid_connected') =>
      setLatest(db, device?.no ?? 0, { ts: heardAt, state: state === 'shutdown' ? state : 'grid_connected' })
    await setLatest(db, asleep.gateway.no, { ts: NOW })
    for (const one of [...asleep.inverters, ...asleep.optimizers]) await set(one, NOW - 5 * HOUR)
    await setLatest(db, site.gateway.no, { ts: NOW - HOUR })
    await set(down, NOW, 'shutdown')
    await set(dead, NOW - 30 * HOUR)
    await set(well, NOW)
    const ids = [asleep.stationId, site.stationId]
    const found = async (most: number) => (await suspectsOf(db, ids, NOW, most)).map(({ id }) => id)
    const worst = [site.gateway.id, down?.id, dead?.id]
    for (const most of [1, 2, 3]) expect(await found(most)).toEqual(worst.slice(0, most))
    expect(await found(100)).toHaveLength(7)
  })
})
