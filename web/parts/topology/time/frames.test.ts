import { describe, expect, it } from 'vitest'
import {
  cellsAt,
  hasReadings,
  stepAt,
  stepCount,
  stepPaceMs,
  tsOfStep,
  valuesOf,
  type HeatDay,
} from './frames.ts'

const day = (places: HeatDay['places'], metric: HeatDay['metric'] = 'power'): HeatDay => ({
  day: '2026-06-21',
  metric,
  timeZone: 'UTC',
  sunriseAt: 100,
  sunsetAt: 500,
  cut: false,
  from: 1000,
  to: 1060,
  stepMs: 10,
  places,
})
const one = day([{ placeId: 'p', v: [null, 120, 0, null, null, 90], off: [[5, 6]] }])
const states = (given: HeatDay, never: readonly string[] = []) =>
  Array.from({ length: 6 }, (_, step) => cellsAt(given, step, new Set(never)).get('p')?.state)

describe('a day in frames', () => {
  it('tells value, zero, silence and shut down apart', () => {
    expect(states(one)).toEqual(['stale', 'value', 'zero', 'stale', 'stale', 'shutdown'])
    expect(cellsAt(one, 1, new Set()).get('p')).toEqual({ state: 'value', value: 12, ts: 1010 })
    expect(cellsAt(one, 4, new Set()).get('p')).toEqual({ state: 'stale', value: null, ts: 1020 })
    expect(cellsAt(one, 0, new Set()).get('p')).toEqual({ state: 'stale', value: null, ts: null })
  })
  it('0 degrees are no zero', () => {
    expect(states(day(one.places, 'temperature'))[2]).toBe('value')
  })
  it('what was never heard is not merely silent', () => {
    const silent = day([{ placeId: 'p', v: [null, null, null, null, null, null], off: [] }])
    expect(states(silent, ['p'])).toEqual(Array(6).fill('never'))
    expect([hasReadings(silent), hasReadings(one)]).toEqual([false, true])
  })
  it('an instant is the step that holds it, within the day', () => {
    expect([900, 1000, 1019, 1020, 5000].map((at) => stepAt(one, at))).toEqual([0, 0, 1, 2, 5])
    expect([stepCount(one), tsOfStep(one, 3)]).toEqual([6, 1030])
  })
  it('the scale of a day is that of all its values a module', () => {
    expect([...valuesOf(one, new Map([['p', 2]]))]).toEqual([6, 0, 4.5])
    expect([...valuesOf(one, new Map())]).toEqual([])
  })
  it('plays in about half a minute, never faster than the eye', () => {
    expect(stepPaceMs(100, false)).toBe(300)
    expect(stepPaceMs(1000, true)).toBe(40)
    expect(stepPaceMs(2, false)).toBe(400)
  })
})
