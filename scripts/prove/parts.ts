// The parts of `npm run prove`; scripts/prove.ts says how it is called.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type KillFigures, killLoop, type Victims } from '../../tests/acceptance/kill.ts'
import { type CommandKillFigures, commandKillLoop } from '../../tests/acceptance/command-kill.ts'
import { upgradeKillLoop } from '../../tests/acceptance/upgrade-kill.ts'
import { proveProtections } from '../protections.ts'
import { proveOtherBroker } from './other-broker.ts'
import { askAudit, auditTrouble } from './audit.ts'
import { licenceTrouble, readLicences } from './licences.ts'
import { findPostgres15, startOtherPostgres } from './other-postgres.ts'
import { reportSeries, dataFolder } from '../../tests/rules/real-series.ts'
import { proveScenarios } from '../../tests/rules/prove-rules.ts'
import { openRecord } from './record.ts'
import { runVitest } from './run-vitest.ts'
import { type EdgePart, edgePartNames, proveEdge } from './edge.ts'
import { proveFailover } from './failover.ts'
import { proveFiles } from './files.ts'
import { proveQuality } from './quality.ts'
import { proveRabbit } from './rabbit.ts'
import { seconds } from './seconds.ts'
import { proveServers } from './servers.ts'
import { proveSoak } from './soak.ts'
import { proveWall } from './wall.ts'
import { buildWeb } from '../build-web.ts'
import { prepareTests } from '../prepare-tests.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** How long they run unless `--minutes` says so: a wall stands for months, and what leaks there leaks slowly. */
const [SOAK_MIN, WALL_MIN] = [20, 120]
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const held = ({
  messages,
  acknowledged,
  stored,
  missing,
  doubled,
  energyWh,
  growthWh,
  orphans,
}: KillFigures) =>
  missing + doubled + orphans === 0 &&
  acknowledged === messages &&
  stored === messages &&
  energyWh === growthWh

const proveKills = async (rounds: number): Promise<boolean> => {
  let good = true
  for (const victims of ['database', 'server', 'both'] as const satisfies readonly Victims[]) {
    const folder = mkdtempSync(join(tmpdir(), 'sunkeeper-kill-'))
    // Whoever PostgreSQL runs as has to pass.
    chmodSync(folder, 0o711)
    try {
      const figures = await killLoop(victims, rounds, folder, say)
      const { messages, again, acknowledged, stored, missing, doubled, orphans, energyWh, growthWh } = figures
      say(
        `kill -9 of ${victims}, ${figures.rounds} rounds: ${messages} readings sent (${again} again), ${acknowledged} acknowledged, ` +
          `${stored} stored, ${missing} missing, ${doubled} doubled, ${orphans} orphans, ` +
          `energy ${energyWh ?? 'unknown'} Wh of ${growthWh} Wh; ready after ${seconds(figures.readyMs)}, ` +
          `readings flow after ${seconds(figures.flowingMs)}`,
      )
      good &&= held(figures)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return good
}

/** The same while commands are given: what its answer proves, and what a reading proves. */
const proveCommandKills = async (rounds: number): Promise<boolean> => {
  let good = true
  for (const act of ['scan', 'restart'] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'sunkeeper-kill-'))
    chmodSync(folder, 0o711)
    try {
      const figures: CommandKillFigures = await commandKillLoop(rounds, folder, act)
      const { commands, verified, answered, lost, effects, told, wrong } = figures
      say(
        `kill -9 of server during commands (${act}), ${rounds} rounds: ${answered} answered, ${lost} forgotten, ` +
          `${commands} in the ledger, ${verified} verified, told ${told} times, ${effects} effects, ${wrong} other than once`,
      )
      good &&= lost + wrong === 0 && effects === commands && verified === commands
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return good
}

/** The same while firmware is on its way to a simulated gateway. */
const proveUpgradeKills = async (rounds: number): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), 'sunkeeper-kill-'))
  chmodSync(folder, 0o711)
  try {
    const { answered, forgotten, ended, untrue, installed } = await upgradeKillLoop(rounds, folder)
    const { done = 0, ...others } = ended
    say(
      `kill -9 of server during upgrades, ${rounds} rounds: ${answered} answered, ${forgotten} forgotten, ` +
        `${done} done, ${JSON.stringify(others)} ended otherwise, ${untrue} untrue, ${installed} installed`,
    )
    return forgotten + untrue === 0 && installed === done
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const proveProtectionsAll = async (): Promise<boolean> => {
  const { taken, red, rows, unproven } = proveProtections([], say)
  say(`${red} of ${taken} protections of ${rows} rows are seen when they are gone`)
  for (const one of unproven) say(`not seen: ${one}`)
  return unproven.length === 0
}

/** What the project is made of, as of today. */
const proveSupply = async (): Promise<boolean> => {
  const today = new Date().toISOString().slice(0, 10)
  const licences = licenceTrouble(readLicences(root), today)
  for (const one of licences) say(`licence nobody has agreed to: ${one}`)
  const holes = auditTrouble(askAudit(root), today)
  if (holes === null)
    say('skipped: the package registry did not answer npm audit, so known holes were not looked for')
  else say(`npm audit: ${holes.length} high or critical ${holes.join(', ')}`)
  return licences.length === 0 && (holes ?? []).length === 0
}

/** The crawl, the fuzzer, the hostile texts and the flipped bytes of packages, forty times as long. */
const proveFuzz = async (): Promise<boolean> => {
  const run = spawnSync(
    join(root, 'node_modules/.bin/vitest'),
    ['run', 'tests/trust', 'tests/upgrades/package.test.ts', '--reporter=dot'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, FUZZ_RUNS: process.env['FUZZ_RUNS'] ?? '40' },
    },
  )
  return run.status === 0
}

const provePostgres15 = async (): Promise<boolean> => {
  const bin = findPostgres15()
  if (bin === null) {
    say('no PostgreSQL 15 here: install postgresql-15, or name the folder of its programs in POSTGRES_15')
    return false
  }
  const { url, superuserUrl, version, stop } = await startOtherPostgres(bin)
  try {
    const env = { DATABASE_URL: url, DATABASE_SUPERUSER_URL: superuserUrl }
    return runVitest(root, ['--project', 'db'], env, say, `database tests with PostgreSQL ${version}`)
  } finally {
    await stop()
  }
}

/** Every browser test in every language and theme that it knows. */
const proveBrowsers = async (): Promise<boolean> => {
  prepareTests()
  await buildWeb()
  const run = spawnSync(
    join(root, 'node_modules/.bin/playwright'),
    ['test', '--config', join(root, 'e2e/playwright.config.ts')],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, E2E_LOOKS: 'all' },
    },
  )
  return run.status === 0
}

/** Orders with eight photos that were finished without a network and arrive over a line that is cut fifty times. */
const proveOffline = async (): Promise<boolean> => {
  prepareTests()
  await buildWeb()
  const run = spawnSync(
    join(root, 'node_modules/.bin/playwright'),
    ['test', '--config', join(root, 'e2e/playwright.config.ts'), 'offline.spec.ts', '--grep', 'O1:'],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, E2E_CUTS: '50' } },
  )
  return run.status === 0
}

/** Faults planted in 30 simulated days of ten stations, in files that nobody tuned with; then the measured series. */
const proveRules = async (): Promise<boolean> => {
  const held = proveScenarios(say)
  for (const { path, says } of reportSeries(dataFolder)) say(`${path}: ${says}`)
  return held
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    minutes: { type: 'string' },
    captures: { type: 'string' },
    gateways: { type: 'string', default: '1000' },
    // Thirty times what a thousand send at five minutes.
    'per-second': { type: 'string', default: '100' },
    from: { type: 'string' },
    resume: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds ?? '20')
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number from 1')
const gateways = Number(values.gateways)
if (!Number.isInteger(gateways) || gateways < 1) throw new Error('--gateways must be a whole number from 1')
const perSecond = Number(values['per-second'])
if (!(perSecond > 0)) throw new Error('--per-second must be a number above 0')
const minutes = values.minutes === undefined ? null : Number(values.minutes)
if (minutes !== null && !(minutes > 0)) throw new Error('--minutes must be a number above 0')
// Behind `edge` names of its parts are meant, and not `kill` and `fuzz` of all.
const isOfEdge = (name: string): name is EdgePart => (edgePartNames as readonly string[]).includes(name)
const edgeOnly = positionals[0] === 'edge' && positionals.length > 1 && positionals.slice(1).every(isOfEdge)
const ofEdge = edgeOnly ? positionals.slice(1).filter(isOfEdge) : edgePartNames
const named = edgeOnly ? ['edge'] : positionals
// Those that end soon come first, so that what is plainly wrong is not said after an hour.
const parts: Readonly<Record<string, () => Promise<boolean>>> = {
  supply: proveSupply,
  files: () => proveFiles(root, say),
  rules: proveRules,
  edge: () => proveEdge(root, { captures: values.captures ?? null, only: ofEdge }, say),
  'command-kill': () => proveCommandKills(Math.min(rounds, 20)),
  'upgrade-kill': () => proveUpgradeKills(Math.min(rounds, 20)),
  broker: () => proveOtherBroker(root, rounds, say),
  servers: () => proveServers(root, { rounds: Math.min(rounds, 5), from: values.from ?? null }, say),
  rabbit: () => proveRabbit({ rounds: Math.min(rounds, 5), gateways, perSecond }, say),
  failover: () => proveFailover(root, values.rounds === undefined ? 10 : rounds, say),
  kill: () => proveKills(rounds),
  postgres: provePostgres15,
  fuzz: proveFuzz,
  soak: () => proveSoak(minutes ?? SOAK_MIN, say),
  wall: () => proveWall(minutes ?? WALL_MIN, say),
  protections: proveProtectionsAll,
  browsers: proveBrowsers,
  offline: proveOffline,
  quality: () => proveQuality(root),
}
const unknown = named.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0)
  throw new Error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`)

const chosen = Object.entries(parts).filter(([name]) => named.length === 0 || named.includes(name))
const record = openRecord(root)
const before = values.resume ? record.held() : {}
const red: string[] = []
let [spent, skipped] = [0, 0]
for (const [name, prove] of chosen) {
  say(`\n== ${name}`)
  const noted = edgeOnly ? positionals.join(' ') : name
  const known = before[noted]
  if (known !== undefined) {
    skipped += 1
    say(`ok  ${name} (held before, ${known.minutes} min, on these very files)`)
    continue
  }
  const startedAt = performance.now()
  const good = await prove().catch((error: unknown) => {
    say(String(error instanceof Error ? error.stack : error))
    return false
  })
  const took = (performance.now() - startedAt) / 60_000
  spent += took
  record.note(noted, good, took)
  say(`${good ? 'ok ' : 'RED'} ${name} (${took.toFixed(1)} min)`)
  if (!good) red.push(name)
}
const all = chosen.length
say(
  `\n${all - red.length} of ${all} parts held${skipped > 0 ? ` (${skipped} of them before)` : ''}, ${spent.toFixed(0)} min` +
    (red.length === 0 ? '' : `; red: ${red.join(', ')}`),
)
process.exit(red.length === 0 ? 0 : 1)
