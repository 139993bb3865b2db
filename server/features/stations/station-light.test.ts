import { expect, it } from 'vitest'
import { darkPeriodAt, elapsedLight, type LightBehind, lightBehind, sameDarkUntil } from './station-light.ts'

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

it('says until when so much of the light of a day is behind, everywhere and in every season', () => {
  let looked = 0
  for (const [latitude, longitude, time_zone] of [
    [0, 0, 'UTC'],
    [31.2, 121.5, 'Asia/Shanghai'],
    [69.6, 18.9, 'Europe/Oslo'],
    [48.8, 2.3, 'Europe/Paris'],
    [13, 171, 'Pacific/Apia'],
  ] as const)
    for (const month of ['01', '03', '06', '10']) {
      const place = { latitude, north: true, longitude, east: true, time_zone, report_min: 5 }
      const start = Date.parse(`2026-${month}-25T00:00:00Z`)
      let behind: LightBehind | null = null
      for (let at = start; at < start + 2 * 86_400_000; at += 97_000) {
        if (behind === null || at >= behind.until) {
          behind = lightBehind(place, at, behind, (elapsed) => elapsed)
          looked += 1
        }
        expect([time_zone, at, behind.elapsed]).toEqual([time_zone, at, elapsedLight(place, at)])
        const last: number = Math.max(at, behind.until - 1)
        expect([time_zone, last, behind.elapsed]).toEqual([time_zone, last, elapsedLight(place, last)])
      }
    }
  // Not at each of those 35,640 instants: not at all by night.
  expect(looked).toBeLessThan(25_000)
})
