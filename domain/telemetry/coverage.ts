import type { LightOf } from './day-light.ts'
import type { GrowthStep } from './ledger-state.ts'
import { type DayFinder, localDayFinder } from './local-days.ts'

/**
 * How much of a device's time its energy rests on. A device-day counts 1,000; what of its light the counter is known
 * over counts as known, however often it was heard. A sum over devices and days is known to the share of what could
 * be asked of them, each device by its rated power. Decision 081 says why.
 */

/** A whole device-day. */
export const WHOLE_DAY = 1000
/**
 * So much of a day's light may be missing from a day that counts as whole: first light, last light, a late report.
 * No source: chosen.
 */
export const SLACK = 20
/** With less of the day's light behind, nothing can be said of the day by what was produced. No source: chosen. */
export const DAWN = 30
/** A span of no more than so many hours at rated power hides nothing that would be seen in its days. No source: chosen. */
const SMALL_SPAN_HOURS = 0.05

export type KnownLight = {
  /** Thousandths of each day's light, 0 to 1000. Days of which nothing is known are left out. */
  days: Map<string, number>
  /** By the start of each span: thousandths of days that it knows and its days do not. */
  spans: Map<number, number>
}

/**
 * Of which light the steps of a ledger know the energy. A step within a day, or over a midnight that is divided
 * there, knows its light for the day; so does one over which the counter stood still. A span knows it for the days
 * it touches together. What no step reaches (before the first reading, after the last, a reset) is not known; of a
 * device's first day nothing is asked before its first reading (`firstEver`).
 */
export const knownLight = (
  steps: Iterable<GrowthStep>,
  zone: string,
  lightOf: LightOf,
  {
    maxBridgeMs,
    ratedW,
    firstEver,
  }: { maxBridgeMs: number; ratedW: number | null; firstEver: number | null },
): KnownLight => {
  const gatherer = lightGatherer(localDayFinder(zone), lightOf, { maxBridgeMs, ratedW })
  if (firstEver !== null) gatherer.begin(firstEver)
  for (const step of steps) gatherer.add(step)
  return gatherer.known()
}

/** The same, a step after the other; `days`: shares of light from which it goes on, and which it adds to. */
export const lightGatherer = (
  dayAt: DayFinder,
  lightOf: LightOf,
  { maxBridgeMs, ratedW }: { maxBridgeMs: number; ratedW: number | null },
  days = new Map<string, number>(),
) => {
  const spans = new Map<number, number>()
  const smallWh = (ratedW ?? 0) * SMALL_SPAN_HOURS
  return {
    days,
    /** Before any step. */
    begin: (firstEver: number): void => {
      const day = dayAt(firstEver)
      days.set(day.day, lightOf(day, day.startAt, firstEver))
    },
    add: ({ fromTs, toTs, wh }: GrowthStep): void => {
      const crosses = dayAt(fromTs).endAt < toTs
      const isSpan = crosses && wh > 0 && toTs - fromTs > maxBridgeMs
      for (let at = fromTs; at < toTs;) {
        const day = dayAt(at)
        const light = lightOf(day, at, toTs)
        if (isSpan && wh > smallWh) spans.set(fromTs, (spans.get(fromTs) ?? 0) + light)
        else days.set(day.day, (days.get(day.day) ?? 0) + light)
        at = Math.min(day.endAt, toTs)
      }
    },
    known: (): KnownLight => ({
      days: new Map([...days].map(([day, light]) => [day, snapped(light * WHOLE_DAY)])),
      spans: new Map([...spans].map(([from, light]) => [from, Math.floor(light * WHOLE_DAY)])),
    }),
  }
}

const snapped = (known: number): number => (known >= WHOLE_DAY - SLACK ? WHOLE_DAY : Math.floor(known))

/** What is known of the present day, of the `elapsed` thousandths of its light that are behind. */
export const knownToday = (known: number, elapsed: number): number =>
  known >= elapsed - SLACK ? elapsed : known

/** One device over a period, thousandths of days; `known` null = its history has not been looked at. */
export type DeviceTime = { ratedW: number | null; asked: number; known: number | null }

/** Of a device of which nothing older is asked, before there is light: ever heard, it is whole. */
export const askedBeforeLight = (everHeard: boolean): Pick<DeviceTime, 'asked' | 'known'> => ({
  asked: 1,
  known: everHeard ? 1 : 0,
})

/** Down to thousandths, and never 1: of something that is not whole. */
export const flooredShare = (share: number): number =>
  Math.min(0.999, Math.floor(Math.max(0, share) * 1000 + 1e-9) / 1000)

/**
 * Share of the devices' rated power and time that is known, 0 to 1; where a rating is unknown all weigh the same.
 * null = unknown. 1 only when nothing is missing of any device.
 */
export const shareKnown = (devices: readonly DeviceTime[]): number | null => {
  const even = devices.some(({ ratedW }) => ratedW === null || ratedW <= 0)
  let asked = 0
  let known = 0
  let whole = true
  for (const device of devices) {
    if (device.asked <= 0) continue
    if (device.known === null) return null
    const weight = even ? 1 : (device.ratedW ?? 1)
    const heard = Math.min(device.asked, Math.max(0, device.known))
    asked += weight * device.asked
    known += weight * heard
    if (heard < device.asked) whole = false
  }
  if (asked === 0) return null
  return whole ? 1 : flooredShare(known / asked)
}

/** Sums over stations: how many they are, of how many something is told, and how many of them are whole. */
type SharesTogether = { stations: number; told: number; whole: number; askedW: number; knownW: number }

/** The same of stations together, each by its capacity: null = unknown of one of them, or nothing to ask of any. */
export const shareOfSums = ({ stations, told, whole, askedW, knownW }: SharesTogether): number | null =>
  told < stations || askedW <= 0 ? null : whole === stations ? 1 : flooredShare(knownW / askedW)

/** The same of stations one by one. */
export const shareTogether = (
  stations: readonly { capacityW: number; coverage: number | null }[],
): number | null => {
  const sums = { stations: stations.length, told: 0, whole: 0, askedW: 0, knownW: 0 }
  for (const { capacityW, coverage } of stations) {
    if (coverage === null) return null
    sums.told += 1
    sums.askedW += capacityW
    sums.knownW += capacityW * coverage
    if (coverage === 1) sums.whole += 1
  }
  return shareOfSums(sums)
}

/** Full calendar days that are asked of a device, all counted back from today. `removedAgo` null = it is there. */
export const daysAsked = (fromAgo: number, periodFromAgo: number, removedAgo: number | null): number =>
  Math.max(0, Math.min(fromAgo, periodFromAgo) - (removedAgo ?? 0))
