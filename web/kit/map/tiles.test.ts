import { assert, double, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { project, unproject } from '#domain/mercator.ts'
import { fit, toBox, worldPx, zoomAbout, type Size, type View } from './mercator.ts'
import { partOf, tilesInView } from './tiles.ts'

const size: Size = { width: 343, height: 480, nearest: 20 }
/** The usual formula of tile names, written down on its own: longitude and latitude in degrees. */
const tileAt = (longitude: number, latitude: number, z: number): { x: number; y: number } => {
  const angle = (latitude * Math.PI) / 180
  return {
    x: Math.floor(((longitude + 180) / 360) * 2 ** z),
    y: Math.floor(((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * 2 ** z),
  }
}
const within = (length: number, most: number): number => Math.max(0, Math.min(length, most))
const viewOf = (latitude: number, longitude: number, zoom: number): View => ({
  ...project({ latitude, longitude }),
  zoom,
})

describe('tiles under a map', () => {
  it('are the ones that everybody else would name, in the place where they belong', () => {
    // Known from maps in use: the tile of Berlin's Brandenburg Gate at zoom 17.
    const gate = { latitude: 52.51628, longitude: 13.37771 }
    const [first] = tilesInView(viewOf(gate.latitude, gate.longitude, 17), size, 19)
    expect([first?.z, first?.x, first?.y]).toEqual([17, 70406, 42987])
    const view = viewOf(-33.9, 18.4, 12.3)
    for (const tile of tilesInView(view, size, 19)) {
      // Its middle, by the box's own projection, lies in the tile of that name.
      const at = { x: (tile.left + tile.right) / 2, y: (tile.top + tile.bottom) / 2 }
      const place = unproject({
        x: view.x + (at.x - size.width / 2) / worldPx(view.zoom),
        y: view.y + (at.y - size.height / 2) / worldPx(view.zoom),
      })
      expect({ x: tile.x, y: tile.y }).toEqual(tileAt(place.longitude, place.latitude, tile.z))
    }
  })

  it('cover the whole box without a gap, wherever one pans and zooms', () => {
    assert(
      property(
        double({ min: -84, max: 84, noNaN: true }),
        double({ min: -180, max: 179.9, noNaN: true }),
        double({ min: 0.6, max: 20, noNaN: true }),
        integer({ min: 3, max: 19 }),
        (latitude, longitude, zoom, maxZoom) => {
          const view = zoomAbout(viewOf(latitude, longitude, zoom), size, { x: 60, y: 400 }, 0)
          const tiles = tilesInView(view, size, maxZoom)
          const [z] = tiles.map((tile) => tile.z)
          expect(new Set(tiles.map((tile) => tile.z)).size).toBe(1)
          expect(z).toBeLessThanOrEqual(maxZoom)
          const count = 2 ** (z ?? 0)
          for (const { x, y } of tiles) {
            expect(x).toBeGreaterThanOrEqual(0)
            expect(x).toBeLessThan(count)
            expect(y).toBeGreaterThanOrEqual(0)
            expect(y).toBeLessThan(count)
          }
          const area = tiles.reduce(
            (sum, { left, right, top, bottom }) =>
              sum +
              (within(right, size.width) - within(left, size.width)) *
                (within(bottom, size.height) - within(top, size.height)),
            0,
          )
          // Beyond the poles there is nothing; the view shows that only when the world is smaller than the box.
          const worldHeight = Math.min(size.height, worldPx(view.zoom))
          expect(Math.abs(area / (size.width * worldHeight) - 1)).toBeLessThan(1e-6)
        },
      ),
    )
  })

  it('go around the world', () => {
    const names = tilesInView(viewOf(0, 180, 3), size, 19).map(({ x }) => x)
    expect(new Set(names)).toEqual(new Set([7, 0]))
  })

  it('are of the nearest whole zoom, and of the last one that there is beyond it', () => {
    const zoomOf = (zoom: number): number | undefined => tilesInView(viewOf(31, 121, zoom), size, 18)[0]?.z
    expect([zoomOf(14.4), zoomOf(14.6), zoomOf(18.9), zoomOf(19.8)]).toEqual([14, 15, 18, 18])
    const [tile] = tilesInView(viewOf(31, 121, 19), size, 18)
    expect((tile?.right ?? 0) - (tile?.left ?? 0)).toBeCloseTo(512, 6)
  })

  it('those in the middle come first', () => {
    const middle = (tile: { left: number; right: number; top: number; bottom: number }): number =>
      Math.hypot((tile.left + tile.right - size.width) / 2, (tile.top + tile.bottom - size.height) / 2)
    const far = tilesInView(viewOf(48, 11, 15.2), size, 19).map(middle)
    expect(far).toEqual(far.toSorted((a, b) => a - b))
  })

  it('a coarser one has the same ground in a part of it', () => {
    expect(partOf({ z: 5, x: 19, y: 10 }, 2)).toEqual({
      tile: { z: 3, x: 4, y: 2 },
      left: 0.75,
      top: 0.5,
      side: 0.25,
    })
    expect(partOf({ z: 4, x: 3, y: 9 }, 0)).toEqual({ tile: { z: 4, x: 3, y: 9 }, left: 0, top: 0, side: 1 })
  })

  it('let the map come as near as a roof, and no nearer', () => {
    const roof = { latitude: 31.2, longitude: 121.5 }
    const view = fit([project(roof)], size, { closest: 25 })
    expect(view.zoom).toBe(20)
    expect(toBox(view, size, project(roof)).x).toBeCloseTo(size.width / 2, 3)
    // A metre is several pixels there: a pin moves by less than a tile of the roof.
    const metre = 1 / ((40_075_017 * Math.cos((roof.latitude * Math.PI) / 180)) / worldPx(view.zoom))
    expect(metre).toBeGreaterThan(6)
  })
})
