import * as fc from 'fast-check'
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

it('each of many that come together keeps what it said itself, and is silent of what only others said', async () => {
  const { gateway, inverters } = await makeSite(db, app.now(), { inverters: 3 })
  let seq = 100
  const says = fc.record({
    numbers: fc.subarray([...numberMetrics]),
    u: fc.option(fc.array(fc.constantFrom(230, 231, null), { minLength: 1, maxLength: 3 }), {
      nil: undefined,
    }),
    closed: fc.constantFrom(true, false, undefined),
    al: fc.option(fc.constantFrom<number[]>([1, 2], []), { nil: undefined }),
    raw: fc.constantFrom({ st: 4 }, undefined),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(says, { minLength: 1, maxLength: 6 }), async (all) => {
      const at = app.now() - 3_600_000 + seq * 1_000
      const sentOf = all.map(({ numbers, raw, ...rest }, index) => ({
        device: inverters[index % inverters.length]!,
        ts: at + index,
        raw,
        m: { ...Object.fromEntries(numbers.map((name) => [name, sent(name)])), ...rest },
      }))
      await storeReadings(
        context,
        sentOf.map(({ device, ts, raw, m }) => ({
          gatewaySn: gateway.sn,
          message: message((seq += 1), ts, [{ ...item(device.sn, ts, m), ...(raw && { raw }) }]),
        })),
        at + 10,
      )
      for (const { device, ts, m, raw } of sentOf) {
        const { rows } = await sql<Record<string, unknown>>`
          SELECT * FROM reading_rows WHERE device_no = ${device.no} AND ts = ${new Date(ts)}`.execute(db)
        const said = { ...m } as Record<string, unknown>
        const names = [...numberMetrics, ...phasesMetrics, ...switchMetrics, 'al', 'mppt', 'str']
        expect(Object.fromEntries(names.map((name) => [name, rows[0]?.[name] ?? null]))).toEqual(
          Object.fromEntries(names.map((name) => [name, said[name] ?? null])),
        )
        expect(rows[0]?.['raw'] ?? null).toEqual(raw ?? null)
      }
      const newest = new Map(sentOf.map((one) => [one.device.no, one]))
      for (const { device, ts, m } of newest.values()) {
        const { rows } = await sql<Record<string, unknown>>`
          SELECT * FROM latest WHERE device_no = ${device.no}`.execute(db)
        expect(rows[0]).toMatchObject({
          ts,
          ...Object.fromEntries(
            numberMetrics.map((name) => [name, (m as Record<string, unknown>)[name] ?? null]),
          ),
        })
      }
    }),
    { numRuns: 25 },
  )
})
