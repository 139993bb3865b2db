import { describe, expect, it } from 'vitest'
import { project } from '#domain/mercator.ts'
import { readArea } from '#domain/stations/map-grid.ts'
import type { Place } from '#domain/mercator.ts'
import { shareOf, shownBy, type Sight } from './area-shown.ts'

const size = { width: 375, height: 480 }
const at = (place: Place, zoom: number): Sight => ({ view: { ...project(place), zoom }, size })
const munich = { latitude: 48.1, longitude: 11.6 }

describe('what a map asks for', () => {
  it('is whole tiles around what it shows, so that a little further it is the same', () => {
    const shown = shownBy(at(munich, 7.2))
    expect(shown.zoom).toBe(7)
    expect(shownBy(at({ latitude: 48.3, longitude: 11.9 }, 7.4))).toEqual(shown)
    const area = readArea(shown.area)
    // Half of the map is 1.5° of longitude, a tile 2.8°.
    expect(area?.west).toBeLessThanOrEqual(11.6 - 1.4)
    expect(area?.east).toBeGreaterThanOrEqual(11.6 + 1.4)
    expect((area?.east ?? 0) - (area?.west ?? 0)).toBeLessThanOrEqual(9)
    expect(shareOf(at(munich, 7.2), shown)).toBeCloseTo(1, 9)
  })

  it('goes over 180°, in both directions', () => {
    for (const longitude of [179.5, -179.5]) {
      const shown = shownBy(at({ latitude: -18, longitude }, 6))
      const area = readArea(shown.area)
      expect(area?.west).toBeGreaterThan(160)
      expect(area?.east).toBeLessThan(-160)
      expect(shareOf(at({ latitude: -18, longitude: -longitude }, 6.2), shown)).toBeGreaterThan(0.9)
    }
  })

  it('is the whole world where that is shown', () => {
    expect(readArea(shownBy(at({ latitude: 0, longitude: 120 }, 0.55)).area)).toEqual({
      west: -180,
      south: -90,
      east: 180,
      north: 90,
    })
  })
})

describe('how much of a map was told', () => {
  it('is less the farther it was moved, and nothing of another place', () => {
    const shown = shownBy(at(munich, 7))
    const away = [0, 4, 8, 40].map((by) => shareOf(at({ ...munich, longitude: 11.6 + by }, 7), shown))
    expect(away[0]).toBeCloseTo(1, 9)
    expect(away[1]).toBeLessThan(1)
    expect(away[1]).toBeGreaterThan(away[2] ?? 1)
    expect(away[3]).toBe(0)
  })

  it('is little of one that shows far more', () => {
    expect(shareOf(at(munich, 4), shownBy(at(munich, 7)))).toBeLessThan(0.2)
  })
})
