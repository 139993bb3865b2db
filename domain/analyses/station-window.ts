import { ratedForReadings } from '../telemetry/reading-ranges.ts'
import type { DeviceKind } from '../devices/kinds.ts'
import type { DeviceState } from '../devices/fields.ts'
import type { Face, Plane } from '../stations/clear-sky.ts'
import type { Position } from '../stations/sun.ts'
import { hasFlag } from '../telemetry/quality-flags.ts'

/** What rules look at: the newest readings of everything at one station. SI units, instants epoch milliseconds. */

export type RuleReading = {
  ts: number
  flags: number
  state: DeviceState | null
  /** What it gives (`generation.ts`), and `power` of the flags is about that. */
  p: number | null
  /** On the side of the modules; absent = not known. */
  pDc?: number | null
  f: number | null
  t: number | null
  u: readonly (number | null)[] | null
  eTot: number | null
  /** Of a hybrid: the counter of its modules; absent = not known. */
  ePv?: number | null
  closed: boolean | null
  keepalive: boolean | null
  mppt: readonly { n: number; i?: number | null; p?: number | null }[] | null
  /** Insulation resistance, kOhm; absent = not known. */
  riso?: number | null
  raw: Readonly<Record<string, unknown>> | null
}

export type RuleDevice = {
  id: string
  kind: DeviceKind
  sn: string
  model: string
  gatewayId: string | null
  parentId: string | null
  stringNo: number | null
  ratedW: number | null
  /** Of an optimizer: what it is divided by to be compared, W of its modules or their number; null = 1. */
  size: number | null
  /** Of an inverter or optimizer: the plane that somebody entered for its array; null = nobody, or it has several. */
  plane: Plane | null
  /** When it was last heard, live; null = never. */
  heardAt: number | null
  /** Of a gateway: its connection stands, as far as the broker knows. */
  connected: boolean
  /** Of a gateway: its clock, ms ahead of ours; null or absent = not known. */
  clockOffsetMs?: number | null
  /** What its counter has shown beyond its rated power, W; null or absent = the rating stands. */
  shownW?: number | null
  /** When a reading proved that a command had switched it off; null = nobody has, or it was switched on since. */
  offSince: number | null
  /** What a command holds it down to, % of rated power; null = nobody does. */
  limitPct: number | null
  /** Within the window, oldest first, nothing after `at`. */
  readings: readonly RuleReading[]
}

/** Mean of an hour of a device, of readings that are believed. */
export type HourMean = {
  /** When the hour begins. */
  from: number
  /** W, and how far single readings lay from it, standard deviation. */
  powerW: number
  spreadW: number
  readings: number
  /** It was held back, by its own word or by a command, or off, for some of the hour. */
  heldBack: boolean
}

/** A string of an inverter, and on which tracker it ends, if somebody entered that. */
export type RuleString = {
  inverterId: string
  no: number
  mpptNo: number | null
  /** W of its modules; absent or null = nobody entered it. */
  capacityW?: number | null
}

export type StationWindow = {
  /** The instant that is judged. */
  at: number
  position: Position
  faces: readonly Face[]
  country: string
  reportMin: number
  /** Since when the installation has been listening without a break: nobody is blamed for what it did not hear. */
  listeningSince: number
  devices: readonly RuleDevice[]
  strings: readonly RuleString[]
  /** Means by the hour since the last look of those that look once a day, by device; null = it is not their time. */
  hours: ReadonlyMap<string, readonly HourMean[]> | null
  /** What analyses have reckoned of it for themselves (`reckoned.ts`). */
  reckoned?: ReadonlyMap<symbol, object>
}

const MINUTE = 60_000
/** So far back readings are looked at: two means of half an hour, or four reports. No source: chosen. */
export const windowMs = (reportMin: number): number => Math.max(60, 4 * reportMin) * MINUTE
/** What is averaged, so that one cloud decides nothing. No source: chosen. */
export const meanMs = (reportMin: number): number => Math.max(30, 2 * reportMin) * MINUTE

/** Readings of the last `ms`, those of a wrong clock left out: their time says nothing. */
export const recent = ({ readings }: RuleDevice, at: number, ms: number): RuleReading[] => {
  const found: RuleReading[] = []
  for (let index = readings.length - 1; index >= 0; index--) {
    const reading = readings[index]
    if (reading === undefined || reading.ts <= at - ms) break
    if (!hasFlag(reading.flags, 'clock')) found.push(reading)
  }
  return found.reverse()
}

/** The newest reading, when it is fresh: not older than two reports. */
export const newest = (device: RuleDevice, { at, reportMin }: StationWindow): RuleReading | null =>
  recent(device, at, Math.max(10, 2 * reportMin) * MINUTE).at(-1) ?? null

export const meanOf = (values: readonly (number | null | undefined)[]): number | null => {
  let [sum, count] = [0, 0]
  for (const value of values)
    if (typeof value === 'number') {
      sum += value
      count += 1
    }
  return count === 0 ? null : sum / count
}

/** Mean production over the averaging time, W; null when nothing believable came. */
export const meanPowerW = (device: RuleDevice, window: StationWindow): number | null => {
  if (newest(device, window) === null) return null
  return meanOf(
    recent(device, window.at, meanMs(window.reportMin)).map(({ p, flags }) =>
      p === null || hasFlag(flags, 'power') ? null : Math.max(0, p),
    ),
  )
}

export const ofKind = ({ devices }: StationWindow, kind: DeviceKind): RuleDevice[] =>
  devices.filter((device) => device.kind === kind)

/** What a device can give at least, W: its rating, or what its counter has shown where that is more; null = not known. */
export const ableW = ({ ratedW, shownW = null }: RuleDevice): number | null =>
  ratedForReadings(ratedW, shownW)

/** Rated power that stands behind a gateway, or of one inverter, kW; null when none of it is known. */
export const ratedKw = (devices: readonly RuleDevice[]): number | null => {
  const known = devices.flatMap(({ kind, ratedW }) =>
    kind === 'inverter' && ratedW !== null ? [ratedW] : [],
  )
  return known.length === 0 ? null : Math.round(known.reduce((sum, w) => sum + w, 0) / 100) / 10
}
