import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { capacityUnits } from '../stations/fields.ts'
import { capacityFromW, capacityToW } from './capacity.ts'

describe('capacity', () => {
  it('takes a capacity of two decimals to watts and back without loss', () => {
    expect(capacityToW(0.29, 'kW')).toBe(290)
    expect(capacityToW(1.15, 'MW')).toBe(1_150_000)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.constantFrom(...capacityUnits),
        (cents, unit) => {
          const watts = capacityToW(cents / 100, unit)
          expect(Number.isSafeInteger(watts)).toBe(true)
          expect(capacityFromW(watts ?? 0, unit)).toBe(cents / 100)
        },
      ),
    )
  })

  it('refuses a capacity that is none', () => {
    expect([0, -1, 1.005, Number.NaN, Infinity].map((value) => capacityToW(value, 'kW'))).toEqual(
      Array(5).fill(null),
    )
  })
})
