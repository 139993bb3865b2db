import type { Format } from './use-format.ts'
import { wallDay } from './wall-clock.ts'

/** `Nov 29 04:06` at a place: an instant whose year is known. */
export const dayAndTime = (format: Format, ts: number, timeZone: string): string =>
  `${format.day(wallDay(ts, timeZone), 'short')} ${format.clock(ts, timeZone)}`
