import { describe, expect, it } from 'vitest'
import { wholeOf } from './progress.ts'

describe('how long all of an upgrade takes', () => {
  const [start, now] = [1_000_000, 1_600_000]
  it('is as planned while what is left fits into it', () => {
    expect(wholeOf(900_000, start, 200_000, now)).toBe(900_000)
    expect(wholeOf(900_000, start, null, now)).toBe(900_000)
  })
  it('is longer by what has been measured, so that no more is left than there is', () => {
    expect(wholeOf(900_000, start, 500_000, now)).toBe(1_100_000)
    expect(wholeOf(900_000, null, 950_000, now)).toBe(950_000)
  })
})
