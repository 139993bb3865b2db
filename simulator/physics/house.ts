import { noise1 } from './noise.ts'

/** What a household uses, and what its battery does with the sun that is left over. */
export interface HouseLoad {
  /** What it uses on a usual day, kWh. */
  readonly dailyKwh: number
  /** Degrees, east positive: its hours are those of its sun. */
  readonly longitude: number
  readonly seed: number
}
export interface BatteryLimits {
  readonly capacityWh: number
  /** The most it takes and gives, W. */
  readonly maxW: number
}
export interface HouseMoment {
  readonly loadW: number
  /** Positive = the battery discharges. */
  readonly batteryW: number
  /** Positive = drawn from the grid. */
  readonly meterW: number
  /** 0 to 100. */
  readonly socPct: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const STEP_MS = 300_000
/** Share of what is charged that can be discharged again. No source: chosen, as data sheets of lithium batteries say. */
const RETURNED = 0.95
/** It is never emptied further. No source: chosen. */
const RESERVE = 0.05
/** A battery's day begins when it is empty: at this hour of the sun. */
const EMPTY_HOUR = 4

/** Share of the mean load, by hour of the sun: night, breakfast, noon, evening. No source: chosen, sums to 24. */
const byHour = [
  0.5, 0.45, 0.45, 0.45, 0.45, 0.55, 0.9, 1.35, 1.2, 0.95, 0.9, 1, 1.2, 1, 0.85, 0.85, 0.95, 1.25, 1.75, 2,
  1.8, 1.45, 1.05, 0.7,
]

const hourOf = (ts: number, longitude: number): number =>
  ((((ts + (longitude / 15) * HOUR_MS) % DAY_MS) + DAY_MS) % DAY_MS) / HOUR_MS

/** Power that a household uses, W: its usual day, with appliances that come and go. */
export const loadAt = ({ dailyKwh, longitude, seed }: HouseLoad, ts: number): number => {
  const hour = hourOf(ts, longitude)
  const at = Math.floor(hour)
  const [from, to] = [byHour[at] ?? 1, byHour[(at + 1) % byHour.length] ?? 1]
  const usual = from + (to - from) * (hour - at)
  const appliances = 0.55 + 0.6 * noise1(seed, ts / 1_500_000) + 0.3 * noise1(seed ^ 5, ts / 240_000)
  return ((dailyKwh * 1000) / 24) * usual * appliances
}

type Step = { batteryW: number; soc: number }

/**
 * A house at any time. The battery charges from what the sun gives beyond the load and covers the load from what it
 * holds, in steps of five minutes; each of its days begins empty, so that no moment needs more than a day before it.
 * `solarW`: AC power of the inverters, negative at night.
 */
export const houseOf = (
  load: HouseLoad,
  battery: BatteryLimits | null,
  solarW: (ts: number) => number,
): ((ts: number) => HouseMoment) => {
  const offset = (load.longitude / 15) * HOUR_MS - EMPTY_HOUR * HOUR_MS
  let day = NaN
  let steps: Step[] = []
  const stepAt = (limits: BatteryLimits, ts: number): { step: Step; next: number } => {
    const begun = Math.floor((ts + offset) / DAY_MS) * DAY_MS - offset
    if (begun !== day) [day, steps] = [begun, []]
    const index = Math.floor((ts - begun) / STEP_MS)
    let soc = steps.length === 0 ? RESERVE : socAfter(limits, steps.at(-1) ?? { batteryW: 0, soc: RESERVE })
    while (steps.length <= index) {
      const at = begun + steps.length * STEP_MS
      const step = { soc, batteryW: wanted(limits, soc, loadAt(load, at) - solarW(at)) }
      steps.push(step)
      soc = socAfter(limits, step)
    }
    const step = steps[index] ?? { batteryW: 0, soc }
    return { step, next: socAfter(limits, step) }
  }
  return (ts) => {
    const loadW = loadAt(load, ts)
    const missing = loadW - solarW(ts)
    if (battery === null) return { loadW, batteryW: 0, meterW: missing, socPct: 0 }
    const { step, next } = stepAt(battery, ts)
    const part = (((ts + offset) % STEP_MS) + STEP_MS) % STEP_MS
    const soc = step.soc + (next - step.soc) * (part / STEP_MS)
    return { loadW, batteryW: step.batteryW, meterW: missing - step.batteryW, socPct: 100 * soc }
  }
}

/** What the battery gives (or, below 0, takes) for one step when so much is missing. */
const wanted = ({ capacityWh, maxW }: BatteryLimits, soc: number, missingW: number): number => {
  const hours = STEP_MS / HOUR_MS
  const gives = Math.min(maxW, ((soc - RESERVE) * capacityWh) / hours)
  const takes = Math.min(maxW, ((1 - soc) * capacityWh) / RETURNED / hours)
  return Math.max(-takes, Math.min(gives, missingW))
}

const socAfter = ({ capacityWh }: BatteryLimits, { soc, batteryW }: Step): number => {
  const wh = (batteryW * STEP_MS) / HOUR_MS
  return Math.min(1, Math.max(0, soc - (wh > 0 ? wh : wh * RETURNED) / capacityWh))
}
