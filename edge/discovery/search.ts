import { connect } from 'node:net'
import type { FoundDevice } from '#contract/mqtt/edge-device.ts'
import type { SearchProgress } from '#gateway/site.ts'
import type { DeviceReport } from '../engine/reading.ts'
import { openDevice } from '../open-device.ts'
import { foundDevice } from '../runtime/found-device.ts'
import { askLogger } from './ask-logger.ts'

/**
 * Looks for devices by asking each address at the ports of known makers, and whoever listens there, who it is. Many
 * addresses at a time, of one address one thing after the other.
 */

/** Connections at a time, and how long one may take, ms. No source: chosen; a home has 254 addresses, which takes half a minute. */
const AT_ONCE = 32
const CONNECT_MS = 700
const ASK_MS = 1_500
/** How often it is told how far it is, ms. */
const TELL_MS = 1_000
/** What one search may find, and bytes of it in one message. Source: the wire. */
const MOST_FOUND = 100
const FOUND_BYTES = 50_000

const PORTS = [502, 1502, 6607, 8899, 80]
/** Units of inverters behind Modbus TCP. Source: SMA's 126, Kostal's 71, Huawei's 0; 1 is everybody else's. */
const UNITS: Readonly<Record<number, readonly number[]>> = {
  502: [1, 126, 3, 0],
  1502: [1, 71],
  6607: [1, 0],
}

/** Units behind one converter. Source: RS-485, which carries 32. */
const MOST_UNITS = 31
const LOOPBACK = '127.0.0.1'

const isOpen = (host: string, port: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (open: boolean): void => {
      signal.removeEventListener('abort', close)
      socket.destroy()
      resolve(open)
    }
    const close = (): void => end(false)
    socket.setTimeout(CONNECT_MS, close)
    socket.once('connect', () => end(true)).on('error', close)
    signal.addEventListener('abort', close)
    if (signal.aborted) close()
  })

/** Who may stand behind an open port, as addresses to try in their order. */
const addressesAt = async (host: string, port: number): Promise<string[]> => {
  if (port === 80) return [`fronius://${host}`, `opendtu://${host}`, `enphase://${host}`]
  if (port === 8899) {
    const serial = await askLogger(host)
    return serial === null
      ? [`rtu-over-tcp://${host}:${port}?unit=1`]
      : [`solarman://${host}:${port}?serial=${serial}&unit=1`]
  }
  return (UNITS[port] ?? [1]).map((unit) => `modbus-tcp://${host}:${port}?unit=${unit}`)
}

const readOnce = async (url: string, signal: AbortSignal): Promise<DeviceReport | null> => {
  if (signal.aborted) return null
  const manners = { timeoutMs: ASK_MS, tries: 1 }
  const device = openDevice(url, { profile: null, secret: null, manners })
  signal.addEventListener('abort', device.close)
  try {
    return await device.read()
  } catch {
    return null
  } finally {
    signal.removeEventListener('abort', device.close)
    device.close()
  }
}

export type SearchOptions = {
  hosts: readonly string[]
  /** Devices that are read already, by their host and port: most take one connection, which is theirs. */
  known: readonly { host: string; port: number; found: FoundDevice }[]
  tell: (progress: SearchProgress) => void
  signal: AbortSignal
  /** Monotonic, ms. */
  mono: () => number
}

/** Finds what answers; what was found so far when it is ended before. */
export const search = async ({ hosts, known, tell, signal, mono }: SearchOptions): Promise<FoundDevice[]> => {
  const found: FoundDevice[] = known.map((one) => one.found)
  const waiting = [...hosts]
  let [done, toldAt] = [0, mono()]
  const room = (): boolean => found.length < MOST_FOUND && JSON.stringify(found).length < FOUND_BYTES
  const told = (tried: string): void => {
    if (mono() - toldAt < TELL_MS) return
    toldAt = mono()
    tell({ done, total: hosts.length, tried, found: [...found] })
  }
  const askHost = async (host: string): Promise<void> => {
    for (const port of PORTS) {
      if (signal.aborted) return
      if (known.some((one) => one.host === host && one.port === port)) continue
      told(`${host} ${port}`)
      if (!(await isOpen(host, port, signal))) continue
      const answered = await askPort(host, port)
      // Whoever answers in one way is not asked in the others; this machine may emulate several.
      if (answered && host !== LOOPBACK) return
    }
  }
  const askPort = async (host: string, port: number): Promise<boolean> => {
    for (const url of await addressesAt(host, port)) {
      told(url)
      const report = await readOnce(url, signal)
      if (report === null || report.readings.length === 0) continue
      if (room()) found.push(foundDevice(url, report))
      if (UNITS[port] !== undefined) await askNextUnits(url, report)
      return true
    }
    return false
  }
  /** Behind a converter others follow, until one does not answer or all units are the same device. */
  const askNextUnits = async (url: string, first: DeviceReport): Promise<void> => {
    const seen = new Set(first.readings.map(({ sn }) => sn))
    const [address = '', unit = '1'] = url.split('?unit=')
    for (let next = Number(unit) + 1; next <= Number(unit) + MOST_UNITS; next += 1) {
      const at = `${address}?unit=${next}`
      told(at)
      const report = await readOnce(at, signal)
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
