import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Browser, CDPSession, Page } from 'playwright'
import { ensurePartitions, utcDayStart } from '#server/features/telemetry/partition-store.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { makeCompany } from '../tests/factories/accounts.ts'
import { type Benchmark, figure, median, type Print, quantile } from './figure.ts'
import { frameProbe, type Watched } from './fleet-probes.ts'
import { type Gateways, startGateways } from './gateways.ts'
import { startInstallation } from './installation.ts'
import { noonAt, seedFleet, seedPerson, seedState } from './seed.ts'

const STATIONS = 1_000
const fleet = 'BF'
const boot = 'bench-boot'
const devices = { inverters: 2, optimizers: 0 }
const desk = { width: 1_440, height: 900 }
/** As often as a gateway reports by default: of a thousand a little more than three a second. */
const REPORT_MS = 300_000
/** Stations apart from all others, so that each is a pin of its own: these alone are probed for readings. */
const ALONE = 8
/** A reading every so long, and an alarm after every other one. */
const STEP_MS = 2_000
const WARM_UP_MS = 15_000
const LAST_MS = 5_000
/** Ends what hangs; the first page of a machine that does other things as well takes its time. */
const PATIENCE_MS = 180_000
const FRAME_MS = 50
const LIVE_MS = 1_000

/** Nothing but a frame after the other. */
const barePage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>bare</title><h1>Fleet</h1>`

/** Puts the stations where it is noon, in heaps as towns are, the first few apart from all others. */
const placeStations = async (pool: Pool, now: number): Promise<void> => {
  const { longitude, timeZone } = noonAt(now)
  await pool.query(
    `UPDATE station SET time_zone = $2, north = true, latitude = placed.lat, longitude = abs(placed.lon), east = placed.lon >= 0
       FROM (SELECT id, CASE WHEN n <= $3 THEN 18 + 8 * ((n - 1) % 4) ELSE 20 + n * 7 % 240 / 10.0 END AS lat,
                    CASE WHEN n <= $3 THEN $1::float8 + 24 + 9 * ((n - 1) / 4) ELSE $1::float8 - 14 + n * 13 % 300 / 10.0 END AS lon
               FROM (SELECT id, substring(code FROM '[0-9]+$')::int AS n FROM station) numbered) spot,
            LATERAL (SELECT spot.id, spot.lat, spot.lon - 360 * floor((spot.lon + 180) / 360) AS lon) placed
      WHERE placed.id = station.id`,
    [longitude, timeZone, ALONE],
  )
}

/** The day so far, every quarter of an hour. */
const seedDay = async (pool: Pool, now: number): Promise<void> => {
  await ensurePartitions(
    pool,
    [0, 1].map((days) => utcDayStart(now - days * 86_400_000)),
  )
  await pool.query(
    `INSERT INTO reading (device_no, ts, received_at, hist, state, p, e_tot)
     SELECT no, ts, ts, false, 1, 4000 + no % 50, 1e7
       FROM device, generate_series($1::timestamptz - interval '6 hours', $1, interval '15 minutes') AS ts
      WHERE kind = 'inverter'`,
    [new Date(now - 60_000)],
  )
}

/** Some hundred open alarms of the levels that a list shows. */
const seedAlarms = async (pool: Pool): Promise<void> => {
  await pool.query(
    `INSERT INTO alarm (id, station_id, device_id, device_kind, code, level, status, count, created_at, first_at, occurred_at)
     SELECT gen_random_uuid(), station_id, id, kind, '2063', 1 + no % 4, 'unsolved', 1, now() - no * interval '1 min',
            now() - no * interval '1 min', now() - no * interval '1 min'
       FROM device WHERE kind = 'inverter' AND no % 7 = 0`,
  )
  await pool.query('ANALYZE alarm, reading')
}

type Probes = {
  readings: { station: string; sentAt: number; st: 'grid' | 'standby' }[]
  alarms: { gateway: number; sentAt: number }[]
}

/** Readings and alarms at uneven moments, until the time is over. */
const probe = async (gateways: Gateways, ms: number): Promise<Probes> => {
  const sent: Probes = { readings: [], alarms: [] }
  const endsAt = performance.now() + ms
  for (let turn = 0; performance.now() < endsAt; turn += 1) {
    const gateway = 1 + (turn % ALONE)
    const st = Math.floor(turn / ALONE) % 2 === 0 ? 'standby' : 'grid'
    const { sentAt } = await gateways.ask({ kind: 'state', gateway, boot, seq: 1_000 + turn, st })
    sent.readings.push({ station: `${fleet}-${gateway}`, sentAt, st })
    await pause(STEP_MS / 2 + ((turn * 377) % 500))
    if (turn % 2 === 1) {
      const of = ALONE + 1 + turn
      const alarm = await gateways.ask({ kind: 'alarm', gateway: of, boot, seq: 1, code: '2032' })
      sent.alarms.push({ gateway: of, sentAt: alarm.sentAt })
    }
    await pause(STEP_MS / 2 - ((turn * 233) % 500))
  }
  return sent
}

type Open = { page: Page; session: CDPSession; watched: () => Promise<Watched> }

const openPage = async (browser: Browser, url: string, cookie: string): Promise<Open> => {
  const context = await browser.newContext({ viewport: desk, bypassCSP: true })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
  await context.addInitScript('localStorage.setItem("lang", "en")')
  await context.addInitScript(frameProbe)
  const page = await context.newPage()
  return {
    page,
    session: await context.newCDPSession(page),
    watched: () => page.evaluate<Watched>('window.benchWatched()'),
  }
}

/** How long each reading and alarm took to the screen, ms; what was never seen is infinite. */
const delays = async (
  pool: Pool,
  sent: Probes,
  { rows, pins }: Watched,
): Promise<{ readings: number[]; alarms: number[] }> => {
  const found = await pool.query<{ id: string; n: number }>(
    `SELECT alarm.id, substring(station.code FROM '[0-9]+$')::int AS n
       FROM alarm JOIN station ON station.id = alarm.station_id WHERE alarm.code = '2032'`,
  )
  const seenAt = new Map(Object.entries(rows).map(([href, at]) => [/[\da-f-]{36}/.exec(href)?.[0], at]))
  const byStation = new Map(found.rows.map(({ id, n }) => [n, seenAt.get(id)]))
  return {
    readings: sent.readings.map(({ station, sentAt }) => {
      const change = pins[station]?.find(({ at }) => at > sentAt)
      return (change?.at ?? Number.POSITIVE_INFINITY) - sentAt
    }),
    alarms: sent.alarms.map(
      ({ gateway, sentAt }) => (byStation.get(gateway) ?? Number.POSITIVE_INFINITY) - sentAt,
    ),
  }
}

const printDelays = (print: Print, name: string, what: string, all: readonly number[]): void => {
  const against = `${all.length} of them, from the gateway's socket to the frame after the one that drew it`
  print(figure(`fleet.${name}`, median(all), 'ms', `${what}: ${against}`))
  print(figure(`fleet.${name}.p95`, quantile(all, 0.95), 'ms', `95th percentile, ${what}`, `<= ${LIVE_MS}`))
}

/** Frames that the bare page missed in the same moment are those of the machine. */
const ownGaps = (page: Watched, bare: Watched): Watched['gaps'] =>
  page.gaps.filter(({ at, ms }) => !bare.gaps.some((one) => one.at < at + ms && at < one.at + one.ms))

const longest = (of: Watched): number => Math.max(0, ...of.gaps.map(({ ms }) => ms))

const printFrames = (print: Print, page: Watched, bare: Watched, minutes: number): void => {
  const own = ownGaps(page, bare)
  const beside = `bare page beside it: ${bare.gaps.length} of ${bare.frames}, the longest ${longest(bare).toFixed(0)} ms`
  print(
    figure(
      'fleet.frames.long',
      page.gaps.length,
      'frames',
      `over ${FRAME_MS} ms of ${page.frames} in ${minutes} min; ${beside}`,
      '= 0',
    ),
  )
  print(figure('fleet.frames.own', own.length, 'frames', 'of them, where the bare page missed none', '= 0'))
  print(figure('fleet.frames.longest', longest(page), 'ms', beside))
  print(
    figure(
      'fleet.frames.busy',
      page.long.length,
      'frames',
      `whose work took over ${FRAME_MS} ms; of the bare page ${bare.long.length}`,
    ),
  )
  for (const { ms, renderMs, scripts } of page.long.toSorted((a, b) => b.ms - a.ms).slice(0, 8))
    process.stderr.write(
      `fleet: a frame of ${ms.toFixed(0)} ms, ${renderMs.toFixed(0)} ms of it drawing: ${scripts.join('; ') || 'no script'}\n`,
    )
}

/** Home of a thousand stations on a desk: how soon what arrives is on the screen, and whether every frame comes in time. */
export const benchFleet: Benchmark = async (print, { minutes, profile }) => {
  await buildWeb()
  const server = await startInstallation()
  const { db, pool, close } = await openDatabase({ url: server.databaseUrl }, createLog('fatal'))
  const browser = await launchChromium()
  let gateways: Gateways | null = null
  try {
    const now = Date.now()
    const companyId = await makeCompany(db, now, 'Fleet')
    await seedFleet(pool, { name: fleet, companyId, stations: STATIONS, gateways: 1, ...devices })
    await placeStations(pool, now)
    await seedState(pool, now, 30)
    await seedDay(pool, now)
    await seedAlarms(pool)
    const cookie = await seedPerson(db, now, 'installer', companyId)
    gateways = await startGateways(server.mqttPort, fleet, STATIONS, devices)
    await gateways.ask({ kind: 'live', boot: 'bench-live', everyMs: REPORT_MS, spared: ALONE })
    const bare = await openPage(browser, server.url, cookie)
    await bare.page.setContent(barePage)
    // What was set has no start of its own: the probe is put in by hand.
    await bare.page.evaluate(frameProbe)
    const home = await openPage(browser, server.url, cookie)
    await home.page.goto(`${server.url}/h5/home`)
    await home.page.waitForSelector('[role="application"] button[aria-label^="BF-"]', {
      timeout: PATIENCE_MS,
    })
    await pause(WARM_UP_MS)
    if (profile !== null) {
      await home.page.evaluate(
        'performance.setResourceTimingBufferSize(10_000); performance.clearResourceTimings()',
      )
      await home.session.send('Profiler.enable')
      await home.session.send('Profiler.setSamplingInterval', { interval: 500 })
      await home.session.send('Profiler.start')
    }
    for (const one of [bare, home]) await one.page.evaluate('window.benchWatch()')
    const sent = await probe(gateways, minutes * 60_000)
    await pause(LAST_MS)
    const [page, floor] = [await home.watched(), await bare.watched()]
    if (profile !== null) {
      const { profile: seen } = await home.session.send('Profiler.stop')
      mkdirSync(profile, { recursive: true })
      writeFileSync(join(profile, 'fleet.cpuprofile'), JSON.stringify(seen))
      const asked = await home.page.evaluate(
        `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/')).map(({ name, startTime, responseStart, responseEnd, decodedBodySize }) => [new URL(name).pathname, startTime, responseStart, responseEnd, decodedBodySize])`,
      )
      writeFileSync(join(profile, 'fleet.json'), JSON.stringify({ page, floor, sent, asked }))
      await home.page.screenshot({ path: join(profile, 'fleet.png') })
    }
    await gateways.ask({ kind: 'stop' })
    const { readings, alarms } = await delays(pool, sent, page)
    printDelays(print, 'reading', 'a station changes its colour on the map', readings)
    printDelays(print, 'alarm', 'a new alarm has its row', alarms)
    printFrames(print, page, floor, minutes)
  } finally {
    await gateways?.end()
    await browser.close()
    await close()
    await server.stop()
  }
}
