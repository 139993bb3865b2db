import { expect, it } from 'vitest'
import { workTimes } from '../scripts/demo/demo-hours.ts'

const HOUR = 3_600_000
const midnight = Date.UTC(2026, 10, 23)

it.each(['Asia/Shanghai', 'Europe/Berlin', 'America/Los_Angeles'])(
  'orders of the demonstration are made and worked at by day in %s, whenever it is started',
  (zone) => {
    const clockOf = (ts: number): number =>
      Temporal.Instant.fromEpochMilliseconds(ts).toZonedDateTimeISO(zone).hour
    for (let half = 0; half < 48; half += 1) {
      const now = midnight + (half * HOUR) / 2
      for (const afterMs of [[HOUR / 3, HOUR / 2, HOUR / 3], [HOUR / 3, 20 * HOUR, 5 * HOUR, 2 * HOUR], []]) {
        const times = workTimes({ meant: now - 2 * HOUR, now, zone }, afterMs)
        expect(times).toHaveLength(afterMs.length + 1)
        expect(times).toEqual(times.toSorted((a, b) => a - b))
        expect(times.at(-1)).toBeLessThanOrEqual(now)
        expect(times.filter((ts) => clockOf(ts) < 8 || clockOf(ts) >= 18)).toEqual([])
      }
    }
    // By day nothing is moved that fits.
    const noon = Temporal.ZonedDateTime.from(`2026-11-23T12:00[${zone}]`).epochMilliseconds
    expect(workTimes({ meant: noon, now: noon + 4 * HOUR, zone }, [HOUR])).toEqual([noon, noon + HOUR])
  },
)
