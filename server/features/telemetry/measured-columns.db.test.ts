import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { decode, encode } from '#contract/mqtt/decode.ts'
import {
  byName,
  byView,
  metrics,
  type NumberMetric,
  numberMetrics,
  phasesMetrics,
  switchMetrics,
} from '#domain/telemetry/metrics.ts'
import { testApp } from '#tests/app.ts'
import { item, makeSite, message } from '#tests/factories/telemetry.ts'
import { storeReadings } from './store-readings.ts'

const app = await testApp()
const { db, context } = app
const types = { real: 'real', double: 'double precision', smallint: 'smallint' } as const

it.each(['reading', 'reading_rows', 'latest', 'reading_unpacked'])(
  'every metric of the catalogue has its column in %s',
  async (table) => {
    const { rows } = await sql<{ name: string; type: string }>`
    SELECT attname AS name, format_type(atttypid, atttypmod) AS type
      FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped`.execute(db)
    const found = Object.fromEntries(rows.map(({ name, type }) => [name, type]))
    expect(found).toMatchObject({
      ...Object.fromEntries(numberMetrics.map((name) => [name, types[metrics[name].column]])),
      ...Object.fromEntries(phasesMetrics.map((name) => [name, 'real[]'])),
      ...Object.fromEntries(switchMetrics.map((name) => [name, 'boolean'])),
    })
  },
)

it('every metric of the catalogue has its block in a packed day', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute WHERE attrelid = 'reading_packed'::regclass AND attnum > 0`.execute(
    db,
  )
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining([...numberMetrics, ...phasesMetrics, ...switchMetrics]),
  )
})

/** A number within every range, another one for each metric. */
const sent = (name: NumberMetric): number => 45 + numberMetrics.indexOf(name)

it('every number of the catalogue that a gateway sends is kept, answered and drawn', async () => {
  const { gateway, inverters } = await makeSite(db, app.now(), { inverters: 1 })
  const [inverter] = inverters
  const payload = encode(message(1, app.now(), [item(inverter!.sn, app.now(), byName(numberMetrics, sent))]))
  const told = decode('tele', payload)
  if (!told.ok) throw new Error(told.reason)
  await storeReadings(context, [{ gatewaySn: gateway.sn, message: told.message }], app.now())

  const caller = await app.asRole('administrator')
  const { body } = await caller.request(`GET /api/devices/${inverter!.id}`)
  expect(body).toMatchObject({ latest: byView(numberMetrics, sent) })
  const curve = await caller.request(`GET /api/devices/${inverter!.id}/curve`)
  const drawn = numberMetrics.filter((name) => metrics[name].chart !== null)
  expect(curve.body).toMatchObject({
    series: expect.arrayContaining(
      drawn.map((name) => expect.objectContaining({ metric: metrics[name].view, values: [sent(name)] })),
    ),
  })
})
