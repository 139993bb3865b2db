import { wallMs } from '../words/wall-clock.ts'

const minuteMs = 60_000
const stepsMin = [5, 15, 30, 60, 120, 180, 240, 360, 720] as const

/** Minutes since local midnight by the clock on the wall. */
export const wallMinute = (ts: number, timeZone: string): number => {
  const minutes = Math.floor(wallMs(ts, timeZone) / minuteMs)
  return ((minutes % 1440) + 1440) % 1440
}

/**
 * Where an axis between two instants (ms) is marked: at round times of the place's wall clock, at most `most` marks.
 * On a day of 23 hours the skipped hour has no mark, on one of 25 hours the repeated one has two.
 */
export const timeMarks = (from: number, to: number, timeZone: string, most: number): number[] => {
  const spanMin = (to - from) / minuteMs
  const step = stepsMin.find((one) => spanMin / one <= most) ?? 1440
  // Offsets from UTC are multiples of 15 minutes, and so are the changes of summer time.
  const stride = Math.min(step, 15) * minuteMs
  const marks: number[] = []
  for (let ts = Math.ceil(from / stride) * stride; ts <= to; ts += stride) {
    if (wallMinute(ts, timeZone) % step === 0) marks.push(ts)
  }
  return marks
}
