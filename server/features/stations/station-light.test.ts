import { expect, it } from 'vitest'
import { darkPeriodAt, sameDarkUntil } from './station-light.ts'

const MINUTE = 60_000
const MOST = 30 * MINUTE
const places = [
  { latitude: 31.2, north: true, longitude: 121.5, east: true },
  { latitude: 33.9, north: false, longitude: 151.2, east: true },
  { latitude: 64.1, north: true, longitude: 21.9, east: false },
  { latitude: 69.6, north: true, longitude: 18.9, east: true },
]

it('the dark stays the same until the instant that is named, and is another soon after it', () => {
  let changes = 0
  for (const place of places)
    for (const month of [0, 3, 5, 11])
      for (let minute = 0; minute < 1_440; minute += 10) {
        const now = Date.UTC(2026, month, 21) + minute * MINUTE
        const until = sameDarkUntil(place, now, MOST)
        const dark = darkPeriodAt(place, now)
        for (const share of [0.3, 0.7, 1])
          expect(darkPeriodAt(place, now + share * (until - now))).toEqual(dark)
        expect(until - now).toBeLessThanOrEqual(MOST)
        if (until - now === MOST) continue
        changes += 1
        expect(darkPeriodAt(place, until + 1_000)).not.toEqual(dark)
      }
  expect(changes).toBeGreaterThan(50)
})
