import { describe, expect, it } from 'vitest'
import {
  boxAround,
  boxBetween,
  cellAt,
  fit,
  isInBox,
  keepInside,
  scaleLeast,
  scaleMost,
  seenBox,
  zoomAt,
} from './box.ts'

const grid = { rows: 3, cols: 10, cell: { width: 40, height: 60 } }
const window = { width: 224, height: 400 }

describe('a plan in a window', () => {
  it('fits as a whole, in the middle, and never larger than life', () => {
    expect(fit(grid, window)).toEqual({ scale: 0.5, x: 12, y: 155 })
    expect(fit({ ...grid, rows: 1, cols: 1 }, window).scale).toBe(1)
  })
  it('fills a wide screen with a small roof, up to twice its size', () => {
    expect(fit(grid, { width: 664, height: 400 }).scale).toBe(1.6)
    expect(fit({ ...grid, rows: 1, cols: 1 }, { width: 664, height: 400 }).scale).toBe(2)
  })
  it('finds the cell under a point, none beside the plan', () => {
    const view = { scale: 0.5, x: 12, y: 155 }
    expect(cellAt(grid, view, { x: 12, y: 155 })).toEqual({ row: 1, col: 1 })
    expect(cellAt(grid, view, { x: 211.9, y: 244.9 })).toEqual({ row: 3, col: 10 })
    expect(cellAt(grid, view, { x: 11, y: 155 })).toBeNull()
    expect(cellAt(grid, view, { x: 212, y: 200 })).toBeNull()
  })
  it('zooms around the point between the fingers, within limits', () => {
    const view = { scale: 1, x: 10, y: 20 }
    const at = { x: 110, y: 220 }
    const near = zoomAt(view, 2, at)
    expect(near).toEqual({ scale: 2, x: -90, y: -180 })
    expect(cellAt(grid, near, at)).toEqual(cellAt(grid, view, at))
    expect(zoomAt(view, 100, at).scale).toBe(scaleMost)
    expect(zoomAt(view, 0.001, at).scale).toBe(scaleLeast)
  })
  it('never loses the plan out of the window', () => {
    expect(keepInside({ scale: 0.5, x: -900, y: 900 }, grid, window)).toEqual({ scale: 0.5, x: 0, y: 310 })
    expect(keepInside({ scale: 1, x: -900, y: 0 }, grid, window).x).toBe(224 - 400 - 48)
    expect(keepInside({ scale: 1, x: 900, y: 0 }, grid, window).x).toBe(48)
  })
  it('takes the cells that a drawn box touches, whichever way it was drawn', () => {
    const view = { scale: 1, x: 0, y: 0 }
    const box = { top: 1, left: 2, bottom: 2, right: 4 }
    expect(boxBetween(grid, view, { x: 45, y: 30 }, { x: 121, y: 61 })).toEqual(box)
    expect(boxBetween(grid, view, { x: 121, y: 61 }, { x: 45, y: 30 })).toEqual(box)
    expect(boxBetween(grid, view, { x: -50, y: -50 }, { x: -5, y: -5 })).toBeNull()
    expect(isInBox(box, { row: 2, col: 4 })).toBe(true)
    expect(isInBox(box, { row: 3, col: 4 })).toBe(false)
  })
  it('draws no more than is seen', () => {
    expect(seenBox({ ...grid, rows: 100, cols: 100 }, { scale: 1, x: -400, y: -600 }, window)).toEqual({
      top: 10,
      left: 10,
      bottom: 18,
      right: 17,
    })
  })
  it('knows the box around cells', () => {
    expect(
      boxAround([
        { row: 3, col: 2 },
        { row: 1, col: 5 },
      ]),
    ).toEqual({ top: 1, left: 2, bottom: 3, right: 5 })
    expect(boxAround([])).toBeNull()
  })
})
