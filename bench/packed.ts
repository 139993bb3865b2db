import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import type { Db } from '#server/platform/db/handle.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { packDays, startOfPacking } from '#server/features/telemetry/pack-days.ts'
import { DAY_MS, utcDayStart } from '#server/features/telemetry/partition-store.ts'
import { powerByStep, readingsOf } from '#server/features/telemetry/reading-store.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { plausibleCounters } from '#simulator/fleet.ts'
import { simulateDevices } from '#simulator/simulated-station.ts'
import type { InverterSpec, StationSpec } from '#simulator/station-spec.ts'
import { worldStation } from '#simulator/world.ts'
import { makeCompany } from '../tests/factories/accounts.ts'
import { message } from '../tests/factories/telemetry.ts'
import { type Benchmark, figure, median } from './figure.ts'
import { gatewaySn, inverterSn, optimizerSn, seedFleet } from './seed.ts'

const STEP_MS = 300_000
/** Days that are simulated; they are copied to fill a year. */
const DAYS = 10
const YEAR_DAYS = 365
const INVERTERS = 10
const OPTIMIZERS = 40
const ROUNDS = 5
const shards = [0, 1, 2, 3]

const inverter = (sn: string, mppts: number, strings: InverterSpec['strings']): InverterSpec => ({
  sn,
  brand: 'Sungrow',
  model: 'SG33CX',
  sw: '12.3.1',
  ratedW: 33_000,
  phases: 3,
  mppts,
  efficiency: 0.98,
  strings,
})
const place = (n: number) => ({ eastM: n * 3, northM: (n % 4) * 5 })

/** Inverters with four trackers at one gateway, modules with optimizers at another. */
const specs = (name: string): StationSpec[] => {
  const base = worldStation('landshut-barn')
  const at = (gateway: number, inverters: readonly InverterSpec[]): StationSpec => {
    const [first] = base.gateways
    if (first === undefined) throw new Error('no gateway')
    return {
      ...base,
      key: `${name}${gateway}`,
      gateways: [{ ...first, sn: gatewaySn(name, gateway), inverters }],
    }
  }
  return [
    at(
      1,
      Array.from({ length: INVERTERS }, (_, index) =>
        inverter(
          inverterSn(name, 1, index + 1),
          4,
          [1, 2, 3, 4].map((n) => ({ n, mppt: n, modules: 18, ...place(index * 4 + n) })),
        ),
      ),
    ),
    at(2, [
      inverter(
        inverterSn(name, 2, 1),
        1,
        [1, 2].map((n) => ({
          n,
          mppt: 1,
          modules: OPTIMIZERS / 2,
          ...place(n),
          optimizers: Array.from({ length: OPTIMIZERS / 2 }, (_, index) => ({
            sn: optimizerSn(name, 2, (n - 1) * (OPTIMIZERS / 2) + index + 1),
            pos: index + 1,
            modules: 1 as const,
            model: 'S440',
            sw: '2.1',
          })),
        })),
      ),
    ]),
  ]
}

type Sizes = { kind: string; no: number; readings: number; rows: number; packed: number }

const whole = (table: string) => sql`
    (SELECT sum(pg_table_size(inhrelid))::float8 AS pages, sum(pg_indexes_size(inhrelid))::float8 AS indexes
       FROM pg_inherits WHERE inhparent = ${table}::regclass)`

/** Bytes of a kind's readings: of the index each row has the same share, of pages and what is beside them by its size. */
const sizesOf = async (db: Db, without: string): Promise<Sizes[]> => {
  const { rows } = await sql<Sizes>`
    WITH plain AS (
      SELECT device_no, count(*)::float8 AS rows, count(*)::float8 AS readings, sum(pg_column_size(r.*) + 4)::float8 AS bytes
        FROM reading r GROUP BY 1),
    packed AS (
      SELECT device_no, count(*)::float8 AS rows, sum(readings)::float8 AS readings, sum(pg_column_size(p.*) + 4)::float8 AS bytes
        FROM reading_packed p GROUP BY 1),
    plain_all AS (SELECT sum(rows) AS rows, sum(bytes) AS bytes FROM plain),
    packed_all AS (SELECT sum(rows) AS rows, sum(bytes) AS bytes FROM packed)
    SELECT d.kind, min(d.no) AS no, sum(coalesce(a.readings, b.readings)) AS readings,
           sum(a.bytes * r.pages / t.bytes + a.rows * r.indexes / t.rows)::float8 / sum(a.readings) AS rows,
           sum(b.bytes * k.pages / g.bytes + b.rows * k.indexes / g.rows)::float8 / sum(b.readings) AS packed
      FROM ${whole('reading')} AS r, ${whole('reading_packed')} AS k, plain_all t, packed_all g,
           device d LEFT JOIN plain a ON a.device_no = d.no LEFT JOIN packed b ON b.device_no = d.no
     WHERE coalesce(a.readings, b.readings) > 0 AND d.sn <> ${without}
     GROUP BY 1`.execute(db)
  return rows
}

const took = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** The machine's pages of files are forgotten; false where this program may not. */
const forgetPages = async (): Promise<boolean> => {
  execFileSync('sync')
  return writeFile('/proc/sys/vm/drop_caches', '3').then(
    () => true,
    () => false,
  )
}

/** What packed days cost: bytes a reading beside rows, packing them, and a device's year read from them. */
export const benchPacked: Benchmark = async (print) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sunkeeper-bench-'))
  await chmod(dataDir, 0o711)
  const log = createLog('fatal')
  let database = await openDatabase({ embedded: { dataDir } }, log)
  try {
    await migrate(database.url, { log, everyday: database.everyday.role })
    const companyId = await makeCompany(database.db, Date.now(), 'Bench')
    const fleet = {
      name: 'BP',
      companyId,
      stations: 2,
      gateways: 1,
      inverters: INVERTERS,
      optimizers: OPTIMIZERS,
    }
    await seedFleet(database.pool, fleet)
    const last = utcDayStart(Date.now()) - 40 * DAY_MS
    const from = last - DAYS * DAY_MS
    const context = makeContext({ db: database.db, pool: database.pool, log, clock: () => last })
    for (const [index, spec] of specs('BP').entries()) {
      const station = simulateDevices(spec, { counters: plausibleCounters(spec, from) })
      const gateway = gatewaySn('BP', index + 1)
      let seq = 0
      for (let day = from; day < last; day += DAY_MS) {
        const messages = []
        for (let ts = day; ts < day + DAY_MS; ts += STEP_MS) {
          const d = station.readingsAt(ts, { gateway })
          // Some hundred milliseconds on the way, as they take.
          const receivedAt = ts + 200 + ((ts / STEP_MS) % 7) * 37
          if (d.length > 0)
            messages.push({ gatewaySn: gateway, message: message((seq += 1), ts, d), receivedAt })
        }
        await storeReadings(context, messages, day + DAY_MS)
      }
    }
    const plain = new Map((await sizesOf(database.db, inverterSn('BP', 2, 1))).map((one) => [one.kind, one]))
    const rows = { ...context, packAfterDays: 14 }
    const { rows: days } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM (SELECT DISTINCT device_no, ts::date FROM reading) AS d`.execute(
      database.db,
    )
    const place = shards.map(startOfPacking)
    const packing = await took(async () => {
      for (let turn = 0; turn < DAYS * 3; turn += 1)
        for (const shard of shards)
          await packDays(rows, Date.now(), [shard], place[shard] ?? startOfPacking())
    })
    print(
      figure(
        'packed.row.inverter',
        plain.get('inverter')?.rows ?? Number.NaN,
        'bytes',
        'a row of today, with index and pages, four trackers',
        '<= 250',
      ),
    )
    print(
      figure(
        'packed.row.optimizer',
        plain.get('optimizer')?.rows ?? Number.NaN,
        'bytes',
        'a row of today, with index and pages',
      ),
    )
    const left = await sql<{ n: number }>`SELECT count(*)::int AS n FROM reading`.execute(database.db)
    print(
      figure(
        'packed.left',
        left.rows[0]?.n ?? Number.NaN,
        'readings',
        'rows of days that were to be packed',
        '= 0',
      ),
    )
    print(
      figure(
        'packed.packing',
        (packing * 1000) / (days[0]?.n ?? 0),
        'ms',
        `a day of a device, of ${days[0]?.n} days`,
      ),
    )

    const columns = (
      await sql<{ names: string }>`
        SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS names FROM pg_attribute
         WHERE attrelid = 'reading_packed'::regclass AND attnum > 2 AND NOT attisdropped`.execute(database.db)
    ).rows[0]?.names
    // The days again and again, until there is a year of them.
    for (let back = DAYS; back < YEAR_DAYS; back += DAYS) {
      for (const day of [0, DAYS - 1])
        await sql`SELECT reading_packed_make(${new Date(from - (back - day) * DAY_MS)}::date)`.execute(
          database.db,
        )
      await sql`
        INSERT INTO reading_packed (device_no, day, ${sql.raw(columns ?? '')})
        SELECT device_no, day - ${back}::int, ${sql.raw(columns ?? '')} FROM reading_packed
         WHERE day >= ${new Date(from)}::date ORDER BY day, device_no`.execute(database.db)
    }
    for (const one of await sizesOf(database.db, inverterSn('BP', 2, 1))) {
      const before = plain.get(one.kind)
      const aDay = (before?.readings ?? 0) / DAYS / (one.kind === 'optimizer' ? OPTIMIZERS : INVERTERS)
      const against = `with indexes and pages, of ${aDay.toFixed(0)} readings a day; as a row ${before?.rows.toPrecision(3)}`
      print(
        figure(
          `packed.${one.kind}`,
          one.packed,
          'bytes',
          against,
          `<= ${one.kind === 'optimizer' ? 10 : 30}`,
        ),
      )
      print(
        figure(
          `packed.${one.kind}.share`,
          (before?.rows ?? Number.NaN) / one.packed,
          'times',
          'fewer than rows',
        ),
      )
    }
    const no = plain.get('inverter')?.no ?? 0
    const [begins, ends] = [last - YEAR_DAYS * DAY_MS, last]
    const year = (db: Db) => powerByStep(db, [no], begins, ends, DAY_MS)
    await database.close()
    const dropped = await forgetPages()
    database = await openDatabase({ embedded: { dataDir } }, log)
    await database.pool.query('SELECT 1')
    const cold = await took(() => year(database.db))
    const said = `${YEAR_DAYS} days of 5 minutes of an inverter, means by the day`
    print(
      figure(
        'packed.year.cold',
        cold,
        's',
        `${said}, ${dropped ? 'all caches dropped' : 'database started anew'}`,
        '<= 1',
      ),
    )
    const times = []
    for (let round = 0; round < ROUNDS; round += 1) times.push(await took(() => year(database.db)))
    print(figure('packed.year', median(times), 's', said))
    const all = await took(() => readingsOf(database.db, no, begins, begins + 30 * DAY_MS, 10_000))
    print(figure('packed.month.values', all, 's', '30 days of an inverter, every value of every reading'))
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
