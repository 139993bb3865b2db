// One world of the browser tests: a whole installation on free ports, with a small fleet. Prints one line of JSON when
// it can be used and ends with its parent.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Checkpoint } from '#simulator/energy-counters.ts'
import { type Fleet, startFleet } from '#simulator/fleet.ts'
import type { FleetGateway } from '#simulator/fleet-file.ts'
import { worldStation } from '#simulator/world.ts'
import { createAccount } from '#server/features/accounts/create-account.ts'
import { readEnvironment } from '#server/env.ts'
import type { Context } from '#server/context.ts'
import { openInstallation } from '#server/main.ts'
import { drain } from '#server/features/telemetry/roll-up.ts'
import { writeAll } from '../scripts/demo/demo-history.ts'
import { createDemoPeople, type DemoAccount, type DemoPeople } from '../scripts/demo/demo-people.ts'
import { createDemoStation } from '../scripts/demo/demo-stations.ts'
import { makeKeyPair } from '../scripts/package/key-files.ts'
import { plausibleCounters } from '#simulator/fleet.ts'

export type World = {
  url: string
  mqttPort: number
  /** Only of an empty world. */
  setupCode: string | null
  accounts: DemoAccount[]
  /** What firmware is signed with; server and gateways trust its public half. */
  firmware: { id: string; publicKey: string; privateKey: Record<string, unknown> }
  /** A second administrator, who has been one for long; null in an empty world. */
  approver: { account: string; password: string } | null
  /** An account that has no role at all; null in an empty world. */
  nobody: { account: string; password: string } | null
}

/** At every hour one of them stands in daylight; together they have every kind of device. */
const stations = ['qingpu-home', 'landshut-barn', 'fresno-packing', 'newcastle-depot'].map(worldStation)
const HISTORY_MS = 26 * 3_600_000
/** A reporting interval of 5 minutes passes in 3 seconds. */
const CLOCK = 100

const empty = process.argv.includes('--empty')
const dataDir = mkdtempSync(join(tmpdir(), 'sunkeeper-world-'))
const env = readEnvironment({
  PORT: '0',
  MQTT_PORT: '0',
  METRICS_PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error',
  // The largest of the stations stands above it.
  CONTROL_SECOND_KW: '30',
  DATABASE_URL: process.env['WORLD_DATABASE_URL'],
  SHELL_ORIGINS: process.env['WORLD_SHELL_ORIGINS'],
  WEBHOOK_PRIVATE: process.env['WORLD_WEBHOOK_PRIVATE'],
  MAP_TILES: process.env['WORLD_MAP_TILES'],
  MAP_TILES_ATTRIBUTION: process.env['WORLD_MAP_TILES'] && '© Tiles of the test',
})

const signing = makeKeyPair('tests')
const firmwareKeys = [{ id: signing.id, publicKey: signing.publicKey }]
writeFileSync(env.firmwareKeys, JSON.stringify({ keys: firmwareKeys }))

/** Whom an earlier program or a hand in the database may have left behind: signed in, with no role. */
const createNobody = async (context: Context, { administrator }: DemoPeople): Promise<World['nobody']> => {
  const account = { account: 'nobody', password: randomBytes(12).toString('hex') }
  const call = { context, now: context.clock(), ip: '127.0.0.1', browser: 'tests', requestId: randomUUID() }
  const person = { id: randomUUID(), name: 'Nobody', role: 'owner', companyId: null } as const
  await createAccount({ ...call, who: administrator }, { ...person, ...account })
  await context.db.updateTable('account').set({ role: null }).where('id', '=', person.id).execute()
  return account
}

/** Whoever was made within the last day by the one who asks is no second person. */
const createApprover = async (
  context: Context,
  { administrator }: DemoPeople,
): Promise<World['approver']> => {
  const account = { account: 'approver', password: randomBytes(12).toString('hex') }
  const at = context.clock() - 48 * 3_600_000
  const call = { context, now: at, ip: '127.0.0.1', requestId: randomUUID(), who: administrator }
  const person = { id: randomUUID(), name: 'Approver', role: 'administrator', companyId: null } as const
  await createAccount(call, { ...person, ...account })
  return account
}

const gateways: FleetGateway[] = []
const counters: Record<string, Checkpoint> = {}
let accounts: DemoAccount[] = []
let nobody: World['nobody'] = null
let approver: World['approver'] = null
const installation = await openInstallation(env, {
  verifyAnswers: true,
  databaseSettings: { fsync: 'off' },
  prepare: async (context, setupCode) => {
    if (empty) return
    const now = context.clock()
    const people = await createDemoPeople(context, setupCode)
    accounts = people.accounts
    nobody = await createNobody(context, people)
    approver = await createApprover(context, people)
    for (const spec of stations) {
      gateways.push(...(await createDemoStation(context, people, spec, now)))
      const from = now - HISTORY_MS
      counters[spec.key] = await writeAll(context, spec, plausibleCounters(spec, from), {
        fromTs: from,
        toTs: now,
        boot: 'history',
      })
    }
    await drain(context, now)
  },
})

let fleet: Fleet | null = null
if (!empty) {
  const known = new Map(stations.map((spec) => [spec.key, spec]))
  fleet = startFleet(
    { gateways, stations: known, counters, faults: [], firmwareKeys },
    { url: `mqtt://127.0.0.1:${installation.mqttPort}`, clockFactor: CLOCK },
  )
  await fleet.started
}

let ending = false
const end = async (): Promise<void> => {
  if (ending) return
  ending = true
  await fleet?.stop().catch(() => undefined)
  await installation.close()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
}
process.on('SIGTERM', () => void end())
process.on('SIGINT', () => void end())
// The parent's end of the pipe: it closes even when the parent is killed.
process.stdin.resume()
process.stdin.on('end', () => void end())

const world: World = {
  url: `http://127.0.0.1:${installation.httpPort}`,
  mqttPort: installation.mqttPort ?? 0,
  setupCode: installation.setupCode,
  accounts,
  firmware: {
    id: signing.id,
    publicKey: signing.publicKey,
    privateKey: { ...signing.privateKey.export({ format: 'jwk' }) },
  },
  approver,
  nobody,
}
process.stdout.write(`${JSON.stringify(world)}\n`)
