import { describe, expect, it } from 'vitest'
import { houseNow, type Around } from './balance-now.ts'

const AT = 1_700_000_000_000
const MIN = 60_000
const power = (powerW: number | null, at: number | null = AT) => ({ powerW, at })
const house = (around: Partial<Around>) => {
  const { houseW, doubt } = houseNow({
    pv: [power(5_000)],
    grid: power(-3_000),
    batteries: [],
    withinMs: 5 * MIN,
    ...around,
  })
  return houseW ?? doubt
}

describe('what a house uses now', () => {
  it('is what is made, drawn and discharged, less what is fed in and charged', () => {
    expect(house({})).toBe(2_000)
    expect(house({ grid: power(400), batteries: [power(-1_500), power(-200)] })).toBe(3_700)
    expect(house({ pv: [power(0)], grid: power(0), batteries: [power(640)] })).toBe(640)
    expect(house({ pv: null, grid: power(300) })).toBe(300)
  })

  it('is unknown without a meter at the connection to the grid, or with two that may be it', () => {
    expect(house({ grid: null })).toBe('no_meter')
    expect(house({ grid: 'several' })).toBe('several_meters')
  })

  it('is unknown while one of them is silent', () => {
    expect(house({ grid: power(null) })).toBe('silent')
    expect(house({ pv: [power(5_000), power(null)] })).toBe('silent')
    expect(house({ batteries: [power(null, null)] })).toBe('silent')
  })

  it('is unknown of powers of different times', () => {
    expect(house({ grid: power(-3_000, AT - 5 * MIN) })).toBe(2_000)
    expect(house({ grid: power(-3_000, AT - 5 * MIN - 1) })).toBe('apart')
    expect(house({ batteries: [power(0, AT + 6 * MIN)] })).toBe('apart')
  })

  it('is nothing below 0 by what measuring explains, and unknown beyond', () => {
    expect(house({ grid: power(-5_100) })).toBe(0)
    expect(house({ grid: power(-5_400) })).toBe('contradiction')
  })
})
