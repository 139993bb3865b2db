import { describe, expect, it } from 'vitest'
import { bandOf, heroOf, isUp, shareOfLight } from './hero.ts'

const HOUR = 3_600_000
/** A day from 7 to 17 o'clock; the next sunrise a day later. */
const day = {
  sunriseAt: 7 * HOUR,
  sunsetAt: 17 * HOUR,
  nextSunriseAt: 31 * HOUR,
  polar: null,
  capacityW: 10_000,
  powerW: 0,
  allowedW: 0,
  todayWh: 42_800,
} as const

describe('what a station says first', () => {
  it('is its power by day, also when it is 0 or unknown there', () => {
    for (const powerW of [4_000, 0, null])
      expect(heroOf({ ...day, powerW, allowedW: 6_000 }, 12 * HOUR)).toBe('power')
  })

  it('is what the day brought after sunset, and the day before until sunrise', () => {
    expect(heroOf(day, 18 * HOUR)).toBe('today')
    expect(heroOf({ ...day, powerW: null }, 23 * HOUR)).toBe('today')
    expect(heroOf({ ...day, todayWh: 0 }, 3 * HOUR)).toBe('yesterday')
  })

  it('is no 0 W at dawn and dusk, when the light is too faint to wake an inverter', () => {
    expect(heroOf(day, 7.1 * HOUR)).toBe('yesterday')
    expect(heroOf(day, 16.9 * HOUR)).toBe('today')
    expect(heroOf({ ...day, powerW: 40 }, 7.1 * HOUR)).toBe('power')
  })

  it('follows the power where the position must be wrong, or is not known', () => {
    expect(heroOf({ ...day, powerW: 3_000 }, 22 * HOUR)).toBe('power')
    const nowhere = { ...day, sunriseAt: null, sunsetAt: null, nextSunriseAt: null, allowedW: null }
    expect(isUp(nowhere, 12 * HOUR)).toBe(null)
    expect(heroOf({ ...nowhere, powerW: null }, 12 * HOUR)).toBe('power')
    expect(heroOf({ ...nowhere, powerW: 12 }, 12 * HOUR)).toBe('power')
    expect(heroOf(nowhere, 22 * HOUR)).toBe('today')
    expect(heroOf({ ...nowhere, todayWh: 0 }, 3 * HOUR)).toBe('yesterday')
  })

  it('knows polar day and night', () => {
    const polar = { ...day, sunriseAt: null, sunsetAt: null, nextSunriseAt: null }
    expect(heroOf({ ...polar, polar: 'day', allowedW: 2_000 }, 2 * HOUR)).toBe('power')
    expect(heroOf({ ...polar, polar: 'night' }, 12 * HOUR)).toBe('today')
  })

  it('sees the sun rise on an answer of the day before', () => {
    expect(isUp(day, 30.9 * HOUR)).toBe(false)
    expect(isUp(day, 31 * HOUR)).toBe(true)
  })
})

it('a share is of light that tells something, and never below 0', () => {
  expect(shareOfLight({ powerW: 4_450, allowedW: 5_000, capacityW: 10_000 })).toBe(0.89)
  expect(shareOfLight({ powerW: -5, allowedW: 5_000, capacityW: 10_000 })).toBe(0)
  expect(shareOfLight({ powerW: 10, allowedW: 150, capacityW: 10_000 })).toBe(null)
  expect(shareOfLight({ powerW: null, allowedW: 5_000, capacityW: 10_000 })).toBe(null)
})

it('bands put what needs attention first and leave the unknown unknown', () => {
  const one = { needsAttention: false, hero: 'power', powerW: 1, share: 0.9 } as const
  expect(bandOf(one)).toBe('full')
  expect(bandOf({ ...one, share: 0.8 })).toBe('full')
  expect(bandOf({ ...one, share: 0.79 })).toBe('part')
  expect(bandOf({ ...one, share: 0.49 })).toBe('low')
  expect(bandOf({ ...one, needsAttention: true })).toBe('attention')
  expect(bandOf({ ...one, powerW: null, share: null })).toBe('unknown')
  expect(bandOf({ ...one, hero: 'today', powerW: null, share: null })).toBe('dark')
})
