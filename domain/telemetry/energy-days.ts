import type { GrowthStep } from './ledger-state.ts'
import { type DayFinder, localDayFinder } from './local-days.ts'

/** Energy known only for a stretch across one or more midnights; `toDay` is the last day it touches. */
export type EnergySpan = { fromTs: number; toTs: number; fromDay: string; toDay: string; wh: number }

export type EnergyDay = {
  /** Energy that is known to belong to this day alone. */
  wh: number
  /** A span touches the day: part of its energy, up to `sharedWh`, may belong here. */
  shared: boolean
  sharedWh: number
  /** First and last instant of the day at which the counter is known; null = nothing was heard, only a span says so. */
  firstTs: number | null
  lastTs: number | null
}

export type EnergyDays = { days: Map<string, EnergyDay>; spans: EnergySpan[] }

/** Reporting intervals that a reading may be late before the stretch over midnight counts as silence. Source: the product's definition of offline. */
export const BRIDGE_INTERVALS = 3

/** `maxBridgeMs` for a station's reporting time in minutes. */
export const bridgeMs = (reportMin: number): number => BRIDGE_INTERVALS * reportMin * 60_000

/** Shares a whole number in proportion to whole weights: largest remainder, earlier part first; the sum is exact. */
const shareOut = (wh: number, weights: readonly number[]): number[] => {
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0))
  const parts = weights.map((weight, index) => {
    const exact = BigInt(wh) * BigInt(weight)
    return { index, whole: Number(exact / total), rest: exact % total }
  })
  let left = wh - parts.reduce((sum, { whole }) => sum + whole, 0)
  const byRest = [...parts].sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (const part of byRest) if (left-- > 0) part.whole += 1
  return parts.map(({ whole }) => whole)
}

/**
 * Books growth steps on local days. Within a day a step belongs to the day, however long. Across midnight a step of
 * at most `maxBridgeMs` is split there in proportion to time, in whole Wh; a longer one is a span when the counter
 * grew, and nothing when it stood still. Sum of days + spans = sum of steps. An instant of midnight closes the day
 * before it.
 */
export const spreadSteps = (
  steps: Iterable<GrowthStep>,
  zone: string,
  { maxBridgeMs = bridgeMs(5) }: { maxBridgeMs?: number } = {},
): EnergyDays => {
  const spread = stepSpreader(localDayFinder(zone), maxBridgeMs)
  for (const step of steps) spread.add(step)
  return { days: new Map([...spread.days].sort(([a], [b]) => (a < b ? -1 : 1))), spans: spread.spans }
}

/** The same, a step after the other; `days`: where it goes on from, and what it adds to. */
export const stepSpreader = (
  dayAt: DayFinder,
  maxBridgeMs: number,
  days = new Map<string, EnergyDay>(),
): EnergyDays & { add: (step: GrowthStep) => void } => {
  const spans: EnergySpan[] = []
  const dayOf = (day: string): EnergyDay => {
    let found = days.get(day)
    if (found === undefined) {
      found = { wh: 0, shared: false, sharedWh: 0, firstTs: null, lastTs: null }
      days.set(day, found)
    }
    return found
  }
  const hear = (day: EnergyDay, ts: number): void => {
    day.firstTs = day.firstTs === null ? ts : Math.min(day.firstTs, ts)
    day.lastTs = day.lastTs === null ? ts : Math.max(day.lastTs, ts)
  }

  const add = ({ fromTs, toTs, wh }: GrowthStep): void => {
    const parts = []
    for (let at = fromTs; at < toTs;) {
      const { day, endAt } = dayAt(at)
      const end = Math.min(endAt, toTs)
      parts.push({ day, ms: end - at })
      at = end
    }
    const first = parts[0]
    const last = parts.at(-1)
    if (first === undefined || last === undefined) return

    if (parts.length === 1) dayOf(first.day).wh += wh
    else if (toTs - fromTs <= maxBridgeMs) {
      const shares = shareOut(
        wh,
        parts.map(({ ms }) => ms),
      )
      for (const [index, { day }] of parts.entries()) dayOf(day).wh += shares[index] ?? 0
    } else if (wh > 0) {
      spans.push({ fromTs, toTs, fromDay: first.day, toDay: last.day, wh })
      for (const { day } of parts) {
        const touched = dayOf(day)
        touched.shared = true
        touched.sharedWh += wh
      }
    } else return
    hear(dayOf(first.day), fromTs)
    hear(dayOf(last.day), toTs)
  }
  return { days, spans, add }
}

export type PeriodEnergy = {
  /** Days and spans that lie wholly in the period; null = nothing known. */
  wh: number | null
  /** A span reaches over the period's edge: up to `sharedWh` more may belong here. */
  shared: boolean
  sharedWh: number
}

/**
 * Energy of the days `fromDay` to `toDay`, both included. A span counts where it lies wholly inside, so that it is
 * in the smallest of month, year or lifetime that holds it, and in every larger one.
 */
export const periodEnergy = (
  days: Iterable<readonly [string, Pick<EnergyDay, 'wh' | 'firstTs'>]>,
  spans: Iterable<EnergySpan>,
  fromDay: string,
  toDay: string,
): PeriodEnergy => {
  let wh: number | null = null
  let sharedWh = 0
  for (const [day, energy] of days)
    if (day >= fromDay && day <= toDay && energy.firstTs !== null) wh = (wh ?? 0) + energy.wh
  for (const span of spans) {
    if (span.toDay < fromDay || span.fromDay > toDay) continue
    if (span.fromDay >= fromDay && span.toDay <= toDay) wh = (wh ?? 0) + span.wh
    else sharedWh += span.wh
  }
  return { wh, shared: sharedWh > 0, sharedWh }
}
