import { describe, expect, it } from 'vitest'
import { project, unproject } from '#domain/mercator.ts'
import { fit, maxZoom, scaleBar, settle, toBox, worldPx, zoomAbout, zoomAmong } from './mercator.ts'

const size = { width: 343, height: 480 }
const places = {
  capeTown: { latitude: -33.92, longitude: 18.42 },
  shanghai: { latitude: 31.2, longitude: 121.5 },
  suva: { latitude: -18.14, longitude: 178.44 },
  apia: { latitude: -13.83, longitude: -171.77 },
}

describe('the map', () => {
  it('finds a place again', () => {
    for (const place of Object.values(places)) {
      const found = unproject(project(place))
      expect(found.latitude).toBeCloseTo(place.latitude, 9)
      expect(found.longitude).toBeCloseTo(place.longitude, 9)
    }
  })

  it('shows all points, and across the date line where that is nearer', () => {
    const far = [project(places.capeTown), project(places.shanghai)]
    const island = [project(places.suva), project(places.apia)]
    for (const points of [far, island]) {
      const view = fit(points, size)
      for (const point of points) {
        const at = toBox(view, size, point)
        expect(at.x).toBeGreaterThan(20)
        expect(at.x).toBeLessThan(size.width - 20)
        expect(at.y).toBeGreaterThan(20)
        expect(at.y).toBeLessThan(size.height - 20)
      }
    }
    expect(fit(island, size).zoom).toBeGreaterThan(3)
  })

  it('keeps the right free for tools as far as the left can spare it', () => {
    // Around most of the globe, so that the world leaves no room at either side.
    const points = [-150, -60, 60, 130].map((longitude) => project({ latitude: 10, longitude }))
    const box = { width: 430, height: 440 }
    const edges = (end: number): readonly number[] => {
      const view = fit(points, box, { end })
      const at = points.map((point) => toBox(view, box, point).x)
      return [Math.min(...at), box.width - Math.max(...at)]
    }
    const [left = 0, right = 0] = edges(0)
    expect(left).toBeCloseTo(right, 6)
    expect(right).toBeLessThan(80)
    const [spared = 0, free = 0] = edges(80)
    expect(free).toBeGreaterThan(right)
    expect(spared).toBeCloseTo(18, 6)
    expect(spared + free).toBeCloseTo(left + right, 6)
  })

  it('goes nearer about the middle, or, where nothing of what is in view would be left, about what is nearest to it', () => {
    const far = [project(places.capeTown), project(places.shanghai)]
    const middle = { x: size.width / 2, y: size.height / 2 }
    const view = { ...fit(far, size), x: fit(far, size).x - 0.01 }
    const before = far.map((point) => toBox(view, size, point))
    const next = zoomAmong(view, size, far, 1)
    // Shanghai stands nearer to the left edge, Cape Town to the middle: it stays where it stood.
    const [kept, other] = far.map((point) => toBox(next, size, point))
    expect(next.zoom).toBeCloseTo(view.zoom + 1, 9)
    expect([kept?.x, kept?.y]).toEqual([
      expect.closeTo(before[0]?.x ?? 0, 6),
      expect.closeTo(before[0]?.y ?? 0, 6),
    ])
    expect(other?.x).toBeGreaterThan(size.width)
    // With something in the middle, with nothing in view, and farther away: about the middle.
    const berlin = project({ latitude: 0, longitude: 70 })
    for (const [points, steps] of [
      [[...far, berlin], 1],
      [[project(places.suva)], 1],
      [far, -1],
    ] as const)
      expect(zoomAmong(view, size, points, steps)).toEqual(zoomAbout(view, size, middle, steps))
  })

  it('keeps what is under the finger under the finger', () => {
    const view = fit([project(places.shanghai)], size)
    const at = { x: 90, y: 300 }
    const before = { x: view.x + (at.x - 171.5) / worldPx(view.zoom), y: view.y + 60 / worldPx(view.zoom) }
    expect(toBox(zoomAbout(view, size, at, 1.4), size, before).x).toBeCloseTo(at.x, 6)
    expect(toBox(zoomAbout(view, size, at, -0.7), size, before).y).toBeCloseTo(at.y, 6)
  })

  it('shows nothing beyond the poles and no closer than it has something to show', () => {
    const top = settle({ x: 1.25, y: -2, zoom: 40 }, size)
    expect(top.zoom).toBe(maxZoom)
    expect(top.x).toBe(0.25)
    expect((0.5 - top.y) * worldPx(top.zoom)).toBeLessThanOrEqual(worldPx(top.zoom) / 2)
    expect(worldPx(settle({ x: 0, y: 0, zoom: -3 }, size).zoom)).toBe(size.width)
    expect(fit([], size).zoom).toBe(Math.log2(343 / 256))
  })

  it('measures: a degree of latitude is 111 km', () => {
    const view = { ...project({ latitude: 0, longitude: 0 }), zoom: 8 }
    const { metres, px } = scaleBar(view)
    expect(px).toBeLessThanOrEqual(84)
    const degree = worldPx(8) / 360
    expect((metres / px) * degree).toBeCloseTo(111_319, -2)
    expect([1, 2, 5]).toContain(Number(String(metres)[0]))
  })
})
