import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '#tests/app.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import type { Db } from '#server/platform/db/handle.ts'
import { setIntervalOf } from '../commands/find-set-interval.ts'
import { edgeBySerial, lockEdgeBySerial } from '../edges/edge-store.ts'
import { gatewayBySerial, secretHashOf } from './device-store.ts'

const app = await testApp()

/**
 * Rows of devices and of what stands beside gateways that this transaction has looked at. Not of stations: of sixty an older
 * PostgreSQL rather reads all than one by index.
 */
const lookedAt = async (trx: Db): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS n FROM pg_stat_xact_user_tables
     WHERE relname IN ('device', 'gateway_link', 'edge', 'command')`.execute(trx)
  return rows[0]?.n ?? 0
}

it('a gateway that logs in or is born is found by index, however many gateways there are', async () => {
  const site = await makeSite(app.db, app.now() - 86_400_000, { optimizers: 1_000 })
  for (let more = 0; more < 60; more += 1) await makeSite(app.db, app.now() - 86_400_000, {})
  const { sn } = site.gateway
  await app.owner.query('ANALYZE device, station, gateway_link, edge, command')
  const looked = await app.db.transaction().execute(async (trx) => {
    const each: number[] = []
    for (const find of [gatewayBySerial, secretHashOf, setIntervalOf, edgeBySerial, lockEdgeBySerial]) {
      const before = await lookedAt(trx)
      await find(trx, sn)
      each.push((await lookedAt(trx)) - before)
    }
    return each
  })
  expect((await gatewayBySerial(app.db, sn))?.id).toBe(site.gateway.id)
  expect(looked.map((n) => n < 20)).toEqual([true, true, true, true, true])
})
