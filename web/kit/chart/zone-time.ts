import { wallMs, zoneOffset } from '../words/wall-clock.ts'
import { two } from '../two-digits.ts'

/** `2026-03-29 01:30:00`: what a clock at the place shows. */
export const localTime = (ts: number, timeZone: string): string =>
  new Date(wallMs(ts, timeZone)).toISOString().slice(0, 19).replace('T', ' ')

/** `2026-03-29T01:30:00+01:00`: the same with its offset, so that the hour that comes twice is told apart. */
export const isoTime = (ts: number, timeZone: string): string => {
  const offsetMin = Math.round(zoneOffset(ts, timeZone) / 60_000)
  const size = Math.abs(offsetMin)
  return `${new Date(wallMs(ts, timeZone)).toISOString().slice(0, 19)}${offsetMin < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
