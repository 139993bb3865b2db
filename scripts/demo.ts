// `npm run demo`: the product with a demonstration world, nothing else to install.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Checkpoint } from '#simulator/energy-counters.ts'
import type { FleetGateway } from '#simulator/fleet-file.ts'
import type { StationSpec } from '#simulator/station-spec.ts'
import { untaken, world } from '#simulator/world.ts'
import { readEnvironment } from '#server/env.ts'
import type { Context } from '#server/context.ts'
import { type Installation, openInstallation } from '#server/main.ts'
import { drain } from '#server/features/telemetry/roll-up.ts'
import { readFirmwareKeys } from '#server/features/upgrades/firmware-keys.ts'
import { buildWeb } from './build-web.ts'
import { writePastAlarms } from './demo/demo-alarms.ts'
import { handEdge } from './demo/demo-edge.ts'
import { demoFaults, silentStation } from './demo/demo-faults.ts'
import { writeHistory } from './demo/demo-history.ts'
import { pastIncidents } from './demo/demo-incidents.ts'
import { tellAndKeepPast } from './demo/demo-months.ts'
import { writeOrderUnderWay, writePastOrders } from './demo/demo-orders.ts'
import { chooseStations, seeAlarm } from './demo/demo-own.ts'
import { createDemoPeople, type DemoPeople } from './demo/demo-people.ts'
import { catchUp, faultsAgain, giveBackTime, type FleetState, versionsRun } from './demo/demo-restart.ts'
import { createDemoStation, loseGateway } from './demo/demo-stations.ts'
import { judgePast } from './demo/demo-rules.ts'
import { type DemoUpgrades, publishFirmware, startUpgrades, upgradeFaults } from './demo/demo-upgrades.ts'
import { explainStart } from './explain-start.ts'
import { letReadersLeave } from './gone-reader.ts'
import { closeOnSignal } from './start.ts'

/** Gateways' own timers run this much faster: a reporting interval of 5 minutes passes in 30 seconds. */
const CLOCK = 10
const fleetProgram = fileURLToPath(new URL('../simulator/main.ts', import.meta.url))

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Gateways whose devices are on a network. */
const edgesOf = (specs: readonly StationSpec[]): { sn: string; station: string }[] =>
  specs.flatMap(({ key, gateways }) =>
    gateways.filter(({ network }) => network !== undefined).map(({ sn }) => ({ sn, station: key })),
  )

/** What is begun when the world is open. */
type NewWorld = { upgrades: DemoUpgrades; people: DemoPeople }

const createWorld = async (
  context: Context,
  setupCode: string | null,
  accountsFile: string,
  keysFile: string,
): Promise<NewWorld & { state: FleetState }> => {
  const now = context.clock()
  const people = await createDemoPeople(context, setupCode)
  const gateways: FleetGateway[] = []
  const edges = edgesOf([...world, ...untaken])
  const heardUntil = (spec: StationSpec): number =>
    spec.key === silentStation.key ? now - silentStation.sinceMs : now
  for (const spec of world) {
    const logins = await createDemoStation(context, people, spec, heardUntil(spec))
    // What is an edge is no simulated gateway: only the devices on its network are.
    gateways.push(...logins.filter(({ sn }) => !edges.some((edge) => edge.sn === sn)))
  }
  say(`writing a year of ${world.length} stations`)
  const counters: Record<string, Checkpoint> = {}
  const faults = demoFaults(now)
  const incidents = pastIncidents(now)
  for (const spec of world)
    counters[spec.key] = await writeHistory(context, spec, heardUntil(spec), faults, incidents)
  await writePastAlarms(context, people.administrator, incidents)
  await writePastOrders(context, people.administrator, now, incidents)
  await loseGateway(context, silentStation.gateway, now - silentStation.sinceMs)
  await judgePast(context, now)
  await writeOrderUnderWay(context, people.administrator, now)
  await seeAlarm(context, now)
  await chooseStations(context, now)
  const upgrades = await publishFirmware(context, people.administrator, keysFile)
  writeFileSync(accountsFile, `${JSON.stringify(people.accounts, null, 2)}\n`, { mode: 0o600 })
  // Writing takes minutes: what comes while somebody watches is counted from now.
  const ready = context.clock()
  const begun = faults.filter(({ from }) => from <= now)
  const asBuilt = {
    gateways,
    edges,
    counters,
    faults: [...faultsAgain(begun, ready), ...upgradeFaults(world, ready)],
  }
  return { state: asBuilt, upgrades, people }
}

const begin = async (context: Context, { upgrades, people }: NewWorld): Promise<void> => {
  for (const spec of world.filter((one) => edgesOf([one]).length > 0)) await handEdge(context, people, spec)
  await startUpgrades(context, upgrades)
}

const startFleet = async (
  installation: Installation,
  { file, flash }: { file: string; flash: string },
  log: boolean,
): Promise<ChildProcess> => {
  const url = process.env['MQTT_URL'] ?? `mqtt://127.0.0.1:${installation.mqttPort ?? 1883}`
  const fleet = spawn(
    process.execPath,
    [
      fleetProgram,
      '--file',
      file,
      '--flash',
      flash,
      '--url',
      url,
      '--clock',
      String(CLOCK),
      ...(log ? ['--verbose'] : []),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await new Promise<void>((resolve, reject) => {
    fleet.once('exit', (code) => reject(new Error(`the simulated fleet ended with ${code}`)))
    fleet.stdout.on('data', (text: Buffer) => {
      if (log) process.stdout.write(text)
      if (text.toString().includes('fleet ready')) resolve()
    })
  })
  return fleet
}

const endOf = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })

/** Opens the demonstration world of the environment and resolves when the app can be used. */
export const openDemo = async (variables: Readonly<Record<string, string | undefined>>) => {
  const given = readEnvironment({ HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...variables })
  // The network of the demonstration is this machine: its devices answer on loopback alone.
  process.env['EDGE_ALLOW_LOOPBACK'] = '1'
  await mkdir(given.dataDir, { recursive: true, mode: 0o711 })
  const accountsFile = join(given.dataDir, 'demo-accounts.json')
  // Beside a real installation of the same DATA_DIR, never inside it.
  const dataDir = join(given.dataDir, 'demo')
  const env = { ...given, dataDir, firmwareKeys: join(dataDir, 'firmware-keys.json') }
  const fleetFile = join(env.dataDir, 'fleet.json')
  let begins: NewWorld | null = null
  const prepare = async (context: Context, setupCode: string | null): Promise<void> => {
    const kept = existsSync(fleetFile) ? (JSON.parse(readFileSync(fleetFile, 'utf8')) as FleetState) : null
    let state: FleetState
    if (kept === null) {
      const created = await createWorld(context, setupCode, accountsFile, env.firmwareKeys)
      state = created.state
      begins = created
    } else {
      await giveBackTime(context)
      const counters = await catchUp(context, world, kept)
      state = { ...kept, counters, faults: faultsAgain(kept.faults, context.clock()) }
    }
    await drain(context, context.clock())
    // Both look at energy that is computed.
    if (begins !== null) await tellAndKeepPast(context, context.clock())
    const firmwareKeys = await readFirmwareKeys(env.firmwareKeys)
    const fleet = { ...state, firmwareKeys, versions: await versionsRun(context) }
    writeFileSync(fleetFile, JSON.stringify(fleet), { mode: 0o600 })
  }
  const installation = await openInstallation(env, { prepare })
  try {
    const fleet = await startFleet(
      installation,
      { file: fleetFile, flash: join(env.dataDir, 'fleet-flash.json') },
      env.logLevel === 'debug',
    )
    if (begins !== null) await begin(installation.context, begins)
    const close = async (): Promise<void> => {
      await endOf(fleet)
      await installation.close()
    }
    return { ...installation, accountsFile, close }
  } catch (problem) {
    await installation.close()
    throw problem
  }
}

if (import.meta.main) {
  letReadersLeave()
  const signals = closeOnSignal()
  try {
    await buildWeb()
    const demo = await openDemo(process.env)
    signals.whenOpen(demo.close)
    say(`accounts and passwords of this world: ${demo.accountsFile}`)
    say(`ready ${demo.url}/h5/`)
  } catch (problem) {
    explainStart(problem)
  }
}
