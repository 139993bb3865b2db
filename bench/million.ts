import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { Pool } from 'pg'
import { ensurePartitions, utcDayStart } from '#server/features/telemetry/partition-store.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'
import { makeAccount } from '../tests/factories/accounts.ts'
import { type Asking, askServer, inTurn } from './asking.ts'
import { type Benchmark, figure, median, type Print, quantile } from './figure.ts'
import { type BenchInstallation, startInstallation } from './installation.ts'
import { noonAt, seedFleet, seedLatest, seedPerson } from './seed.ts'

const fleet = 'BM'
/** One gateway a station, four stations a company: fifty devices behind each gateway, itself among them. */
const GATEWAYS = 20_000
const STATIONS_A_COMPANY = 4
const shape = { gateways: 1, inverters: 2, optimizers: 47 }
const DEVICES_A_STATION = 50
/** What everything is held against: the same with 10,000 devices. */
const SMALL_GATEWAYS = 200
const DAYS = 365
const DAY_MS = 86_400_000
/** Inverters whose days are written in one statement. */
const PORTION = 2_000
/** Stations with readings of today and yesterday, every quarter of an hour. */
const WITH_READINGS = 2_000
const TURNS = 40
const TURNS_ALL = 20
const COLD_ROUNDS = 3

const silent = createLog('silent')

/** For statements that may take minutes. */
const seedingPool = (url: string): Pool =>
  new Pool({
    connectionString: url,
    max: 2,
    options: '-c statement_timeout=0 -c synchronous_commit=off -c work_mem=256MB',
  })

const seedCompanies = async (pool: Pool, count: number): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO company (id, name, created_at) SELECT gen_random_uuid(), 'Company ' || n, now()
       FROM generate_series(1, $1::int) AS n RETURNING id`,
    [count],
  )
  return rows.map(({ id }) => id)
}

/** A year of energy of every inverter, by which the months follow. */
const seedYear = async (pool: Pool, now: number): Promise<void> => {
  const { rows } = await pool.query<{ no: number }>(
    `SELECT no FROM device WHERE kind = 'inverter' ORDER BY no`,
  )
  for (let at = 0; at < rows.length; at += PORTION)
    await pool.query(
      `INSERT INTO energy_day (device_no, day, wh, first_ts, last_ts, known)
       SELECT no, day::date, 40000 + (no * 37 + extract(doy FROM day)::int * 101) % 60000, day, day + interval '12 h', 1000
         FROM unnest($1::int[]) AS no, generate_series($2::date - ${DAYS}, $2::date, interval '1 day') AS day
        ORDER BY no, day`,
      [rows.slice(at, at + PORTION).map(({ no }) => no), new Date(now)],
    )
}

const seedReadings = async (pool: Pool, now: number): Promise<void> => {
  await ensurePartitions(
    pool,
    [0, 1, 2].map((days) => utcDayStart(now - days * DAY_MS)),
  )
  await pool.query(
    `INSERT INTO reading (device_no, ts, received_at, hist, state, p, u, i, f, t, e_tot)
     SELECT no, ts, ts, false, 1, 3000 + no % 700, '{230,231,229}', '{5,5,5}', 50, 40, 1e7 + extract(epoch FROM ts)::bigint % 1000000
       FROM (SELECT no FROM device WHERE kind = 'inverter' AND station_id IN
              (SELECT id FROM station ORDER BY substring(code FROM '[0-9]+$')::int LIMIT $2)) AS sample,
            generate_series($1::timestamptz - interval '36 h', $1, interval '15 min') AS ts
      ORDER BY ts, no`,
    [new Date(now), WITH_READINGS],
  )
}

/** A year's alarms of every fifth device, one in ten of them open; and an order for every fiftieth, one in five open. */
const seedWork = async (pool: Pool, initiator: string): Promise<void> => {
  await pool.query(
    `INSERT INTO alarm (id, station_id, device_id, device_kind, code, level, status, count, created_at, first_at,
       occurred_at, close_type, closed_at)
     SELECT gen_random_uuid(), station_id, id, kind,
            (ARRAY['2062', '2032', '2063', 'RULE-STRING-CURRENT', 'RULE-OPTIMIZER-LOW', 'X-77'])[1 + no / 5 % 6],
            1 + no / 5 % 4, CASE WHEN no % 50 = 0 THEN 'unsolved' ELSE 'closed' END, 1, at, at, at,
            CASE WHEN no % 50 = 0 THEN NULL ELSE 'automatic_cleaning' END,
            CASE WHEN no % 50 = 0 THEN NULL ELSE at + interval '2 h' END
       FROM device, LATERAL (SELECT now() - no::bigint * 7919 % 31536000 * interval '1 s' AS at) AS came
      WHERE no % 5 = 0 AND kind <> 'gateway'`,
  )
  await pool.query(
    `INSERT INTO work_order (id, no, station_id, device_id, type, status, priority, name, description, initiator_id,
       handler_id, needs_review, initiated_at, planned_minutes, closed_at, place)
     SELECT gen_random_uuid(), 'WO2026' || lpad(no::text, 8, '0'), station_id, id, 'repair', status, 1 + no / 50 % 4,
            'Repair ' || no, '', $1::uuid, $1::uuid, true, at, 120, CASE status WHEN 'completed' THEN at + interval '1 day' END,
            CASE status WHEN 'completed' THEN -(extract(epoch FROM at) * 1000)::bigint ELSE 8640000000000000 END
       FROM device, LATERAL (SELECT now() - no::bigint * 7919 % 31536000 * interval '1 s' AS at,
              CASE WHEN no / 50 % 5 = 0 THEN 'pending' ELSE 'completed' END AS status) AS came
      WHERE no % 50 = 7`,
    [initiator],
  )
}

type Screen = { name: string; path: string }
type World = {
  server: BenchInstallation
  devices: number
  /** Cookies of an installer of one company with its four stations, and of the operator's administrator. */
  own: string
  everything: string
  screens: Screen[]
  asking: Asking
  seededMs: number
  bytes: number
  /** Answers until the caches are forgotten and the database starts anew. */
  forget: () => Promise<boolean>
  stop: () => Promise<void>
}

/** The machine's pages of files are forgotten; false where this program may not. */
const forgetPages = (): Promise<boolean> => {
  execFileSync('sync')
  return writeFile('/proc/sys/vm/drop_caches', '3').then(
    () => true,
    () => false,
  )
}

const screensOf = async (pool: Pool, now: number): Promise<Screen[]> => {
  const idOf = async (sql: string): Promise<string> => String((await pool.query(sql)).rows[0].id)
  const station = await idOf(`SELECT id FROM station WHERE code = '${fleet}-S1'`)
  const inverter = await idOf(
    `SELECT id FROM device WHERE station_id = '${station}' AND kind = 'inverter' ORDER BY no LIMIT 1`,
  )
  const month = new Date(now).toISOString().slice(0, 7)
  const year = new Date(now).getUTCFullYear()
  const of = `/api/stations/${station}`
  return [
    { name: 'home', path: '/api/home' },
    { name: 'home.alarms', path: '/api/alarms/newest?limit=10' },
    { name: 'home.pins', path: '/api/station-pins' },
    { name: 'stations', path: '/api/stations?limit=50' },
    { name: 'alarms', path: '/api/alarms?limit=30' },
    { name: 'alarms.open', path: '/api/alarms?status=open&limit=30' },
    { name: 'orders', path: '/api/orders?limit=30' },
    { name: 'troubles', path: '/api/troubles' },
    { name: 'station', path: of },
    { name: 'devices', path: `${of}/devices` },
    { name: 'device', path: `/api/devices/${inverter}` },
    { name: 'chart.day', path: `${of}/power` },
    { name: 'chart.month', path: `${of}/energy?period=month&of=${month}` },
    { name: 'chart.year', path: `${of}/energy?period=year&of=${year}` },
  ]
}

const makeWorld = async (gateways: number): Promise<World> => {
  const server = await startInstallation()
  let running = server
  const began = performance.now()
  const now = Date.now()
  const seeding = seedingPool(server.databaseUrl)
  const companies = await seedCompanies(seeding, Math.max(1, Math.round(gateways / STATIONS_A_COMPANY)))
  await seedFleet(seeding, { name: fleet, companyId: companies, stations: gateways, ...shape })
  const { longitude, timeZone } = noonAt(now)
  await seeding.query(
    `UPDATE station SET time_zone = $2, latitude = 20 + latitude % 10, longitude = abs($1::float8), east = $1 >= 0`,
    [longitude, timeZone],
  )
  await seedLatest(seeding, now)
  await seedYear(seeding, now)
  await seedReadings(seeding, now)
  let { db, pool, close } = await openDatabase({ url: server.databaseUrl }, silent)
  const companyId = companies[0] ?? ''
  const initiator = await makeAccount(db, now, {
    role: 'administrator',
    companyId,
    passwordHash: 'no password leads here',
    account: 'bench-initiator',
  })
  await seedWork(seeding, initiator.id)
  await seeding.query('VACUUM (ANALYZE)')
  const { rows } = await seeding.query<{ bytes: string }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  )
  await seeding.end()
  const world: World = {
    server,
    devices: gateways * DEVICES_A_STATION,
    own: await seedPerson(db, now, 'installer', companyId),
    everything: await seedPerson(db, now, 'administrator', companyId),
    screens: await screensOf(pool, now),
    asking: await askServer(server, { db, pool }),
    seededMs: performance.now() - began,
    bytes: Number(rows[0]?.bytes),
    forget: async () => {
      await world.asking.stop()
      await close()
      await running.stop('kept')
      const forgotten = await forgetPages()
      running = await startInstallation({ dataDir: server.dataDir })
      ;({ db, pool, close } = await openDatabase({ url: running.databaseUrl }, silent))
      world.asking = await askServer(running, { db, pool })
      return forgotten
    },
    stop: async () => {
      await world.asking.stop()
      await close()
      await running.stop()
    },
  }
  return world
}

/** Whose the screens are, and how often each is asked for. */
type Who = { name: 'own' | 'all'; turns: number; what: string }

const measure = async (print: Print, small: World, large: World, who: Who): Promise<void> => {
  const cookieOf = (world: World): string => (who.name === 'own' ? world.own : world.everything)
  for (const [n, { name, path }] of large.screens.entries()) {
    const before = small.screens[n]?.path ?? path
    const [request = [], bare = [], alone = []] = await inTurn(who.turns, [
      () => large.asking.request(path, cookieOf(large)),
      await large.asking.bare(path, cookieOf(large)),
      () => small.asking.request(before, cookieOf(small)),
    ])
    const p95 = quantile(request, 0.95)
    const what = `million.${who.name}.${name}`
    print(
      figure(
        `${what}.overhead`,
        p95 / quantile(bare, 0.95),
        'ratio',
        `p95 beside its statements alone, ${who.what}`,
        '<= 2',
      ),
    )
    print(
      figure(
        `${what}.growth`,
        p95 / quantile(alone, 0.95),
        'ratio',
        `p95 of ${large.devices} devices beside ${small.devices}, ${who.what}`,
        '<= 1.3',
      ),
    )
    print(
      figure(
        `${what}.p95`,
        p95,
        'ms',
        `median ${median(request).toFixed(1)}; with ${small.devices} devices ${quantile(alone, 0.95).toFixed(1)}, median ${median(alone).toFixed(1)}`,
      ),
    )
  }
}

/**
 * A million devices of five thousand companies: what the app asks for first on each screen, for somebody of one company
 * and for who sees all, beside the bare statements and beside the same of ten thousand devices; a year with all caches gone.
 */
export const benchMillion: Benchmark = async (print, { size }) => {
  const small = await makeWorld(
    Math.max(STATIONS_A_COMPANY, Math.round(SMALL_GATEWAYS * Math.min(1, size * 10))),
  )
  const large = await makeWorld(Math.max(STATIONS_A_COMPANY, Math.round(GATEWAYS * size))).catch(
    async (error: unknown) => {
      await small.stop()
      throw error
    },
  )
  try {
    const gib = (large.bytes / 2 ** 30).toFixed(1)
    print(
      figure(
        'million.seeded',
        large.seededMs / 60_000,
        'min',
        `${large.devices} devices, ${gib} GiB`,
        '<= 10',
      ),
    )
    await measure(print, small, large, { name: 'own', turns: TURNS, what: 'somebody of one company' })
    await measure(print, small, large, { name: 'all', turns: TURNS_ALL, what: 'who sees all' })
    const year = large.screens.find(({ name }) => name === 'chart.year')?.path ?? ''
    const cold: number[] = []
    let forgotten = true
    for (let round = 0; round < COLD_ROUNDS; round += 1) {
      forgotten = (await large.forget()) && forgotten
      cold.push((await large.asking.request(year, large.own)) / 1000)
    }
    const caches = forgotten ? 'of the database and the machine' : 'of the database alone'
    print(figure('million.year.cold', Math.max(...cold), 's', `the caches ${caches} gone`, '<= 1'))
  } finally {
    await small.stop()
    await large.stop()
  }
}
