import type { FoundDevice } from '#contract/mqtt/edge-device.ts'
import type { SearchProgress } from '#gateway/site.ts'
import type { DeviceReport } from '../engine/reading.ts'
import type { EdgeClock } from '../runtime/edge-clock.ts'
import { schemeOf } from '../open-device.ts'
import { foundDevice } from '../runtime/found-device.ts'
import { MDNS } from './ask-announced.ts'
import type { Logger } from './ask-logger.ts'
import type { SearchNetwork } from './network.ts'

/**
 * Looks for devices: asks who announces himself, then each address at the ports of known makers, and whoever listens
 * there, who it is. Many addresses at a time, of one address one thing after the other, and never two connections in the
 * same moment.
 */

/** Addresses at a time. No source: chosen; a home has 254, which takes half a minute. */
const AT_ONCE = 32
/** Between two connections or datagrams, to whomever, ms: routers of homes count strangers. No source: chosen. */
const GAP_MS = 15
/** How often it is told how far it is, ms. */
const TELL_MS = 1_000
/** What one search may find, and bytes of it in one message. Source: the wire. */
const MOST_FOUND = 100
const FOUND_BYTES = 50_000

export const portsAsked = [502, 1502, 6607, 8899, 80]
/** Units of inverters behind Modbus TCP. Source: SMA's 126, Kostal's 71, Huawei's 0, GoodWe's 247; 1 is everybody else's. */
const UNITS: Readonly<Record<number, readonly number[]>> = {
  502: [1, 126, 3, 0, 247],
  1502: [1, 71],
  6607: [1, 0],
}

/** Units behind one converter. Source: RS-485, which carries 32. */
const MOST_UNITS = 31
const LAST_UNIT = 255
const LOOPBACK = '127.0.0.1'

/** Who may stand behind an open port, as addresses to try in their order. */
const addressesAt = (host: string, port: number, logger: Logger | null): string[] => {
  if (port === 80) return [`shelly://${host}`, `fronius://${host}`, `opendtu://${host}`, `enphase://${host}`]
  if (port === 8899)
    return logger?.maker === 'solarman'
      ? [`solarman://${host}:${port}?serial=${logger.serial}&unit=1`]
      : [`rtu-over-tcp://${host}:${port}?unit=1`]
  return (UNITS[port] ?? [1]).map((unit) => `modbus-tcp://${host}:${port}?unit=${unit}`)
}

export type SearchOptions = {
  hosts: readonly string[]
  /** Devices that are read already, by their host and port: most take one connection, which is theirs. */
  known: readonly { host: string; port: number; found: FoundDevice }[]
  tell: (progress: SearchProgress) => void
  signal: AbortSignal
  clock: Pick<EdgeClock, 'mono' | 'sleep'>
  network: SearchNetwork
}

/** Finds what answers; what was found so far when it is ended before. */
export const search = async (options: SearchOptions): Promise<FoundDevice[]> => {
  const { hosts, known, tell, signal, clock, network } = options
  const found: FoundDevice[] = known.map((one) => one.found)
  const waiting = [...hosts]
  let [done, toldAt, nextAt] = [0, clock.mono(), clock.mono()]
  const room = (): boolean => found.length < MOST_FOUND && JSON.stringify(found).length < FOUND_BYTES
  const told = (tried: string): void => {
    if (clock.mono() - toldAt < TELL_MS) return
    toldAt = clock.mono()
    tell({ done, total: hosts.length, tried, found: [...found] })
  }
  /** One after the other, whoever asks. */
  const turn = async (): Promise<void> => {
    const at = Math.max(clock.mono(), nextAt)
    nextAt = at + GAP_MS
    if (at > clock.mono()) await clock.sleep(at - clock.mono(), signal)
  }
  const read = async (url: string): Promise<DeviceReport | null> => {
    told(url)
    await turn()
    const report = signal.aborted ? null : await network.read(url, signal)
    return report === null || report.readings.length === 0 ? null : report
  }

  tell({ done, total: hosts.length, tried: `${MDNS.address} ${MDNS.port}`, found: [...found] })
  const announced = signal.aborted ? new Map<string, string[]>() : await network.announced(signal)

  const isRead = (host: string, port: number): boolean =>
    known.some((one) => one.host === host && one.port === port)
  const askHost = async (host: string): Promise<void> => {
    const said = (announced.get(host) ?? []).filter((url) => !isRead(host, portOf(url)))
    if (said.length > 0 && (await askAll(said)) && host !== LOOPBACK) return
    await turn()
    if (signal.aborted) return
    // Beside what follows: most of the time of a search is waiting for nobody.
    const logger = network.logger(host, signal)
    for (const port of portsAsked) {
      if (signal.aborted) return
      if (isRead(host, port)) continue
      told(`${host} ${port}`)
      await turn()
      if (signal.aborted || !(await network.isOpen(host, port, signal))) continue
      const answered = await askAll(addressesAt(host, port, port === 8899 ? await logger : null))
      // Whoever answers in one way is not asked in the others; this machine may emulate several.
      if (answered && host !== LOOPBACK) return
    }
    // GoodWe's radio has no port that listens: it says so itself.
    if ((await logger)?.maker === 'goodwe' && !isRead(host, 8899)) await askAll([`goodwe://${host}`])
  }
  const askAll = async (urls: readonly string[]): Promise<boolean> => {
    for (const url of urls) {
      const report = await read(url)
      if (report === null) continue
      if (room()) found.push(foundDevice(url, report))
      if (url.startsWith('modbus-tcp:')) await askNextUnits(url, report)
      return true
    }
    return false
  }
  /** Behind a converter others follow, until one does not answer or all units are the same device. */
  const askNextUnits = async (url: string, first: DeviceReport): Promise<void> => {
    const seen = new Set(first.readings.map(({ sn }) => sn))
    const [address = '', unit = '1'] = url.split('?unit=')
    for (let next = Number(unit) + 1; next <= Math.min(Number(unit) + MOST_UNITS, LAST_UNIT); next += 1) {
      const at = `${address}?unit=${next}`
      const report = await read(at)
      const isNew = report?.readings.some(({ sn }) => sn !== null && !seen.has(sn)) === true
      if (report === null || !isNew) return
      for (const { sn } of report.readings) seen.add(sn)
      if (room()) found.push(foundDevice(at, report))
    }
  }
  const worker = async (): Promise<void> => {
    for (let host = waiting.shift(); host !== undefined && !signal.aborted; host = waiting.shift()) {
      await askHost(host)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return found
}

const portOf = (url: string): number => Number(URL.parse(url)?.port) || (schemeOf(url)?.port ?? 0)
