import { expect, test } from 'vitest'
import { nightOf } from './station-night.ts'

const shanghai = {
  latitude: 31.2,
  north: true,
  longitude: 121.5,
  east: true,
  time_zone: 'Asia/Shanghai',
}
/** 22:00, 02:00 and 12:00 of the 21st and 22nd of June there. */
const evening = Date.UTC(2026, 5, 21, 14)
const small = Date.UTC(2026, 5, 21, 18)
const noon = Date.UTC(2026, 5, 22, 4)
const figures = { powerW: 0, todayWh: 8_000, todayCoverage: 1, yesterdayWh: 9_000, yesterdayCoverage: 0.9 }

test('by night it is the energy of the day whose light has gone', () => {
  expect(nightOf(shanghai, figures, evening)).toEqual({ day: 'today', wh: 8_000, coverage: 1 })
  expect(nightOf(shanghai, { ...figures, todayWh: 0 }, small)).toEqual({
    day: 'yesterday',
    wh: 9_000,
    coverage: 0.9,
  })
})

test('there is none by day, beside a power, of a day that is not known, and where the sun stands is not known', () => {
  expect(nightOf(shanghai, figures, noon)).toBeNull()
  expect(nightOf(shanghai, { ...figures, powerW: 300 }, evening)).toBeNull()
  expect(nightOf(shanghai, { ...figures, todayWh: null }, evening)).toBeNull()
  expect(nightOf(shanghai, { ...figures, todayWh: 0 }, evening)).toBeNull()
  expect(nightOf({ ...shanghai, latitude: 0, longitude: 0 }, figures, evening)).toBeNull()
})
