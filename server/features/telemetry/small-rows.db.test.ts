import * as fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Metrics } from '#contract/mqtt/telemetry.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { item, makeSite, message } from '#tests/factories/telemetry.ts'
import { listOf, stringKeys, trackerKeys } from './list-bytes.ts'
import { readingsOf } from './reading-store.ts'
import { ofDevice, readings, trackerValues } from './readings-sql.ts'
import { storeReadings } from './store-readings.ts'

const { db, pool, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T10:00:00Z')
const contextOf = () => makeContext({ db, pool, log: createLog('silent'), clock: () => NOW })
const context = contextOf()

let seq = 0
type Parts = Pick<Metrics, 'u' | 'i' | 'mppt' | 'str'>
const send = async (sent: readonly { sn: string; gateway: string; ts: number; m: Parts }[], by = context) =>
  storeReadings(
    by,
    sent.map(({ sn, gateway, ts, m }) => ({
      gatewaySn: gateway,
      message: message((seq += 1), NOW, [item(sn, ts, m)]),
    })),
    NOW,
  )

type Row = Record<'mppt' | 'str' | 'u' | 'i', unknown> & { mppt_said: unknown; str_said: unknown }
type Stored = Row & { trackers: Buffer | null; strings: Buffer | null }
const rowsOf = async (no: number): Promise<Stored[]> =>
  (await sql<Stored>`SELECT * FROM reading_rows WHERE device_no = ${no} ORDER BY ts`.execute(db)).rows
const latestOf = async (no: number) =>
  (await sql<Row>`SELECT u, i, mppt, str FROM latest WHERE device_no = ${no}`.execute(db)).rows[0]
const tables = async (no: number) =>
  (
    await sql<Record<string, unknown>>`SELECT u, i, mppt, str, u1, u3, i1, trackers, strings FROM reading
      WHERE device_no = ${no} ORDER BY ts`.execute(db)
  ).rows

/** As the database keeps it: -0 is 0, and phases have single precision. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
const opened = <Key extends string>(bytes: Buffer | null, keys: readonly Key[], said: unknown): unknown =>
  bytes === null ? said : plain(listOf(bytes, keys))
const single = (list: unknown): unknown =>
  Array.isArray(list) && list.length > 0
    ? list.map((one: number | null) => (one === null ? null : Number(Math.fround(one).toPrecision(7))))
    : null
const listed = (list: unknown, keys: readonly string[]): unknown =>
  Array.isArray(list) && list.length > 0
    ? list.map((one) => Object.fromEntries(['n', ...keys].map((key) => [key, one[key] ?? null])))
    : null

const number = (low: number, high: number, places: number) =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc
        .integer({ min: low * 10 ** places, max: high * 10 ** places })
        .map((n) => n / 10 ** places),
    },
    { weight: 1, arbitrary: fc.constantFrom(0, -0, 1e-30, -1e14, 0.1 + 0.2, 7e9, 1e15, -1.000000001) },
  )
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 5 })
const perhapsNull = (value: fc.Arbitrary<number>) => fc.option(value, { freq: 6 })
const phases = (high: number, places: number) =>
  maybe(fc.array(perhapsNull(number(-high, high, places)), { maxLength: 4 }))
const parts = (n: fc.Arbitrary<number>) =>
  fc.array(
    fc.record({
      n,
      u: maybe(number(-5, 1500, 1)),
      i: maybe(number(-2, 40, 2)),
      p: maybe(number(-100, 40_000, 1)),
    }),
    { maxLength: 12 },
  )
const said: fc.Arbitrary<Parts> = fc.record({
  u: phases(260, 1),
  i: phases(90, 2),
  mppt: maybe(
    fc.oneof(
      parts(fc.constant(1)).map((list) => list.map((one, index) => ({ ...one, n: index + 1 }))),
      parts(fc.integer({ min: 1, max: 64 })),
    ),
  ),
  str: maybe(
    fc.array(fc.record({ n: fc.integer({ min: 1, max: 256 }), i: maybe(number(-1, 20, 2)) }), {
      maxLength: 30,
    }),
  ),
})

const usual: Parts = {
  u: [230.1, 229.9, 231],
  i: [1.5, 1.5, 1.5],
  mppt: [{ n: 1, u: 551.4, i: 8.25, p: 4549 }],
  str: [{ n: 1, i: 2.5 }],
}

const isSmall = async (by: typeof context, wait = 0): Promise<boolean> => {
  const site = await makeSite(db, NOW)
  const { no = 0, sn = '' } = site.inverters[0] ?? {}
  await storeReadings(
    by,
    [
      {
        gatewaySn: site.gateway.sn,
        message: message((seq += 1), NOW, [item(sn, NOW, usual)]),
        receivedAt: NOW + wait,
      },
    ],
    NOW + wait,
  )
  expect((await rowsOf(no))[0]).toMatchObject({ mppt: usual.mppt, str: usual.str, u: usual.u })
  return (await tables(no))[0]?.['mppt'] === null
}

const withoutNone = (m: Parts): Parts =>
  Object.fromEntries(Object.entries(m).filter(([, value]) => value !== undefined))

describe('rows in fewer bytes', () => {
  it('say what any inverter said, straight and through the stage, to whoever reads them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(said, { minLength: 30, maxLength: 60 }),
        fc.boolean(),
        async (all, staged) => {
          const site = await makeSite(db, NOW)
          const { no = 0, sn = '' } = site.inverters[0] ?? {}
          context.intake.detours.readings = staged ? 1 : 0
          const ts = (n: number): number => NOW - (all.length - n) * 60_000
          await send(all.map((m, n) => ({ sn, gateway: site.gateway.sn, ts: ts(n), m: withoutNone(m) })))
          const rows = await rowsOf(no)
          expect(rows.map(({ u, i, mppt, str }) => ({ u: single(u), i: single(i), mppt, str }))).toEqual(
            all.map((m) =>
              plain({
                u: single(m.u),
                i: single(m.i),
                mppt: listed(m.mppt, trackerKeys),
                str: listed(m.str, stringKeys),
              }),
            ),
          )
          // Bytes say the same to this program, and to the database as rows.
          expect(
            rows.map(({ trackers, strings, ...row }) => [
              opened(trackers, trackerKeys, row.mppt_said),
              opened(strings, stringKeys, row.str_said),
            ]),
          ).toEqual(rows.map(({ mppt, str }) => [mppt, str]))
          expect(rows.filter((row) => row.trackers !== null && row.mppt_said !== null)).toEqual([])
          expect(rows.some(({ trackers }) => trackers !== null)).toBe(true)
          expect(rows.some(({ strings }) => strings !== null)).toBe(true)
          const curve = await readingsOf(db, no, NOW - 7_200_000, NOW, 1000)
          expect(plain(curve.map(({ mppt, str }) => ({ mppt, str })))).toEqual(
            rows.map(({ mppt, str }) => ({ mppt, str })),
          )
          const values = await sql<{ ts: number; n: number; u: number; i: number; p: number }>`
          SELECT r.ts, m.* FROM ${readings(ofDevice(no), sql`'-infinity'::timestamptz`, sql`${new Date(NOW)}::timestamptz`)} AS r, ${trackerValues} AS m`.execute(
            db,
          )
          const byTime = Map.groupBy(values.rows, (one) => one.ts)
          expect(
            all.map((_, n) => plain((byTime.get(ts(n)) ?? []).map(({ ts: _ts, ...one }) => one))),
          ).toEqual(rows.map(({ mppt }) => mppt ?? []))
          const newest = rows.at(-1)
          expect(await latestOf(no)).toEqual({
            u: newest?.u,
            i: newest?.i,
            mppt: newest?.mppt,
            str: newest?.str,
          })
        },
      ),
      { numRuns: 12, endOnFailure: true },
    )
  })

  it('are what the intake writes, in one form only', async () => {
    for (const staged of [0, 1]) {
      const site = await makeSite(db, NOW)
      const { no = 0, sn = '' } = site.inverters[0] ?? {}
      context.intake.detours.readings = staged
      await send([{ sn, gateway: site.gateway.sn, ts: NOW - 1000, m: usual }])
      const [row] = await tables(no)
      expect(row).toMatchObject({ u: null, i: null, mppt: null, str: null })
      expect(Object.values(row ?? {}).filter((value) => value !== null)).toHaveLength(5)
    }
  })

  it('are written by no server before a day has gone by since their migration, but in a database made with it', async () => {
    const applied = (ago: string) =>
      owner.query(
        `UPDATE migration SET applied_at = now() - $1::interval WHERE name = '0262_small_rows.sql'`,
        [ago],
      )
    const first = await owner.query('SELECT min(applied_at) AS at FROM migration')
    await owner.query(`UPDATE migration SET applied_at = now() - interval '90 days' WHERE name LIKE '0001%'`)
    const fresh = contextOf()
    await applied('23 hours')
    expect(await isSmall(fresh)).toBe(false)
    await applied('25 hours')
    // It asks once a minute.
    expect(await isSmall(fresh, 30_000)).toBe(false)
    expect(await isSmall(fresh, 61_000)).toBe(true)
    await owner.query(`UPDATE migration SET applied_at = $1 WHERE name LIKE '0001%' OR name LIKE '0262%'`, [
      new Date(first.rows[0].at),
    ])
    expect(await isSmall(contextOf())).toBe(true)
  })
})
