import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { becomeCustomer } from '../acceptance/customer.ts'
import { startVictim, until } from '../acceptance/victim.ts'
import { freePort } from '../free-port.ts'
import { readThere, stationForEdge, sunnyPlace } from './edge-at-station.ts'
import { startEdge } from './edge-program.ts'
import { type Counted, type How, serveInverters } from './inverters.ts'

/** What a process has used since it began: CPU time in s, and what it holds now, MB (1024 x 1024). */
type Used = { cpuS: number; mb: number; privateMb: number }
const TICKS_A_SECOND = 100

const usedBy = (pid: number): Used => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kb = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? NaN)
  return {
    cpuS: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND,
    mb: kb('Rss') / 1024,
    privateMb: (kb('Private_Clean') + kb('Private_Dirty')) / 1024,
  }
}

export type LoadFigures = {
  devices: number
  /** Values of a reading, as the inverters serve them. */
  values: number
  seconds: number
  /** Of one core. */
  cpuShare: number
  /** Resident memory of the edge, and of a Node that does nothing, MB. */
  mb: number
  bareMb: number
  privateMb: number
  barePrivateMb: number
  polls: number
  requests: number
  bad: Counted['bad']
  /** The longest time between two readings of any that answers, and their interval, ms. */
  slowest: number
  intervalMs: number
}

const pollsOf = (of: Counted): number => Object.values(of.polls).reduce((sum, one) => sum + one, 0)

/** Non-null points of models 103 (19) and 160 (three inputs of five) of `serve-inverters.py`. */
const VALUES = 34

/** A true edge reads `hows` each `intervalS` for a true server; measured after it has settled. */
export const loadOfEdge = async (options: {
  folder: string
  hows: readonly How[]
  intervalS: number
  settleS: number
  seconds: number
}): Promise<LoadFigures> => {
  const { folder, hows, intervalS, settleS, seconds } = options
  const { zone, place } = sunnyPlace(Date.now())
  const dataDir = join(folder, 'server')
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o711)
  const inverters = await serveInverters(hows, { log: join(folder, 'inverters.log'), zone })
  const ports = { PORT: String(await freePort()), MQTT_PORT: String(await freePort()) }
  const victim = await startVictim(dataDir, null, ports)
  let edge: ReturnType<typeof startEdge> | null = null
  let bare: ChildProcess | null = null
  try {
    const customer = await becomeCustomer(() => victim.said().url, victim.said().setupCode ?? '')
    const station = await stationForEdge(customer, place)
    const edgeFolder = join(folder, 'edge')
    edge = startEdge(edgeFolder, ['--server', victim.said().url, '--code', station.code])
    await readThere(
      customer,
      station,
      inverters.list.map(({ url }) => ({ url, intervalS })),
    )
    bare = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    await inverters.tell({ power: 7_200 })
    const living = hows.filter((how) => how === 'well').length
    await until('all are read', 300_000, async () => {
      await pause(500)
      return Object.values((await inverters.sum()).polls).filter((polls) => polls > 1).length >= living
    })
    await pause(settleS * 1000)
    await inverters.tell({ forget: true })
    const [before, counted, begun] = [usedBy(edge.pid), await inverters.sum(), performance.now()]
    await pause(seconds * 1000)
    const [after, end, over] = [usedBy(edge.pid), await inverters.sum(), performance.now()]
    const none = usedBy(bare.pid ?? 0)
    const bad = Object.fromEntries(
      Object.entries(end.bad).map(([name, count]) => [
        name,
        count - counted.bad[name as keyof Counted['bad']],
      ]),
    ) as Counted['bad']
    return {
      devices: hows.length,
      values: VALUES,
      seconds: (over - begun) / 1000,
      cpuShare: ((after.cpuS - before.cpuS) * 1000) / (over - begun),
      mb: after.mb,
      bareMb: none.mb,
      privateMb: after.privateMb,
      barePrivateMb: none.privateMb,
      polls: pollsOf(end) - pollsOf(counted),
      requests: end.requests - counted.requests,
      bad,
      slowest: Math.max(
        ...inverters.list.filter(({ how }) => how === 'well').map(({ sn }) => end.slowest[sn] ?? Infinity),
      ),
      intervalMs: intervalS * 1000,
    }
  } finally {
    await edge?.kill()
    bare?.kill()
    inverters.stop()
    await victim.stop()
  }
}
