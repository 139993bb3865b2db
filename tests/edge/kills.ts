import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { becomeCustomer } from '../acceptance/customer.ts'
import { startVictim, until } from '../acceptance/victim.ts'
import { freePort } from '../free-port.ts'
import { type Comparison, compareReadings, storedReadings } from './compare-readings.ts'
import { ledgerOf, readThere, stationForEdge, sunnyPlace } from './edge-at-station.ts'
import { startEdge } from './edge-program.ts'
import { type Counted, type How, serveInverters } from './inverters.ts'

/** Who is killed with signal 9 while an edge reads: the edge, or the server with its broker. */
export type Killed = 'edge' | 'server'
export type EdgeKillFigures = Comparison & {
  killed: Killed
  rounds: number
  devices: number
  dead: number
  /** The ledger beside what the inverters summed up of what they served, Wh, by device and day. */
  ledger: { entries: number; wh: number; apart: number }
  bad: Counted['bad']
}

const PATIENCE_MS = 300_000
const POWER_W = 7_200
/** An alarm of all begins or ends so often, ms: what changes is reported at once, and not at the next interval. */
const CHATTER_MS = 1_000
const LOOK_MS = 300

/**
 * Kills it `rounds` times while a true edge reads `hows` for a true server, and compares what the inverters wrote down
 * with what the server has. `folder` is empty, and every user may pass through it.
 */
export const edgeKillLoop = async (
  killed: Killed,
  rounds: number,
  hows: readonly How[],
  folder: string,
  { intervalS = 1, say = () => {} }: { intervalS?: number; say?: (line: string) => void } = {},
): Promise<EdgeKillFigures> => {
  const { zone, place } = sunnyPlace(Date.now())
  const dataDir = join(folder, 'server')
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o711)
  const inverters = await serveInverters(hows, { log: join(folder, 'inverters.log'), zone })
  const ports = { PORT: String(await freePort()), MQTT_PORT: String(await freePort()) }
  const victim = await startVictim(dataDir, null, ports)
  const edgeFolder = join(folder, 'edge')
  let edge: ReturnType<typeof startEdge> | null = null
  let chatter: NodeJS.Timeout | undefined
  try {
    const customer = await becomeCustomer(() => victim.said().url, victim.said().setupCode ?? '')
    const station = await stationForEdge(customer, place)
    edge = startEdge(edgeFolder, ['--server', victim.said().url, '--code', station.code])
    await readThere(
      customer,
      station,
      inverters.list.map(({ url }) => ({ url, intervalS })),
    )
    const living = inverters.list.filter(({ how }) => how !== 'dead' && how !== 'silent')
    let turn = 0
    chatter = setInterval(() => {
      turn += 1
      void inverters.tell({ raise: (turn % 2) * 16 }).catch(() => undefined)
    }, CHATTER_MS)
    const stored = () => storedReadings(victim.said().databaseUrl)
    const everybodySince = async (from: number): Promise<boolean> => {
      await pause(LOOK_MS)
      const heard = new Set((await stored()).filter(({ ts }) => ts > from).map(({ sn }) => sn))
      return living.every(({ sn }) => heard.has(sn))
    }
    await until('everybody is heard', PATIENCE_MS, () => everybodySince(0))
    await inverters.tell({ power: POWER_W })
    for (let round = 1; round <= rounds; round += 1) {
      await pause(500 + Math.random() * 2_000)
      if (killed === 'edge') {
        await edge.kill()
        edge = startEdge(edgeFolder)
      } else {
        await victim.killServer()
        // It reads on meanwhile.
        await pause(Math.random() * 3_000)
        await victim.start()
        await until('ready again', PATIENCE_MS, () => victim.ready())
      }
      const again = Date.now()
      await until('everybody is heard again', PATIENCE_MS, () => everybodySince(again))
      say(`${killed} ${round}/${rounds}: everybody is heard again after ${Date.now() - again} ms`)
    }
    // Counters stand still: whichever reading is the last, it is of the same energy.
    await inverters.tell({ power: 0 })
    const still = Date.now()
    await until('the end is heard', PATIENCE_MS, () => everybodySince(still + intervalS * 2_000))
    await edge.stop()
    clearInterval(chatter)
    const served = await inverters.sum()
    const days = [...new Set(Object.values(served.days).flatMap((own) => Object.keys(own)))]
    let ledger = { entries: 0, wh: 0, apart: Infinity }
    // When it never comes to that, the figures say so.
    await until('the ledger follows', 60_000, async () => {
      await pause(LOOK_MS)
      const shown = await ledgerOf(customer, station.stationId, days)
      const entries = Object.entries(served.days).flatMap(([sn, own]) =>
        Object.entries(own).map(([day, wh]) => ({ wh, shown: shown[sn]?.[day] ?? 0 })),
      )
      ledger = {
        entries: entries.length,
        wh: entries.reduce((sum, one) => sum + one.wh, 0),
        apart: entries.reduce((sum, one) => sum + Math.abs(one.wh - one.shown), 0),
      }
      return ledger.apart === 0
    }).catch(() => undefined)
    const compared = compareReadings(inverters.happened(), await stored())
    return {
      killed,
      rounds,
      devices: hows.length,
      dead: hows.length - living.length,
      ...compared,
      ledger,
      bad: served.bad,
    }
  } finally {
    clearInterval(chatter)
    await edge?.kill()
    inverters.stop()
    await victim.stop()
  }
}
