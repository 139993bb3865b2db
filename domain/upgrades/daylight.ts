import { darkPeriod, LOW_LIGHT_DEG, type Position, sunTimes } from '../stations/sun.ts'

const DAY_MS = 86_400_000

/**
 * Whether modules give enough to keep what hangs behind a gateway awake, and until when; `until` null when they do not
 * now, or the sun does not set within two days.
 */
export const daylightAt = (now: number, position: Position): { up: boolean; until: number | null } => {
  const dark = darkPeriod(now, position)
  if (dark !== null && dark.since <= now && dark.until === null) return { up: false, until: null }
  for (const day of [0, 1, 2]) {
    const { setAt } = sunTimes(now + day * DAY_MS, position, LOW_LIGHT_DEG)
    if (setAt !== null && setAt > now) return { up: true, until: setAt }
  }
  return { up: true, until: null }
}
