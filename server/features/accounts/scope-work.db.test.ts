import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { AccountRole } from '#domain/accounts/permissions.ts'
import { testDatabase } from '#tests/database.ts'
import { makeAlike } from '#tests/factories/stations.ts'
import { makeAccount, makeCompany } from '#tests/factories/accounts.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { visibleStations } from './scope.ts'

const { db, pool, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T04:00:00Z')

type Plan = { 'Relation Name'?: string; Plans?: Plan[]; [figure: string]: unknown }

/** Rows of the table of stations that a plan read, those included that it found not to be wanted. */
const stationsRead = (plan: Plan): number => {
  const figureOf = (name: string): number => Number(plan[name] ?? 0)
  const own =
    plan['Relation Name'] === 'station'
      ? (figureOf('Actual Rows') + figureOf('Rows Removed by Filter')) * figureOf('Actual Loops')
      : 0
  return (plan.Plans ?? []).reduce((sum, below) => sum + stationsRead(below), own)
}

/** Whose stations somebody of this role sees, and how many were read to know it. */
const look = async (who: { accountId: string; role: AccountRole; companyId: string | null }) => {
  const query = db.selectFrom('station').select('id').where(visibleStations(who, NOW))
  const rows = await query.execute()
  const [told] = await query.explain<{ 'QUERY PLAN': [{ Plan: Plan }] }>('json', sql`ANALYZE`)
  const plan = told?.['QUERY PLAN'][0].Plan
  return {
    found: rows.map(({ id }) => id).toSorted(),
    read: plan === undefined ? Number.NaN : stationsRead(plan),
  }
}

describe('which stations somebody sees', () => {
  it('reads those of the company or the owner and those that are shared, however many others there are', async () => {
    const [own, shared, ended] = [await makeSite(db, NOW), await makeSite(db, NOW), await makeSite(db, NOW)]
    const other = await makeCompany(db, NOW)
    await makeAlike(pool, own.stationId, 5000, { code: 'OTHER', name: 'Other ', companyId: other })
    const { id: accountId } = await makeAccount(db, NOW, {
      role: 'installer',
      companyId: own.companyId,
      passwordHash: '',
    })
    await pool.query(
      `INSERT INTO station_share (id, station_id, account_id, granted_at, until_at)
       VALUES ($1, $2, $5, now(), NULL), ($3, $4, $5, now(), $6)`,
      [randomUUID(), shared.stationId, randomUUID(), ended.stationId, accountId, new Date(NOW)],
    )
    await pool.query(`UPDATE station SET owner_account_id = $2 WHERE id = $1`, [own.stationId, accountId])
    await owner.query('ANALYZE station, station_share')
    const both = [own.stationId, shared.stationId].toSorted()
    for (const role of ['installer', 'owner'] as const) {
      const { found, read } = await look({ accountId, role, companyId: own.companyId })
      expect({ role, found }).toEqual({ role, found: both })
      expect(read).toBeLessThan(10)
    }
  })
})
