import * as fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Book } from '#domain/telemetry/counters.ts'
import { listMetrics, numberMetrics, phasesMetrics } from '#domain/telemetry/metrics.ts'
import { cellsOf } from '#server/features/work-orders/om-store.ts'
import { currentsOf, usualOf } from '#server/features/work-orders/repair-store.ts'
import { readingsByDevice } from '#server/features/alarms/rules/said-store.ts'
import { hourRows } from '#server/features/alarms/rules/window-store.ts'
import { irradianceOf } from '#server/features/reports/find-work.ts'
import { lastHeard, readingsNear, stepsOf } from '#server/features/topology/heat-store.ts'
import { partsReadings } from '#server/features/topology/string-store.ts'
import { trackerCells } from '#server/features/alarms/cost-store.ts'
import { makeContext } from '#server/roles/make-context.ts'
import type { Db } from '#server/platform/db/handle.ts'
import { createLog } from '#server/platform/log.ts'
import type { Metrics } from '#contract/mqtt/telemetry.ts'
import { readingsFetched } from '#tests/counted.ts'
import { testDatabase } from '#tests/database.ts'
import { energyTables, item, makeSite, message, type Site } from '#tests/factories/telemetry.ts'
import { applyRating } from './apply-rating.ts'
import { counterReadings, nextCounterReadings } from './counter-store.ts'
import { markDevicesDue } from './energy-store.ts'
import { daysOfRows, dropMonths, emptyDay } from './pack-store.ts'
import { packDays, packDevices, startOfPacking, unpackDays } from './pack-days.ts'
import { DAY_MS } from './partition-store.ts'
import { trackersOf } from './peer-store.ts'
import { flowByStep, powerByStep, readingsOf } from './reading-store.ts'
import { drain } from './roll-up.ts'
import { storeReadings } from './store-readings.ts'

const { db, pool, owner } = await testDatabase()
const books: readonly Book[] = ['made', 'e_in']
const MIN = 60_000
const HOUR = 60 * MIN
/** Long ago by the clock of the database: it packs no day that is hardly over. Berlin has 23 hours on the 30th of March. */
const FIRST = Date.parse('2025-03-29T00:00:00Z')
const DAYS = 4
const NOW = FIRST + 20 * DAY_MS
const context = makeContext({ db, pool, log: createLog('silent'), clock: () => NOW, packAfterDays: 5 })
const allShards = [0, 1, 2, 3]

let seq = 0
type Sent = { ts: number; m: Metrics }
const send = (site: Site, readings: readonly Sent[], now = NOW) =>
  storeReadings(
    context,
    [...Map.groupBy(readings, (_, index) => Math.floor(index / 400)).values()].map((some) => ({
      gatewaySn: site.gateway.sn,
      message: message(
        (seq += 1),
        now,
        some.flatMap(({ ts, m }) => site.inverters.map(({ sn }) => item(sn, ts, m))),
        { hist: true },
      ),
    })),
    now,
  )

/** -0 and 0 are one number to the database. */
const withoutSigns = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
/** What is computed of readings depends on their order in its last digits. */
const about = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, one: unknown) =>
    typeof one === 'number' ? Number(one.toPrecision(10)) : one,
  )

const sorted = <Row>(rows: readonly Row[]) => rows.map((row) => JSON.stringify(about(row))).toSorted()

const ruleParts = new Set([
  'p',
  'p_pv',
  'e_pv',
  'p_dc',
  'f',
  't',
  'u',
  'e_tot',
  'closed',
  'keepalive',
  'mppt',
  'riso',
  'raw',
] as const)

/** What every reader answers of a device, over windows that begin and end within days and beyond them. */
const answers = async (site: Site, seed: number) => {
  const no = site.inverters[0]?.no ?? 0
  const nos = site.inverters.map((one) => one.no)
  const [from, to] = [FIRST + (seed % 7) * 3 * HOUR + 1, FIRST + (DAYS - 1) * DAY_MS + (seed % 5) * 4 * HOUR]
  const windows = [{ deviceNo: no, since: null, until: null }]
  const edges = [from - 9 * DAY_MS, from + DAY_MS, to + 9 * DAY_MS]
  const next = []
  for (const book of books)
    for (const edge of edges)
      for (const side of ['before', 'after'] as const)
        next.push([
          ...(await nextCounterReadings(db, side, [{ deviceNo: no, book, fromTs: edge, toTs: edge }])),
        ])
  const counters = []
  for (const book of books)
    counters.push([...(await counterReadings(db, [{ deviceNo: no, book, fromTs: from, toTs: to }]))])
  const near = []
  const heard = []
  for (const at of edges) {
    for (const metric of ['power', 'voltage', 'temperature'] as const)
      near.push([...(await readingsNear(db, windows, { at, toleranceMs: 2 * HOUR, metric })).values()])
    heard.push([...(await lastHeard(db, windows, { from: at - DAY_MS, before: at })).values()])
  }
  const lasts = async (thick: boolean) =>
    (await readingsByDevice(db, { nos, from, to, filledIn: true, parts: ruleParts, thick })).map((own) => ({
      ...own,
      nth: null,
    }))
  const rows = await lasts(false)
  expect(await lasts(true)).toEqual(rows)
  const all = [...numberMetrics, ...phasesMetrics, ...listMetrics] as const
  return {
    power: sorted(await powerByStep(db, nos, from, to, HOUR)),
    flow: sorted(await flowByStep(db, nos, from, to, HOUR)),
    curve: await readingsOf(db, no, from, to, 10_000),
    trackers: await trackersOf(db, no, from + 2 * DAY_MS, to),
    next,
    counters,
    rows,
    hours: await hourRows(db, { nos, from, to }),
    cost: sorted(
      (
        await trackerCells(db, {
          before: from,
          firstAt: from + 5 * HOUR,
          from: from + DAY_MS,
          to,
          stepMs: HOUR,
          deviceNo: no,
        })
      ).rows,
    ),
    near,
    heard,
    steps: sorted(await stepsOf(db, nos, { from, to, stepMs: HOUR, metric: 'voltage' })),
    parts: await partsReadings(db, no, { from, to }, null),
    part: await partsReadings(db, no, { from, to }, { tracker: 1, no: 1 }),
    light: sorted((await irradianceOf(db, site.stationId, from, to)) ?? []),
    currents: sorted(await currentsOf(db, no, { from, to, stepMs: HOUR })),
    usual: [...(await usualOf(db, no, { from, to: from + 3 * HOUR, stepMs: HOUR }, to))],
    cells: sorted(await cellsOf(db, nos, from, to)),
    all: all.length,
  }
}

/** How rows keep their lists besides. */
const asRowsLie = new Set(['day', 'mppt_said', 'trackers', 'str_said', 'strings'])
const rowsIn = async (table: 'reading_rows' | 'reading_unpacked', site: Site) =>
  (
    await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(table)}
      WHERE device_no = ${site.inverters[0]?.no ?? 0} ORDER BY ts`.execute(db)
  ).rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !asRowsLie.has(name))))

const packAll = async (site: Site, days: readonly number[] = [0, 1, 2, 3]): Promise<number[]> => {
  const nos = site.inverters.map(({ no }) => no)
  const apart = []
  for (const day of days)
    apart.push(
      ...(await db.transaction().execute(async (trx) => {
        await sql`SELECT reading_packed_make(${new Date(FIRST + day * DAY_MS)}::date)`.execute(trx)
        return packDevices(trx, nos, FIRST + day * DAY_MS)
      })),
    )
  return apart
}

/** A number as devices say them, or one that none would. */
const number = (low: number, high: number, decimals: number) =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .integer({ min: low * 10 ** decimals, max: high * 10 ** decimals })
        .map((n) => n / 10 ** decimals),
    },
    { weight: 1, arbitrary: fc.constantFrom(0, -0, 1e-30, 3.4e38, -1e15, 0.1 + 0.2, 16_777_217, 1e15) },
  )
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 5 })
const tracker = (n: number) =>
  fc.record({
    n: fc.constant(n),
    u: maybe(number(0, 900, 1)),
    i: maybe(number(0, 30, 2)),
    p: maybe(number(0, 9000, 0)),
  })
const metricsOf = (shape: { phases: number; trackers: number; strings: number }) =>
  fc.record({
    p: maybe(number(-100, 9000, 1)),
    q: maybe(number(-500, 500, 0)),
    f: maybe(number(49, 51, 2)),
    t: maybe(number(-20, 80, 1)),
    p_dc: maybe(number(0, 9000, 1)),
    u_in: maybe(number(0, 60, 1)),
    i_in: maybe(number(0, 15, 2)),
    u_out: maybe(number(20, 60, 1)),
    i_out: maybe(number(0, 15, 2)),
    irr: maybe(number(0, 1200, 0)),
    rssi: maybe(fc.integer({ min: -120, max: 200 })),
    closed: maybe(fc.boolean()),
    riso: maybe(number(0, 5000, 0)),
    e_pv: maybe(fc.constantFrom(0, 5, 1e9)),
    u: maybe(fc.array(number(200, 250, 1), { minLength: shape.phases, maxLength: shape.phases })),
    i: maybe(fc.array(fc.oneof(number(0, 30, 2), fc.constant(null)), { maxLength: 4 })),
    mppt: maybe(fc.tuple(...Array.from({ length: shape.trackers }, (_, n) => tracker(n + 1)))),
    str: maybe(
      fc.array(fc.record({ n: fc.integer({ min: 1, max: shape.strings }), i: number(0, 20, 2) }), {
        maxLength: 3,
      }),
    ),
    al: maybe(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 2 })),
  })
const series = fc
  .record({
    phases: fc.integer({ min: 1, max: 4 }),
    trackers: fc.integer({ min: 1, max: 3 }),
    strings: fc.integer({ min: 1, max: 3 }),
  })
  .chain((shape) =>
    fc.record({
      step: fc.constantFrom(5 * MIN, 15 * MIN, 37 * MIN + 13),
      values: fc.array(
        fc.record({
          m: metricsOf(shape),
          skip: fc.integer({ min: 0, max: 12 }),
          late: fc.boolean(),
          wh: fc.integer({ min: 0, max: 700 }),
          measured: fc.constantFrom(true, true, true, true, false),
        }),
        {
          minLength: 20,
          maxLength: 120,
        },
      ),
      measured: fc.boolean(),
      reset: fc.integer({ min: 0, max: 120 }),
      seed: fc.integer({ min: 0, max: 1000 }),
    }),
  )

const current = (power: number | null | undefined, voltage: number | null | undefined): number =>
  power && voltage ? Math.round((98 * power) / voltage) / 100 : 0
/** Currents that follow from power and voltage, and power from that of trackers, as devices measure them. */
const withCurrents = (m: Metrics): Metrics => {
  const { p, u_in: voltageIn, u_out: voltageOut, u, mppt } = m
  return {
    ...m,
    i_in: current(p, voltageIn),
    i_out: current(p, voltageOut),
    ...(u ? { i: u.map((voltage) => current((p ?? 0) / 3, voltage)) } : {}),
    ...(mppt
      ? {
          mppt: mppt.map((one) => ({ ...one, i: current(one.p, one.u) })),
          p_dc: Math.round(mppt.reduce((sum, one) => sum + (one.p ?? 0), 0)),
        }
      : {}),
  }
}

/** The series as readings, counter and all. */
const readingsFrom = ({
  step,
  values,
  reset,
  measured: follows,
}: {
  step: number
  reset: number
  measured: boolean
  values: readonly { m: Metrics; skip: number; wh: number; late: boolean; measured: boolean }[]
}) => {
  let [ts, wh] = [FIRST + 13 * MIN, 1_000_000]
  return values.map(({ m, skip, wh: more, late, measured }, index) => {
    ts += step * Math.max(1, skip - 6)
    wh = index === reset ? 0 : wh + more
    const known = follows && measured ? withCurrents(m) : m
    const said = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
    return { ts, late, m: { ...said, ...(index % 9 === 4 ? {} : { e_tot: wh }) } }
  })
}

const plainDay = (day: number, p = 500): Sent[] =>
  Array.from({ length: 288 }, (_, n) => ({
    ts: FIRST + day * DAY_MS + n * 5 * MIN,
    m: { p: p + n / 10, e_tot: 1e6 + day * 288 + n },
  }))
const noOf = (site: Site): number => site.inverters[0]?.no ?? 0
const flags = async (one: Site) =>
  [...(await rowsIn('reading_rows', one)), ...(await rowsIn('reading_unpacked', one))].map(
    (row) => row['flags'],
  )

describe('packed days', () => {
  it('are answered by every reader as their rows were, with what comes late beside them and merged', async () => {
    await fc.assert(
      fc.asyncProperty(series, async (given) => {
        const site = await makeSite(db, NOW, { timeZone: 'Europe/Berlin' })
        await db.insertInto('device').values(weatherOf(site)).execute()
        const all = readingsFrom(given).filter(({ ts }) => ts < FIRST + DAYS * DAY_MS)
        const late = all.filter((one) => one.late)
        const twin = await makeSite(db, NOW, { timeZone: 'Europe/Berlin' })
        await send(
          site,
          all.filter((one) => !one.late),
        )
        await send(site, late)
        await drain(context, NOW)
        const [before, rows] = [await answers(site, given.seed), await rowsIn('reading_rows', site)]
        const energy = await energyTables(
          db,
          site.inverters.map(({ no }) => no),
        )
        expect(await packAll(site)).toEqual([])
        expect(await rowsIn('reading_rows', site)).toEqual([])
        expect(withoutSigns(await rowsIn('reading_unpacked', site))).toEqual(withoutSigns(rows))
        expect(about(await answers(site, given.seed))).toEqual(about(before))
        await markDevicesDue(
          db,
          site.inverters.map(({ no }) => no),
          NOW,
        )
        await drain(context, NOW)
        expect(
          await energyTables(
            db,
            site.inverters.map(({ no }) => no),
          ),
        ).toEqual(energy)

        // The same again, half of it after the other half was packed, and some of it twice.
        await send(
          twin,
          all.filter((one) => !one.late),
        )
        await packAll(twin)
        const stored = await send(twin, [...late, ...all.slice(0, 30)])
        expect(stored.stored).toBe(
          late.filter(({ ts }, index) => late.findIndex((one) => one.ts === ts) === index).length,
        )
        await drain(context, NOW)
        const beside = await answers(twin, given.seed)
        expect(
          await energyTables(
            db,
            twin.inverters.map(({ no }) => no),
          ),
        ).toEqual(energy)
        await packAll(twin)
        expect(await rowsIn('reading_rows', twin)).toEqual([])
        expect(about(await answers(twin, given.seed))).toEqual(about(beside))
        expect(beside.rows.length).toBe(before.rows.length)
      }),
      { numRuns: 4, endOnFailure: true },
    )
  })

  it('are looked at for a late reading on its own day and of its own device, however many there are', async () => {
    const site = await makeSite(db, NOW, { inverters: 40 })
    for (const day of [0, 1, 2, 3]) await send(site, plainDay(day).slice(0, 3))
    expect(await packAll(site)).toEqual([])
    // As if fifty times as many were, of devices that nobody knows.
    await owner.query(`
      CREATE TEMPORARY TABLE copy AS SELECT p.* FROM reading_packed p;
      DO $$ BEGIN FOR n IN 1 .. 50 LOOP
        UPDATE copy SET device_no = device_no + 100000;
        INSERT INTO reading_packed SELECT * FROM copy;
      END LOOP; END $$;
      DROP TABLE copy; ANALYZE reading_packed`)
    const [first] = site.inverters
    const late = (n: number) =>
      storeReadings(
        context,
        [
          {
            gatewaySn: site.gateway.sn,
            message: message((seq += 1), NOW, [item(first?.sn ?? '', FIRST + n * 5 * MIN, { p: 1 })], {
              hist: true,
            }),
          },
        ],
        NOW,
      )
    // One that is there, one that is not; 8,160 days of devices are packed.
    expect(
      await readingsFetched({ pool, owner }, async () => expect((await late(1)).stored).toBe(0)),
    ).toBeLessThan(60)
    expect(
      await readingsFetched({ pool, owner }, async () => expect((await late(7)).stored).toBe(1)),
    ).toBeLessThan(60)
    await owner.query('TRUNCATE reading, reading_packed')
  })

  it('say currents by power and voltage, and power of the modules by that of trackers', async () => {
    const site = await makeSite(db, NOW)
    await send(
      site,
      Array.from({ length: 200 }, (_, n) => {
        const power = 400 + ((n * 7919) % 3000)
        return {
          ts: FIRST + n * 5 * MIN,
          m: withCurrents({
            p: n === 30 ? null : power,
            u_in: n === 40 ? null : 30 + ((n * 7) % 13) / 10,
            u_out: n < 20 ? 0 : 38,
            u: [229 + (n % 4), 230, n === 50 ? null : 231.5],
            e_tot: 1e6 + n * 30,
            mppt: [1, 2].map((no) => ({ n: no, u: 500 + ((n * no) % 17), p: n === 60 ? null : power * no })),
          }),
        }
      }),
    )
    const rows = await rowsIn('reading_rows', site)
    expect(rows.length).toBe(200)
    expect(await packAll(site, [0])).toEqual([])
    expect(withoutSigns(await rowsIn('reading_unpacked', site))).toEqual(withoutSigns(rows))
    const { rows: followed } = await sql<{ followed: number[] }>`
      SELECT ARRAY(SELECT get_byte(one, 1) & 32 FROM unnest(array[i_in, i_out, p_dc, i[1], i[2], i[3], mppt[2], mppt[5]]) AS one) AS followed
        FROM reading_packed WHERE device_no = ${noOf(site)}`.execute(db)
    expect(followed).toEqual([{ followed: Array.from({ length: 8 }, () => 32) }])
    // And back again.
    await unpackDays({ db }, allShards)
    expect(withoutSigns(await rowsIn('reading_rows', site))).toEqual(withoutSigns(rows))
  })

  it('are packed by the job, oldest first, which goes on where another was killed, and give the disk back', async () => {
    const turn = (place = startOfPacking(), stopping?: AbortSignal) =>
      packDays(context, NOW, allShards, place, stopping)
    await owner.query('TRUNCATE reading, reading_packed')
    const site = await makeSite(db, NOW, { inverters: 70 })
    for (const day of [0, 1, 19]) await send(site, plainDay(day).slice(0, 12))
    const days = async () => (await daysOfRows(db, NOW)).map(({ day }) => (day - FIRST) / DAY_MS)
    expect(await days()).toEqual([0, 1, 19])
    // Killed in the middle of it: what is committed stays, what is not is rows as before.
    await owner.query('ALTER FUNCTION reading_pack_settle(integer[], date) RENAME TO settle_later')
    await expect(turn()).rejects.toThrow('reading_pack_settle')
    await owner.query('ALTER FUNCTION settle_later(integer[], date) RENAME TO reading_pack_settle')
    expect(await counts()).toEqual([70 * 36, 0])
    const [first, second] = [startOfPacking(), startOfPacking()]
    await turn(first)
    expect(await counts()).toEqual([70 * 36 - 60 * 12, 60 * 12])
    const stop = new AbortController()
    stop.abort()
    await turn(first, stop.signal)
    expect(await counts()).toEqual([70 * 36 - 60 * 12, 60 * 12])
    for (let n = 0; n < 4; n += 1) await turn(second)
    // Nothing that is newer is packed.
    expect(await counts()).toEqual([70 * 12, 70 * 24])
    expect(await days()).toEqual([19])
    await turn(second)
    expect(await counts()).toEqual([70 * 12, 70 * 24])
    for (let n = 0; n < 4; n += 1) await unpackDays(context, allShards)
    expect(await counts()).toEqual([70 * 36, 0])
  })

  it('leave a partition that is given back only when no row is left, and that nobody has to wait for meanwhile', async () => {
    await owner.query('TRUNCATE reading, reading_packed')
    const site = await makeSite(db, NOW)
    await send(site, plainDay(0).slice(0, 20))
    const part = `reading_${new Date(FIRST).toISOString().slice(0, 10).replaceAll('-', '')}`
    const locks = async (trx: Db) => {
      const { rows } = await sql<{ mode: string }>`
        SELECT DISTINCT mode FROM pg_locks
         WHERE relation = ${part}::regclass AND pid = pg_backend_pid() ORDER BY mode`.execute(trx)
      return rows.map(({ mode }) => mode)
    }
    await db.transaction().execute(async (trx) => {
      expect(await emptyDay(trx, FIRST)).toBe(false)
      expect(await locks(trx)).toEqual(['AccessShareLock'])
    })
    expect(await packAll(site, [0])).toEqual([])
    // Whoever is adding a reading, or is looking at the day, goes on, and the day stays.
    for (const mode of ['ROW EXCLUSIVE', 'ACCESS SHARE']) {
      const other = await owner.connect()
      await other.query(`BEGIN; LOCK TABLE ${part} IN ${mode} MODE`)
      expect(await emptyDay(db, FIRST)).toBe(false)
      await other.query('ROLLBACK')
      other.release()
    }
    await db.transaction().execute(async (trx) => {
      expect(await emptyDay(trx, FIRST)).toBe(true)
      expect(await locks(trx)).toContain('AccessExclusiveLock')
    })
    expect(await daysOfRows(db, NOW)).toEqual([])
  })

  it('are left as rows where the database does not read them as they were', async () => {
    const site = await makeSite(db, NOW)
    await send(site, plainDay(0).slice(0, 20))
    await owner.query(`UPDATE reading SET ts = ts + interval '7 microseconds' WHERE device_no = $1`, [
      noOf(site),
    ])
    expect(await packAll(site, [0])).toEqual([noOf(site)])
    expect([(await rowsIn('reading_rows', site)).length, await rowsIn('reading_unpacked', site)]).toEqual([
      20,
      [],
    ])
  })

  it('are not packed while they are hardly over, by whatever clock', async () => {
    await expect(
      sql`SELECT reading_pack_settle('{1}', (now() AT TIME ZONE 'UTC')::date - 4)`.execute(db),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('are rows again where their flags change, and packed anew', async () => {
    const site = await makeSite(db, NOW, { ratedW: 1000 })
    await send(site, [...plainDay(0), ...plainDay(1, 50_000)])
    expect(await packAll(site, [0, 1])).toEqual([])
    const flagged = async () =>
      [...(await rowsIn('reading_rows', site)), ...(await rowsIn('reading_unpacked', site))].filter(
        (row) => row['flags'] !== 0,
      ).length
    expect(await flagged()).toBe(288)
    await db.updateTable('device').set({ rated_w: 90_000 }).where('no', '=', noOf(site)).execute()
    await db.transaction().execute((trx) => applyRating(trx, [noOf(site)], NOW))
    expect(await flagged()).toBe(0)
    const forms = async () => [
      (await rowsIn('reading_rows', site)).length,
      (await rowsIn('reading_unpacked', site)).length,
    ]
    expect(await forms()).toEqual([288, 288])
    expect(await packAll(site, [0, 1])).toEqual([])
    expect(await forms()).toEqual([0, 576])
  })

  it('take in what stood still in the night beside a late reading', async () => {
    // After sunset in Shanghai power stands still, and so does the counter.
    const night: Sent[] = Array.from({ length: 30 }, (_, n) => ({
      ts: FIRST + 14 * HOUR + n * 5 * MIN,
      m: { p: 3000, e_tot: 1e6 },
    }))
    const [site, other] = [
      await makeSite(db, NOW, { timeZone: 'Asia/Shanghai' }),
      await makeSite(db, NOW, { timeZone: 'Asia/Shanghai' }),
    ]
    await send(other, night)
    await send(site, night.slice(0, 2))
    expect(new Set(await flags(site))).toEqual(new Set([0]))
    await packAll(site, [0])
    await send(site, night.slice(2))
    expect(await flags(site)).toEqual(await flags(other))
    expect((await flags(other))[0]).not.toBe(0)
  })

  it('are dropped by the month when all of it is beyond the retention', async () => {
    const site = await makeSite(db, NOW)
    await send(site, plainDay(0).slice(0, 12))
    expect(await packAll(site, [0])).toEqual([])
    const months = async () =>
      (await sql`SELECT 1 FROM pg_inherits WHERE inhparent = 'reading_packed'::regclass`.execute(db)).rows
        .length
    const had = await months()
    expect(await dropMonths(db, Date.parse('2025-03-31T00:00:00Z'))).toBe(0)
    expect(await dropMonths(db, Date.parse('2025-04-01T00:00:00Z'))).toBe(1)
    expect(await months()).toBe(had - 1)
    await expect(sql`SELECT reading_packed_drop(now()::date - 300)`.execute(db)).rejects.toMatchObject({
      code: '42501',
    })
  })
})

const countOf = async (table: 'reading' | 'reading_unpacked') =>
  (await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(db)).rows[0]?.n ?? 0
/** Readings as rows, and packed ones. */
const counts = async (): Promise<number[]> => {
  return [await countOf('reading'), await countOf('reading_unpacked')]
}
const weatherOf = (site: Site) => ({
  id: crypto.randomUUID(),
  station_id: site.stationId,
  kind: 'weather' as const,
  sn: `WS${site.gateway.sn}`,
  sn_key: `WS${site.gateway.sn}`,
  gateway_id: site.gateway.id,
  created_at: new Date(NOW),
})
