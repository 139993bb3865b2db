import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import type { Db } from '#server/platform/db/handle.ts'
import { DAY_MS } from '#server/features/telemetry/partition-store.ts'
import { powerByStep, readingsOf } from '#server/features/telemetry/reading-store.ts'
import { type Benchmark, figure, median } from './figure.ts'
import {
  besideOptimizers,
  DAYS,
  forgetPages,
  INVERTERS,
  OPTIMIZERS,
  packSite,
  storeSite,
  took,
} from './packed-site.ts'

const YEAR_DAYS = 365
const ROUNDS = 5

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

/** What packed days cost: bytes a reading beside rows, packing them, and a device's year read from them. */
export const benchPacked: Benchmark = async (print) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sunkeeper-bench-'))
  await chmod(dataDir, 0o711)
  const log = createLog('fatal')
  let database = await openDatabase({ embedded: { dataDir } }, log)
  try {
    await migrate(database.url, { log, everyday: database.everyday.role })
    const { context, from, last } = await storeSite(database.db, database.pool, log)
    const plain = new Map((await sizesOf(database.db, besideOptimizers)).map((one) => [one.kind, one]))
    const { rows: days } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM (SELECT DISTINCT device_no, ts::date FROM reading) AS d`.execute(
      database.db,
    )
    const packing = await took(() => packSite(context))
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
    for (const one of await sizesOf(database.db, besideOptimizers)) {
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
