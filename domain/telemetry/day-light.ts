import type { EnteredPosition } from '../stations/sun.ts'
import { signedPosition, sunAt, sunTimes } from '../stations/sun.ts'
import type { LocalDay } from './local-days.ts'

/** Share of a local day's light that falls between two instants, 0 to 1. */
export type LightOf = (day: LocalDay, fromTs: number, toTs: number) => number

/** All hours weigh the same: of what flows by night, too. */
export const timeOfDays: LightOf = ({ startAt, endAt }, fromTs, toTs) =>
  Math.max(0, Math.min(toTs, endAt) - Math.max(fromTs, startAt)) / (endAt - startAt)

const DAY_MS = 86_400_000
const RAD = Math.PI / 180

/** The light of one day. */
export type DayLight = {
  /** The share of it that lies before an instant of the day, 0 to 1. */
  before: (ts: number) => number
  /** Nowhere does that share grow by more than this, a millisecond. */
  steepest: number
}

/**
 * The light of a day, by the sine of the sun's height: a silence at noon weighs more than one at dawn, one at night
 * nothing. Without a position (0, 0) the sun of the equator stands highest in the middle of the day; in a polar night
 * all hours weigh the same.
 */
export const lightOfDays = (entered: EnteredPosition): LightOf => {
  const makeDay = sunlitDays(entered)
  const held = new Map<number, Sunlit>()
  return (day, fromTs, toTs) => {
    let light = held.get(day.startAt)
    if (light === undefined) {
      if (held.size > 800) held.clear()
      light = makeDay(day)
      held.set(day.startAt, light)
    }
    return shareOf(light, day, fromTs, toTs)
  }
}

/** The same of one day, from its beginning. */
export const lightOfDay = (entered: EnteredPosition, day: LocalDay): DayLight => {
  const light = sunlitDays(entered)(day)
  return { before: (ts) => shareOf(light, day, day.startAt, ts), steepest: light.steepest }
}

type Sunlit = { until: (ts: number) => number; whole: number; steepest: number }

const shareOf = (light: Sunlit, day: LocalDay, fromTs: number, toTs: number): number => {
  const [from, to] = [Math.max(fromTs, day.startAt), Math.min(toTs, day.endAt)]
  return to <= from ? 0 : Math.min(1, Math.max(0, (light.until(to) - light.until(from)) / light.whole))
}

const sunlitDays = (entered: EnteredPosition): ((day: LocalDay) => Sunlit) => {
  const position = signedPosition(entered)
  const placed = position.latitude !== 0 || position.longitude !== 0

  return ({ startAt, endAt }) => {
    const middle = (startAt + endAt) / 2
    const noonAt = placed ? sunTimes(middle, position).noonAt : middle
    const declination = placed ? sunAt(noonAt, position).declinationDeg * RAD : 0
    const latitude = position.latitude * RAD
    const a = Math.sin(latitude) * Math.sin(declination)
    const b = Math.cos(latitude) * Math.cos(declination)
    // The angle either side of noon at which the sun is at the horizon.
    const half = a >= b ? Math.PI : a <= -b ? 0 : Math.acos(-a / b)
    const around = (ts: number, noon: number): number => {
      const angle = Math.min(half, Math.max(-half, ((ts - noon) / DAY_MS) * 2 * Math.PI))
      return a * angle + b * Math.sin(angle)
    }
    // A zone far from its own sun has the evening of one noon and the morning of another in its day.
    const sum = (ts: number): number =>
      around(ts, noonAt - DAY_MS) + around(ts, noonAt) + around(ts, noonAt + DAY_MS)
    const before = sum(startAt)
    const whole = sum(endAt) - before
    return whole > 1e-6
      ? // At noon.
        { until: (ts: number) => sum(ts) - before, whole, steepest: ((a + b) * 2 * Math.PI) / DAY_MS / whole }
      : { until: (ts: number) => ts - startAt, whole: endAt - startAt, steepest: 1 / (endAt - startAt) }
  }
}
