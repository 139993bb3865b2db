import { describe, expect, it } from 'vitest'
import { project } from '#domain/mercator.ts'
import { nudged } from './pin-move.ts'

const size = { width: 343, height: 260 }
const place = { latitude: -33.92, longitude: 18.42 }
const stageAt = (zoom: number) => ({ size, view: { ...project(place), zoom } })

/** Degrees to the east that one press of the key is. */
const east = (zoom: number, big: boolean): number =>
  (nudged(place, 'ArrowRight', big, stageAt(zoom))?.longitude ?? 0) - place.longitude

describe('the pin of a map', () => {
  it('goes by the arrow keys: up is north, right is east, the other direction stays', () => {
    const stage = stageAt(10)
    const [up, down] = [nudged(place, 'ArrowUp', false, stage), nudged(place, 'ArrowDown', false, stage)]
    const [left, right] = [
      nudged(place, 'ArrowLeft', false, stage),
      nudged(place, 'ArrowRight', false, stage),
    ]
    expect(up?.latitude).toBeGreaterThan(place.latitude)
    expect(down?.latitude).toBeLessThan(place.latitude)
    expect(left?.longitude).toBeLessThan(place.longitude)
    expect(right?.longitude).toBeGreaterThan(place.longitude)
    expect([up?.longitude, right?.latitude]).toEqual([place.longitude, place.latitude])
  })

  it('goes finer the nearer one looks, and ten times as far with Shift', () => {
    expect(east(10, false)).toBeCloseTo(east(8, false) / 4, 5)
    expect(east(10, true)).toBeCloseTo(east(10, false) * 10, 4)
  })

  it('keeps to six decimals, to the world, and to keys that mean a direction', () => {
    const far = nudged({ latitude: 0, longitude: 179.9999 }, 'ArrowRight', true, {
      size,
      view: { ...project({ latitude: 0, longitude: 179.9999 }), zoom: 6 },
    })
    expect(far?.longitude).toBeLessThan(-179)
    for (const value of [far?.latitude ?? 1, far?.longitude ?? 1])
      expect(Math.round(value * 1e6) / 1e6).toBe(value)
    expect(nudged(place, 'Enter', false, stageAt(8))).toBeNull()
  })
})
