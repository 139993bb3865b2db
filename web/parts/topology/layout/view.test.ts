import { describe, expect, it } from 'vitest'
import {
  covers,
  fitView,
  heldView,
  panned,
  partToDraw,
  SCALE_MAX,
  seenPart,
  viewOfPart,
  zoomed,
} from './view.ts'

const window = { width: 350, height: 400 }
const plan = { width: 60, height: 80 }
const fitted = fitView(plan, window)

describe('the part of a plan that is seen', () => {
  it('is all of it at first', () => {
    const seen = seenPart(fitted, window)
    expect([seen.x <= 0, seen.y <= 0]).toEqual([true, true])
    expect([seen.x + seen.w >= plan.width, seen.y + seen.h >= plan.height]).toEqual([true, true])
  })
  it('zooms about a point that stays where it is', () => {
    const at = { x: 120, y: 90 }
    const next = zoomed(fitted, at, 3)
    const under = (view: typeof next) => [(at.x - view.x) / view.scale, (at.y - view.y) / view.scale]
    const [before, after] = [under(fitted), under(next)]
    expect(after[0]).toBeCloseTo(before[0] ?? 0)
    expect(after[1]).toBeCloseTo(before[1] ?? 0)
  })
  it('never leaves the plan, nor goes nearer or further than makes sense', () => {
    const lost = heldView(panned(zoomed(fitted, { x: 0, y: 0 }, 4), -9_999, 9_999), plan, window)
    const seen = seenPart(lost, window)
    expect(seen.x).toBeLessThan(plan.width)
    expect(seen.y + seen.h).toBeGreaterThan(0)
    expect(heldView({ ...fitted, scale: 0.01 }, plan, window).scale).toBeCloseTo(fitted.scale)
    expect(zoomed(fitted, { x: 0, y: 0 }, 1e6).scale).toBe(SCALE_MAX)
  })
})

describe('a part that is looked for', () => {
  const part = { x: 40, y: 60, w: 1, h: 1.6 }
  it('is shown near enough for its modules to be told apart, above the middle', () => {
    const view = viewOfPart(part, plan, window)
    expect(view.scale).toBeGreaterThan(fitted.scale * 4)
    const [x, y] = [part.x * view.scale + view.x, part.y * view.scale + view.y]
    expect(x).toBeGreaterThan(0)
    expect(x + view.scale).toBeLessThan(window.width)
    expect(y).toBeGreaterThan(0)
    expect(y + 1.6 * view.scale).toBeLessThan(window.height / 2)
  })
  it('is seen as a whole', () => {
    const wide = { x: 0, y: 0, w: 30, h: 20 }
    const view = viewOfPart(wide, plan, window)
    expect(wide.w * view.scale).toBeLessThanOrEqual(window.width)
    expect(view.scale).toBeGreaterThan(fitted.scale)
  })
  it('is seen on the whole plan where that shows every module', () => {
    const small = { width: 8, height: 5 }
    expect(viewOfPart({ x: 1, y: 1, w: 1, h: 1 }, small, window)).toEqual(fitView(small, window))
  })
})

describe('what is drawn at once', () => {
  it('is all of a plan while that is no large picture: dragging draws nothing anew', () => {
    const part = partToDraw(fitted, plan, window, 2)
    expect(covers(part, panned(fitted, -200, 300), plan, window)).toBe(true)
  })
  it('is what is seen and some around it when it is near', () => {
    const near = heldView(zoomed(fitted, { x: 175, y: 200 }, 15), plan, window)
    const part = partToDraw(near, plan, window, 3)
    expect(part.w * part.h * (near.scale * 3) ** 2).toBeLessThan(5 * window.width * window.height * 9)
    expect(covers(part, near, plan, window)).toBe(true)
    expect(covers(part, panned(near, -120, 0), plan, window)).toBe(true)
    expect(covers(part, panned(near, -600, 0), plan, window)).toBe(false)
  })
})
