import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'
import { makeAccount } from '../tests/factories/accounts.ts'
import { type Asking, askServer } from './asking.ts'
import { type Benchmark, figure } from './figure.ts'
import { type BenchInstallation, startInstallation } from './installation.ts'
import { measure } from './million-looks.ts'
import { seedCompanies, seedingPool, seedMade, seedReadings, seedWork, seedYear } from './million-seed.ts'
import { noonAt, seedFleet, seedLatest, seedPerson } from './seed.ts'

export const fleet = 'BM'
/** One gateway a station, four stations a company: fifty devices behind each gateway, itself among them. */
export const GATEWAYS = 20_000
export const STATIONS_A_COMPANY = 4
export const shape = { gateways: 1, inverters: 2, optimizers: 47 }
const DEVICES_A_STATION = 50
/** What everything is held against: the same with 10,000 devices. */
const SMALL_GATEWAYS = 200
/** Accounts that ask in turn: together they may in a minute what all these turns take. */
const PEOPLE = 4
/** Fewer requests than an account has in a minute. */
const EARLIER_ROUNDS = 60
const COLD_ROUNDS = 3
const SETTLE_MS = 500

const silent = createLog('silent')

type Screen = { name: string; path: string }
export type World = {
  server: BenchInstallation
  devices: number
  /** Cookies of installers of one company with its four stations, and of the operator's administrators. */
  own: string[]
  everything: string[]
  /** Of another administrator, who looks around before these are measured. */
  earlier: string
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
    { name: 'stations.name', path: '/api/stations?limit=50&sort=name' },
    { name: 'stations.power', path: '/api/stations?limit=50&sort=power' },
    { name: 'stations.search', path: `/api/stations?limit=50&search=${fleet}-1` },
    { name: 'alarms', path: '/api/alarms?limit=30' },
    { name: 'alarms.open', path: '/api/alarms?status=open&limit=30' },
    { name: 'alarms.search', path: `/api/alarms?limit=30&search=${fleet}-1` },
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

export const makeWorld = async (gateways: number): Promise<World> => {
  const server = await startInstallation()
  try {
    return await fill(server, gateways)
  } catch (error) {
    await server.stop()
    throw error
  }
}

const fill = async (server: BenchInstallation, gateways: number): Promise<World> => {
  let running = server
  const began = performance.now()
  const now = Date.now()
  const seeding = seedingPool(server.databaseUrl)
  const companies = await seedCompanies(seeding, Math.max(1, Math.round(gateways / STATIONS_A_COMPANY)))
  await seedFleet(seeding, { name: fleet, companyId: companies, stations: gateways, ...shape })
  const { longitude, timeZone } = noonAt(now)
  // Up to two degrees from each other: at one longitude the same happens to all stations in the same second.
  await seeding.query(
    `UPDATE station SET time_zone = $2, latitude = 20 + latitude % 10, longitude = abs(at.longitude), east = at.longitude >= 0
       FROM (SELECT id, $1::float8 - sign($1::float8) * abs(hashtext(id::text) % 200) / 100.0 AS longitude FROM station) AS at WHERE at.id = station.id`,
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
  const seedPeople = async (role: 'installer' | 'administrator'): Promise<string[]> => {
    const cookies: string[] = []
    while (cookies.length < PEOPLE) cookies.push(await seedPerson(db, now, role, companyId))
    return cookies
  }
  const world: World = {
    server,
    devices: gateways * DEVICES_A_STATION,
    own: await seedPeople('installer'),
    everything: await seedPeople('administrator'),
    earlier: await seedPerson(db, now, 'administrator', companyId),
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

/** Until all that is kept of stations is kept: as of a fleet that reported just now, however long it was seeded. */
export const settle = async ({ server }: World): Promise<void> => {
  const pool = seedingPool(server.databaseUrl)
  await pool.query('UPDATE latest SET ts = now(), received_at = now()')
  await pool.query('VACUUM (ANALYZE) latest')
  await pool.query('INSERT INTO station_mark (station_id) SELECT id FROM station')
  await seedMade(pool)
  const left = async (): Promise<boolean> =>
    (await pool.query('SELECT FROM station_mark LIMIT 1')).rowCount !== 0
  while (await left()) await pause(SETTLE_MS)
  // A run of the days that ran that began while it was seeded.
  const made = async (): Promise<string> =>
    String((await pool.query('SELECT count(*) AS n FROM run_day')).rows[0]?.n)
  for (let [before, count] = ['', await made()]; count !== before;) {
    before = count
    await pause(10 * SETTLE_MS)
    count = await made()
  }
  await pool.end()
}

/** Somebody has looked at all screens again and again: what changed by settling is in mind, and what looks run is compiled. */
const lookAround = async ({ screens, asking, earlier }: World): Promise<void> => {
  for (let round = 0; round < EARLIER_ROUNDS; round += 1)
    for (const { path } of screens) await asking.request(path, earlier)
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
    for (const world of [small, large]) await settle(world)
    for (const world of [small, large]) await lookAround(world)
    await measure(print, small, large, { name: 'own', what: 'somebody of one company' })
    for (const world of [small, large]) await settle(world)
    for (const world of [small, large]) await lookAround(world)
    await measure(print, small, large, { name: 'all', what: 'who sees all' })
    const year = large.screens.find(({ name }) => name === 'chart.year')?.path ?? ''
    const cold: number[] = []
    let forgotten = true
    for (let round = 0; round < COLD_ROUNDS; round += 1) {
      forgotten = (await large.forget()) && forgotten
      cold.push((await large.asking.request(year, large.own[round % PEOPLE] ?? '')) / 1000)
    }
    const caches = forgotten ? 'of the database and the machine' : 'of the database alone'
    print(figure('million.year.cold', Math.max(...cold), 's', `the caches ${caches} gone`, '<= 1'))
  } finally {
    await small.stop()
    await large.stop()
  }
}
