import { describe, expect, it } from 'vitest'
import { nightEnergy, restOf, shownOf } from './night-energy.ts'

const one = (powerW: number | null, wh: number | null, day: 'today' | 'yesterday' | null = 'today') => ({
  powerW,
  night: nightEnergy(day, wh),
})

describe('the day that stands in for powers', () => {
  it('is that of the energies while nothing is given by night, be it silent or at 0 W', () => {
    expect(restOf([one(0, 640), one(null, 0), one(null, null)])).toBe('today')
    expect(restOf([one(null, null), one(-3, 910, 'yesterday')])).toBe('yesterday')
  })
  it('is none while any of them gives power, by day, and where nothing is known to have been made', () => {
    expect(restOf([one(0, 640), one(0.4, 655)])).toBeNull()
    expect(restOf([one(0, 640, null), one(0, 655, null)])).toBeNull()
    expect(restOf([one(0, 0), one(0, null)])).toBeNull()
    expect(restOf([])).toBeNull()
  })
  it('is what each of them shows, unknown where its energy is, and else its power', () => {
    expect(
      [one(0, 640), one(0, null), one(0, 655, 'yesterday')].map((each) => shownOf(each, 'today')),
    ).toEqual([640, null, null])
    expect(shownOf(one(12, 640), null)).toBe(12)
  })
})
