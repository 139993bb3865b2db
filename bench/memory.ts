import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'
import { makeCompany } from '../tests/factories/accounts.ts'
import { type Benchmark, figure } from './figure.ts'
import { startGateways } from './gateways.ts'
import { startInstallation } from './installation.ts'
import { messageReadings } from './messages.ts'
import { seedFleet } from './seed.ts'

const GATEWAYS = 500
const SETTLE_MS = 8_000

/** A process and everything that it started. */
const familyOf = (root: number): number[] => {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It has ended meanwhile.
    }
  }
  const family = [root]
  for (const pid of family) for (const [child, parent] of parents) if (parent === pid) family.push(child)
  return family
}

/** Megabytes (1024 x 1024) that are a process's share of memory: what several share is divided among them. */
const shareMb = (pid: number): number => {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  } catch {
    // It has ended meanwhile, as PostgreSQL's own workers do, and holds nothing.
    return 0
  }
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? Number.NaN) / 1024
}

/** What the whole installation holds while a fleet is connected and says nothing. */
export const benchMemory: Benchmark = async (print) => {
  const server = await startInstallation()
  const database = await openDatabase({ url: server.databaseUrl }, createLog('fatal'))
  try {
    const companyId = await makeCompany(database.db, Date.now(), 'Bench')
    await seedFleet(database.pool, {
      name: 'BM',
      companyId,
      stations: GATEWAYS,
      gateways: 1,
      ...messageReadings,
    })
    // The seeding's own connections are no part of an installation.
    await database.close()
    const total = (): { all: number; node: number } => {
      const shares = familyOf(server.pid).map((pid) => shareMb(pid))
      return { all: shares.reduce((sum, share) => sum + share, 0), node: shares[0] ?? Number.NaN }
    }
    const before = total()
    const gateways = await startGateways(server.mqttPort, 'BM', GATEWAYS)
    await pause(SETTLE_MS)
    const { all, node } = total()
    await gateways.end()
    const against = `proportional set size, ${GATEWAYS} gateways connected and idle`
    print(figure('memory.idle', all, 'MB', against, '< 300'))
    print(figure('memory.server', node, 'MB', 'of it the server with the broker'))
    print(figure('memory.postgres', all - node, 'MB', 'of it PostgreSQL'))
    print(
      figure('memory.connections', all - before.all, 'MB', `more than without the ${GATEWAYS} connections`),
    )
  } finally {
    await server.stop()
  }
}
