import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { metrics, numberMetrics, phasesMetrics, switchMetrics } from '#domain/telemetry/metrics.ts'
import { testDatabase } from '#tests/database.ts'

const { db } = await testDatabase()
const types = { real: 'real', double: 'double precision', smallint: 'smallint' } as const

it.each(['reading', 'latest'])('every metric of the catalogue has its column in %s', async (table) => {
  const { rows } = await sql<{ name: string; type: string }>`
    SELECT attname AS name, format_type(atttypid, atttypmod) AS type
      FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped`.execute(db)
  const found = Object.fromEntries(rows.map(({ name, type }) => [name, type]))
  expect(found).toMatchObject({
    ...Object.fromEntries(numberMetrics.map((name) => [name, types[metrics[name].column]])),
    ...Object.fromEntries(phasesMetrics.map((name) => [name, 'real[]'])),
    ...Object.fromEntries(switchMetrics.map((name) => [name, 'boolean'])),
  })
})
