import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Benchmark, figure, median, type Print, quantile } from './figure.ts'
import { startGateways } from './gateways.ts'
import { fleet, GATEWAYS, makeWorld, settle, shape, STATIONS_A_COMPANY, type World } from './million.ts'
import { type Lag, lagOf, seedHour } from './million-hour.ts'
import { seedingPool } from './million-seed.ts'
import { processorTime } from './processor-time.ts'

const MINUTE = 60_000
/** How often each gateway says what all its devices measure. */
const REPORT_MS = 5 * MINUTE
const DEVICES = { inverters: shape.inverters, optimizers: shape.optimizers }
/** Readings of a message: the gateway itself has none. */
const READINGS = DEVICES.inverters + DEVICES.optimizers
/** Between two looks: two people who go from screen to screen, and not a load of its own. */
const LOOK_PAUSE_MS = 150
const CALM_MS = 90_000
const VISITS_MS = 20_000
const LAG_EVERY_MS = 10_000
/** What must hold while all report: a look takes at most so many times as long as with nothing changing. */
const AIM = '<= 2'

const looks = ['home', 'home.pins', 'stations', 'stations.name', 'troubles', 'alarms', 'alarms.open']
const people = ['own', 'all'] as const
type Waits = Map<string, number[]>

/** Both people look at each screen in turn until `until` resolves; ms by whose and which. */
const lookAround = async (world: World, until: Promise<unknown>): Promise<Waits> => {
  const waits: Waits = new Map()
  const ended = { is: false }
  void until.finally(() => (ended.is = true))
  const screens = world.screens.filter(({ name }) => looks.includes(name))
  while (!ended.is)
    for (const { name, path } of screens)
      for (const who of people) {
        const [cookie = ''] = who === 'own' ? world.own : world.everything
        const ms = await world.asking.request(path, cookie).catch(() => Number.POSITIVE_INFINITY)
        waits.set(`${who}.${name}`, [...(waits.get(`${who}.${name}`) ?? []), ms])
        await pause(LOOK_PAUSE_MS)
      }
  return waits
}

/** Megabytes that the server's process has in memory. */
const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

type Seen = Lag & { mb: number }
const watch = async (world: World, pool: Pool, until: Promise<unknown>): Promise<Seen[]> => {
  const seen: Seen[] = []
  const ended = { is: false }
  void until.finally(() => (ended.is = true))
  while (!ended.is) {
    seen.push({ ...(await lagOf(pool)), mb: residentMb(world.server.pid) })
    await Promise.race([pause(LAG_EVERY_MS), until])
  }
  return seen
}

const printLooks = (print: Print, calm: Waits, busy: Waits): void => {
  for (const [what, waits] of busy) {
    const before = calm.get(what) ?? []
    const p95 = quantile(waits, 0.95)
    print(
      figure(
        `reporting.${what}`,
        p95 / quantile(before, 0.95),
        'ratio',
        `p95 ${p95.toFixed(1)} ms, median ${median(waits).toFixed(1)} of ${waits.length}; with nothing changing ${quantile(before, 0.95).toFixed(1)}, median ${median(before).toFixed(1)} of ${before.length}`,
        AIM,
      ),
    )
  }
}

type Spent = { serverMs: number; databaseMs: number; generatorMs: number; ms: number }
const printProcessor = (print: Print, name: string, spent: Spent, against: string): void => {
  const parts = [
    ['server', spent.serverMs],
    ['database', spent.databaseMs],
    ['generator', spent.generatorMs],
  ] as const
  for (const [who, ms] of parts)
    print(figure(`reporting.${name}.${who}`, (ms / spent.ms) * 100, '% of a core', against))
}

const printLags = (print: Print, seen: readonly Seen[]): void => {
  const half = Math.floor(seen.length / 2)
  const most = (of: (one: Seen) => number, from = 0, to = seen.length): number =>
    Math.max(...seen.slice(from, to).map(of))
  const said = (of: (one: Seen) => number): string =>
    `most of the first half ${most(of, 0, half).toFixed(0)}, at the end ${(seen.at(-1) ? of(seen.at(-1) as Seen) : Number.NaN).toFixed(0)}`
  const lags = [
    ['energy', ({ energyS }: Seen) => energyS, 's'],
    ['energy.due', ({ energyDue }: Seen) => energyDue, 'devices'],
    ['figures.due', ({ figuresDue }: Seen) => figuresDue, 'stations'],
    ['rules', ({ rulesS }: Seen) => rulesS, 's'],
    ['memory', ({ mb }: Seen) => mb, 'MB'],
  ] as const
  for (const [name, of, unit] of lags) print(figure(`reporting.behind.${name}`, most(of), unit, said(of)))
}

/**
 * A million devices, all of which report every five minutes, through the broker into the database: what somebody of one
 * company and who sees all wait for on each screen, beside the same with nothing changing in the same run; what it takes;
 * and how far energy, figures and rules are behind.
 */
export const benchReporting: Benchmark = async (print, { minutes, size }) => {
  const gateways = Math.max(STATIONS_A_COMPANY, Math.round(GATEWAYS * size))
  const world = await makeWorld(gateways)
  const pool = seedingPool(world.server.databaseUrl)
  const fleetOf = await startGateways(world.server.mqttPort, fleet, 0, DEVICES)
  const { ask } = fleetOf
  const { pid } = world.server
  /** What gateways do for so long, and what all of it takes. */
  const spend = async <T>(
    ms: number,
    boot: string,
    meanwhile: (until: Promise<unknown>) => Promise<T>,
    silent = false,
  ) => {
    const before = processorTime(pid)
    await ask({ kind: 'visits', boot, gateways, everyMs: REPORT_MS, silent })
    const found = await meanwhile(pause(ms))
    const after = processorTime(pid)
    const sent = await ask({ kind: 'stop' })
    const spent: Spent = {
      serverMs: after.serverMs - before.serverMs,
      databaseMs: after.databaseMs - before.databaseMs,
      generatorMs: sent.processorMs,
      ms: sent.ms,
    }
    return { found, sent, spent }
  }
  try {
    await seedHour(world.server.databaseUrl, Date.now(), fleet)
    await settle(world)
    for (const { name, path } of world.screens.filter((one) => looks.includes(one.name))) {
      const first = await world.asking.request(path, world.everything[0] ?? '')
      print(figure(`reporting.first.${name}`, first, 'ms', 'the first look of this server, who sees all'))
    }
    await lookAround(world, pause(CALM_MS / 3))
    const idleBefore = processorTime(pid)
    const calm = await lookAround(world, pause(CALM_MS))
    const idle = processorTime(pid)
    printProcessor(
      print,
      'calm',
      {
        serverMs: idle.serverMs - idleBefore.serverMs,
        databaseMs: idle.databaseMs - idleBefore.databaseMs,
        generatorMs: 0,
        ms: CALM_MS,
      },
      'nothing changes, two people look',
    )
    const visits = await spend(VISITS_MS, 'silent', (until) => until, true)
    printProcessor(print, 'visits', visits.spent, 'gateways come and go and say nothing; nobody looks')

    const before = Number((await pool.query('SELECT count(*) AS n FROM reading')).rows[0]?.n)
    // The first report of all after the seeding, with people looking as afterwards.
    const warm = await spend(REPORT_MS, 'warm', (until) => lookAround(world, until))
    const measured = await spend(minutes * MINUTE, 'measured', async (until) => {
      const [busy, seen] = await Promise.all([lookAround(world, until), watch(world, pool, until)])
      return { busy, seen }
    })
    const { found, sent, spent } = measured
    const rate = (sent.messages * 1000 * READINGS) / sent.ms
    printLooks(print, calm, found.busy)
    printProcessor(
      print,
      'processor',
      spent,
      `${gateways} gateways, ${rate.toFixed(0)} readings/s over ${(sent.ms / MINUTE).toFixed(1)} min`,
    )
    printLags(print, found.seen)
    const wanted = (gateways * 1000 * READINGS) / REPORT_MS
    print(
      figure(
        'reporting.rate',
        rate,
        'readings/s',
        'each acknowledged after its commit',
        `>= ${(wanted * 0.99).toFixed(0)}`,
      ),
    )
    for (const [what, q] of [
      ['median', 0.5],
      ['p95', 0.95],
    ] as const)
      print(
        figure(
          `reporting.wait.${what}`,
          quantile(sent.waitsMs, q),
          'ms',
          'from coming to the acknowledgement',
        ),
      )
    const stored = Number((await pool.query('SELECT count(*) AS n FROM reading')).rows[0]?.n) - before
    const acknowledged = (warm.sent.messages + sent.messages) * READINGS
    print(
      figure('reporting.lost', acknowledged - stored, 'readings', `of ${acknowledged} acknowledged`, '= 0'),
    )
    print(
      figure(
        'reporting.again',
        warm.sent.lost + sent.lost,
        'visits',
        'that ended before the acknowledgement',
      ),
    )
    const alarms = await pool.query<{ code: string; n: number }>(
      `SELECT code, count(*)::int AS n FROM alarm WHERE code LIKE 'RULE%' AND created_at > now() - interval '1 hour' GROUP BY 1`,
    )
    print(
      figure(
        'reporting.alarms',
        alarms.rows.reduce((sum, { n }) => sum + n, 0),
        'alarms',
        `raised by rules meanwhile: ${alarms.rows.map(({ code, n }) => `${n} ${code}`).join(', ')}`,
      ),
    )
  } finally {
    await fleetOf.end()
    await pool.end()
    await world.stop()
  }
}
