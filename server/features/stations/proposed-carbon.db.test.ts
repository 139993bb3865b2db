import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { makeCompany } from '#tests/factories/accounts.ts'
import { makeStation } from '#tests/factories/stations.ts'

const { db } = await testDatabase()
const now = Date.UTC(2026, 5, 21, 4)
const migration = readFileSync(
  new URL('../../platform/db/migrations/0110_proposed_carbon.sql', import.meta.url),
  'utf8',
)

it('a station that kept an old proposal gets that of its country; what a person entered stays', async () => {
  const company = await makeCompany(db, now)
  const given = [
    { kgPerKwh: 0.48, source: 'Ember, world average 2023' },
    { source: 'UK DESNZ conversion factors 2023', kgPerKwh: 0.2071 },
    { kgPerKwh: 0.48, source: 'our own measurement' },
    { kgPerKwh: 0.4, source: 'Ember, world average 2023' },
  ]
  const ids = []
  for (const co2 of given) {
    const id = await makeStation(db, now, company)
    ids.push(id)
    await db
      .updateTable('station')
      .set({ co2: JSON.stringify(co2) })
      .where('id', '=', id)
      .execute()
  }
  await sql.raw(migration).execute(db)
  const rows = await db.selectFrom('station').select(['id', 'co2']).where('id', 'in', ids).execute()
  expect(ids.map((id) => rows.find((row) => row.id === id)?.co2)).toEqual([null, null, given[2], given[3]])
})
