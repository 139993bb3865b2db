import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { backUp } from '#server/platform/backup/back-up.ts'
import { checkBackup } from '#server/platform/backup/check-backup.ts'
import { reachForReading, reachForWriting } from '#server/platform/backup/reach-database.ts'
import { restoreBackup } from '#server/platform/backup/restore.ts'
import { createLog } from '#server/platform/log.ts'
import type { Db } from '#server/platform/db/handle.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { dropMonths } from '#server/features/telemetry/pack-store.ts'
import { DAY_MS } from '#server/features/telemetry/partition-store.ts'
import { powerByStep } from '#server/features/telemetry/reading-store.ts'
import { type Benchmark, figure, median } from './figure.ts'
import { besideOptimizers, DAYS, forgetPages, INVERTERS, packSite, storeSite, took } from './packed-site.ts'

/** So many times the simulated inverters at full size, a thousand of them (15 GB, and as much again restored), and so long. */
const FULL = 100
const YEARS = 10
const YEAR_MS = 365 * DAY_MS
const ROUNDS = 3
/** Numbers of copies lie so far apart. */
const APART = 1_000

const say = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

const day = (ms: number) => sql`${new Date(ms)}::date`

/** The packed days of inverters again and again, by the day as the job writes them; gives the first day. */
const fillYears = async (db: Db, nos: readonly number[], from: number, copies: number): Promise<number> => {
  const { rows: named } = await sql<{ names: string }>`
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS names FROM pg_attribute
     WHERE attrelid = 'reading_packed'::regclass AND attnum > 2 AND NOT attisdropped`.execute(db)
  const columns = sql.raw((named[0]?.names ?? '').replaceAll(/(^|, )/g, '$1s.'))
  const plain = sql.raw(named[0]?.names ?? '')
  const first = from - YEARS * YEAR_MS
  for (let at = first; at < from;) {
    const month = new Date(at)
    const next = Math.min(from, Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1))
    await sql`SELECT reading_packed_make(${day(at)})`.execute(db)
    await sql`
      INSERT INTO reading_packed (device_no, day, ${plain})
      SELECT s.device_no + ${APART}::int * k, d.day::date, ${columns}
        FROM generate_series(${day(at)}, ${day(next - DAY_MS)}, interval '1 day') AS d(day)
       CROSS JOIN LATERAL (
         SELECT * FROM reading_packed
          WHERE device_no = ANY(${[...nos]}::int[])
            AND day = ${day(from)} + (d.day::date - ${day(first)}) % ${DAYS}::int OFFSET 0) AS s
       CROSS JOIN generate_series(0, ${copies}::int - 1) AS k`.execute(db)
    at = next
  }
  return first
}

type Held = { days: number; readings: number; bytes: number }
const held = async (db: Db): Promise<Held> => {
  const { rows } = await sql<Held>`
    SELECT count(*)::float8 AS days, sum(readings)::float8 AS readings,
           (SELECT sum(pg_total_relation_size(inhrelid))::float8 FROM pg_inherits
             WHERE inhparent = 'reading_packed'::regclass) AS bytes FROM reading_packed`.execute(db)
  return rows[0] ?? { days: 0, readings: 0, bytes: 0 }
}

const asOwner = async (
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> => {
  const owner = new Client({ connectionString: url })
  await owner.connect()
  const { rows } = await owner.query<Record<string, unknown>>(text, values)
  await owner.end()
  return rows
}

/** Ten years of packed readings of inverters: what they take, charts of them, backup, restore and retention. */
export const benchPackedYears: Benchmark = async (print, { size: share }) => {
  const copies = Math.max(1, Math.round(FULL * share))
  const folder = await mkdtemp(join(tmpdir(), 'sunkeeper-bench-'))
  await chmod(folder, 0o711)
  const log = createLog('fatal')
  const [dataDir, otherDir] = [join(folder, 'data'), join(folder, 'other')]
  for (const one of [dataDir, otherDir]) await mkdir(one, { mode: 0o711 })
  const open = async () => {
    const opened = await openDatabase({ embedded: { dataDir } }, log)
    // Statements of this bench may take longer than people wait.
    opened.pool.options.statement_timeout = 0
    return opened
  }
  let database = await open()
  try {
    await migrate(database.url, { log, everyday: database.everyday.role })
    const archive = join(folder, 'installation.backup')
    const size = async (): Promise<number> => {
      await backUp({ url: database.url, dataDir, to: archive, version: 'bench', now: Date.now() })
      return (await stat(archive)).size
    }
    const empty = await size()
    await rm(archive)
    const { context, from } = await storeSite(database.db, database.pool, log)
    await packSite(context)
    const { rows } = await sql<{ no: number }>`
      SELECT DISTINCT d.no FROM device d JOIN reading_packed p ON p.device_no = d.no
       WHERE d.kind = 'inverter' AND d.sn <> ${besideOptimizers} ORDER BY 1`.execute(database.db)
    const nos = rows.map(({ no }) => no)
    await asOwner(database.url, 'DELETE FROM reading_packed WHERE NOT device_no = ANY($1)', [nos])
    const [single, once] = [await held(database.db), await size()]
    await rm(archive)
    let first = 0
    const seeding = await took(async () => {
      first = await fillYears(database.db, nos, from, copies)
    })
    const whole = await held(database.db)
    const inverters = INVERTERS * copies
    const said = `of ${inverters} inverters with four trackers over ${YEARS} years: ${(whole.readings / 1e6).toFixed(0)} million readings, ${(whole.bytes / 1e9).toFixed(2)} GB`
    say(`seeded in ${seeding.toFixed(0)} s`)
    print(
      figure(
        'years.bytes',
        whole.bytes / whole.readings,
        'bytes',
        `a reading, with indexes and pages, ${said}`,
        '<= 30',
      ),
    )

    const charts = [
      ['year', from - YEAR_MS, 1],
      ['ten', from - YEARS * YEAR_MS, YEARS],
    ] as const
    for (const [name, begins, years] of charts) {
      const times: number[] = []
      let dropped = false
      for (let round = 0; round < ROUNDS; round += 1) {
        await database.close()
        dropped = await forgetPages()
        database = await open()
        await database.pool.query('SELECT 1')
        // Another inverter each time, from the middle of the fleet.
        const no = (nos[round] ?? 0) + APART * ((Math.floor(copies / 2) + round) % copies)
        times.push(await took(() => powerByStep(database.db, [no], begins, from, DAY_MS)))
      }
      const days = `means by the day of an inverter, ${years === 1 ? 'a year' : `${years} years`} of 5 minutes`
      print(
        figure(
          `years.chart.${name}.cold`,
          median(times),
          's',
          `${days}, ${dropped ? 'all caches dropped' : 'database started anew'}`,
          ...(years === 1 ? ['<= 1'] : []),
        ),
      )
      const warm: number[] = []
      for (let round = 0; round <= ROUNDS; round += 1)
        warm.push(
          await took(() =>
            powerByStep(database.db, [(nos[0] ?? 0) + (copies > 1 ? APART : 0)], begins, from, DAY_MS),
          ),
        )
      print(figure(`years.chart.${name}`, median(warm.slice(1)), 's', `${days}, again`))
    }

    let bytes = 0
    const backup = await took(async () => {
      bytes = await size()
    })
    print(
      figure(
        'years.backup',
        backup,
        's',
        `a backup of all of it, ${(bytes / 1e9).toFixed(2)} GB, as copies of days take little there`,
      ),
    )
    print(
      figure(
        'years.backup.bytes',
        (once - empty) / single.readings,
        'bytes',
        'of the archive a reading, of days that differ',
      ),
    )

    const year = await held(database.db)
    const dropping = await took(() =>
      dropMonths(database.db, Math.floor((first + YEAR_MS) / DAY_MS) * DAY_MS),
    )
    const left = await held(database.db)
    print(
      figure(
        'years.retention',
        dropping,
        's',
        `the oldest year dropped: ${((year.bytes - left.bytes) / 1e6).toFixed(0)} MB given back`,
      ),
    )

    await database.close()
    const target = await reachForWriting({ databaseUrl: null, dataDir: otherDir, log })
    try {
      const checking = await took(() => checkBackup(archive))
      const manifest = await checkBackup(archive)
      const restoring = await took(() =>
        restoreBackup(archive, manifest, { url: target.url, dataDir: otherDir, log }),
      )
      print(
        figure(
          'years.restore',
          checking + restoring,
          's',
          `into an empty installation; ${checking.toFixed(0)} of it reading and comparing the archive`,
        ),
      )
    } finally {
      await target.close()
    }
    const again = await reachForReading({ databaseUrl: null, dataDir: otherDir, log })
    const back = await asOwner(again.url, 'SELECT sum(readings)::text AS n FROM reading_packed')
    await again.close()
    print(
      figure(
        'years.restored',
        Number(back[0]?.['n']) - whole.readings,
        'readings',
        'more or fewer than there were',
        '= 0',
      ),
    )
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}
