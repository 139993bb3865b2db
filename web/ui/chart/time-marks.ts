const minuteMs = 60_000
const stepsMin = [5, 15, 30, 60, 120, 180, 240, 360, 720] as const
const formatters = new Map<string, Intl.DateTimeFormat>()

const partsOf = (timeZone: string): Intl.DateTimeFormat => {
  let found = formatters.get(timeZone)
  if (!found) {
    found = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formatters.set(timeZone, found)
  }
  return found
}

/** Minutes since local midnight by the clock on the wall. */
export const wallMinute = (ts: number, timeZone: string): number => {
  const [hour = 0, minute = 0] = partsOf(timeZone).format(ts).split(':').map(Number)
  return hour * 60 + minute
}

/**
 * Where an axis between two instants (ms) is marked: at round times of the station's wall clock, at most `most` marks.
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
