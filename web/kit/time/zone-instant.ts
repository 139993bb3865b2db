import { wallMs } from '../words/wall-clock.ts'

/** `YYYY-MM-DD` and `HH:MM` on the wall of a zone. */
export type WallTime = { day: string; clock: string }

export const wallTime = (ts: number, timeZone: string): WallTime => {
  const text = new Date(wallMs(ts, timeZone)).toISOString()
  return { day: text.slice(0, 10), clock: text.slice(11, 16) }
}

/**
 * The instant at which the wall of a zone shows this. Of an hour that comes twice the first; one that is left out moves
 * on by what is left out.
 */
export const instantOf = ({ day, clock }: WallTime, timeZone: string): number => {
  const wanted = Date.parse(`${day}T${clock}:00Z`)
  // The offset before and after: one of them fits, unless this time is left out.
  const first = wanted - (wallMs(wanted - 86_400_000, timeZone) - (wanted - 86_400_000))
  if (wallMs(first, timeZone) === wanted) return first
  const second = wanted - (wallMs(wanted + 86_400_000, timeZone) - (wanted + 86_400_000))
  return wallMs(second, timeZone) === wanted ? second : first
}
