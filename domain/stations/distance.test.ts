import { describe, expect, it } from 'vitest'
import { distanceM } from './distance.ts'

const at = (latitude: number, longitude: number) => ({
  latitude: Math.abs(latitude),
  north: latitude >= 0,
  longitude: Math.abs(longitude),
  east: longitude >= 0,
})

describe('the distance between two stations', () => {
  it('is that of the great circle', () => {
    // A quarter of the way around.
    expect(distanceM(at(10, 0), at(10, 180))).toBeCloseTo(((160 * Math.PI) / 180) * 6_371_009, 0)
    expect(distanceM(at(31.23, 121.47), at(39.9, 116.4)) ?? 0).toBeGreaterThan(1_060_000)
    expect(distanceM(at(31.23, 121.47), at(39.9, 116.4)) ?? 0).toBeLessThan(1_075_000)
    expect(distanceM(at(5, 5), at(5, 5))).toBe(0)
  })
  it('is not known where a position was never entered', () => {
    expect(distanceM(at(0, 0), at(5, 5))).toBeNull()
  })
})
