import { givesPower } from '../devices/kinds.ts'
import { type Position, sunAt } from '../stations/sun.ts'
import { CONFIRM_READINGS, unitOf } from './counter-rules.ts'
import { runsFromW } from './device-state.ts'
import type { DeviceFacts } from './reading-ranges.ts'

/**
 * A gateway or a device that hangs repeats its last power through the night, and a portal that believes it counts
 * production in the dark. It is told from the battery of a hybrid by what a battery cannot do: to the watt the same
 * power again and again, while no counter moves and the modules are said to give it.
 */

/**
 * Below this height of the sun no plane has 1 W/m2 and no inverter runs, degrees. No source: chosen between sunset
 * (-0.8, when the sky still gives a few W/m2) and the end of civil twilight (-6, which a summer of 60 degrees north
 * hardly has).
 */
export const NO_LIGHT_DEG = -3
/** So many equal readings in a row prove it, over so long a time. No source: as many as prove a counter; three reports of the usual five minutes. */
export const STILL_READINGS = CONFIRM_READINGS
export const STILL_MS = 10 * 60_000
/** So many of the counter's own steps would have to have come from the power that is said. No source: one is rounding. */
export const STILL_UNITS = 2
/** What was said before the dark is taken back, too, as far as it is the same; so far back at most. No source: one night and its day. */
export const STILL_BACK_MS = 24 * 3_600_000
/** As far as one reading may have to do with another, whichever of the two comes first. */
export const STILL_REACH_MS = 2 * STILL_BACK_MS

/** From when on what is the same counts: equal for all readings of a night, so that none has to come before another. */
export const stillFrom = (ts: number, darkSince: number): number =>
  darkSince + (Math.floor((ts - darkSince) / STILL_BACK_MS) - 1) * STILL_BACK_MS

/** Of what comes out, more than this comes in from modules, or it comes out of a battery. No source: half of what the worst inverter takes. */
const FROM_MODULES = 0.5

type SaidPower = { powerW: number | null; dcW: number | null }

/** Whether a reading says power that comes from modules: a hybrid that discharges shows some on its AC side alone. */
export const saysPower = ({ powerW, dcW }: SaidPower, device: DeviceFacts): boolean =>
  powerW !== null &&
  givesPower(device.kind) &&
  powerW > runsFromW(device.ratedW) &&
  (dcW === null || dcW > FROM_MODULES * powerW)

/** Whether no plane has any light. */
export const isWithoutLight = (ts: number, position: Position): boolean =>
  sunAt(ts, position).elevationDeg < NO_LIGHT_DEG

/** Whether a reading is one to look at: power where there can be none. */
export const powerInTheDark = (
  said: SaidPower & { ts: number },
  device: DeviceFacts,
  position: Position,
): boolean => saysPower(said, device) && isWithoutLight(said.ts, position)

/** Power on the side of the modules: in all, or of all trackers; null = it does not say. */
export const dcPowerW = (
  pDc: number | null,
  mppt: readonly { p?: number | null }[] | null,
): number | null => {
  if (pDc !== null) return pDc
  const known = mppt?.flatMap(({ p }) => p ?? []) ?? []
  return known.length === 0 || known.length < (mppt?.length ?? 0) ? null : known.reduce((a, b) => a + b, 0)
}

export type StillReading = { ts: number; powerW: number | null; eTotWh: number | null }

/** The readings at the end of a sorted list that say the same as the last: from when on, null when too few or too short. */
export const stillSince = (readings: readonly StillReading[]): number | null => {
  const last = readings.at(-1)
  if (last === undefined || last.powerW === null) return null
  let first = last
  let count = 0
  for (const reading of readings.toReversed()) {
    if (reading.powerW !== last.powerW || reading.eTotWh !== last.eTotWh) break
    first = reading
    count += 1
  }
  // A counter of whole kilowatt-hours stands still between two of them, whatever flows.
  const counterMoves =
    last.eTotWh === null ||
    (last.powerW * (last.ts - first.ts)) / 3_600_000 >= STILL_UNITS * unitOf(last.eTotWh)
  return count >= STILL_READINGS && last.ts - first.ts >= STILL_MS && counterMoves ? first.ts : null
}

/** `dark`: of a reading that says power in the dark (`powerInTheDark`), since when it is and from when on it counts. */
export type AskedReading = StillReading & { dark: { since: number; from: number } | null }

const runsOf = (readings: readonly AskedReading[]): AskedReading[][] => {
  const runs: AskedReading[][] = []
  let before: AskedReading | undefined
  for (const reading of readings) {
    if (before?.powerW === reading.powerW && before.eTotWh === reading.eTotWh) runs.at(-1)?.push(reading)
    else runs.push([reading])
    before = reading
  }
  return runs
}

/**
 * Which readings of a sorted list are set aside: all that stand still up to one of the dark, but for the first where it
 * was said by day. It hangs on the readings alone and not on when each of them came.
 */
export const stillMarks = (readings: readonly AskedReading[]): Set<number> => {
  const marks = new Set<number>()
  for (const run of runsOf(readings)) {
    const dark = run.flatMap(({ ts, dark: of }) => (of === null ? [] : [{ ts, ...of }]))
    // Of those that look equally far back the last says what all of them say.
    for (const { ts: last, since: darkSince, from } of new Map(dark.map((one) => [one.from, one])).values()) {
      const same = run.filter(({ ts }) => ts > from && ts <= last)
      const since = stillSince(same)
      if (since === null) continue
      for (const { ts } of same) if (ts > since || ts >= darkSince) marks.add(ts)
    }
  }
  return marks
}
