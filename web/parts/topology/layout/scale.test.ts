import { describe, expect, it } from 'vitest'
import type { HeatCell } from '#domain/telemetry/heat.ts'
import type { Cell } from './plan.ts'
import { deviationOf, lookOf, perModule, roundUp, scaleOf, sharesOf, TONES, toneOf } from './scale.ts'

const cell = (
  id: string,
  modules = 1,
  moduleW: number | null = null,
  stringId: string | null = 's',
): Cell => ({
  place: {
    id,
    kind: 'optimizer',
    stringId,
    position: null,
    areaId: null,
    row: null,
    col: null,
    modules,
    moduleW,
    deviceId: id,
    version: 1,
  },
  x: 0,
  y: 0,
  w: 1,
  h: 1,
  modules,
  mark: null,
})
const gives = (value: number): HeatCell => ({ state: 'value', value, ts: 1 })
const scale = { least: 0, most: 400 }

describe('what a module is worth', () => {
  it('an optimizer of two modules is not marked weak or strong beside others', () => {
    const cells = [cell('one'), cell('two', 2)]
    const shares = sharesOf(cells, 'power')
    expect(lookOf(gives(300), shares.get('one'), scale)).toBe(lookOf(gives(600), shares.get('two'), scale))
  })
  it('modules of more power are held against their power', () => {
    const cells = [cell('a', 1, 400), cell('b', 1, 400), cell('c', 1, 500), cell('d', 2, 800)]
    const shares = sharesOf(cells, 'power')
    expect(perModule(gives(375), shares.get('c'))).toBeCloseTo(300)
    expect(perModule(gives(600), shares.get('d'))).toBeCloseTo(300)
  })
  it('a temperature is divided by nothing', () => {
    expect(perModule(gives(41), sharesOf([cell('two', 2)], 'temperature').get('two'))).toBe(41)
  })
})

describe('the scale', () => {
  it('ends with a round number that holds the greatest value', () => {
    expect([0, 1, 127, 130, 131, 999, 0.034].map(roundUp)).toEqual([1, 1, 130, 130, 140, 1000, 0.035])
  })
  it('of power begins at 0 and is never so narrow that noise is told apart', () => {
    expect(scaleOf([0.2, 0.4], 'power')).toEqual({ least: 0, most: 20 })
    expect(scaleOf([180, 212], 'power')).toEqual({ least: 0, most: 220 })
    expect(scaleOf([31, 33], 'voltage')).toEqual({ least: 30, most: 40 })
    expect(scaleOf([-8, 4], 'temperature')).toEqual({ least: -10, most: 5 })
  })
  it('has eight tones, and its ends beyond its ends', () => {
    expect([0, 49, 50, 399, 400, 900, -5].map((value) => toneOf(value, scale))).toEqual([0, 0, 1, 7, 7, 7, 0])
    expect(TONES).toBe(8)
  })
})

describe('the looks', () => {
  it.each(['zero', 'asleep', 'stale', 'shutdown', 'never', 'unmeasured', 'empty'] as const)(
    '%s has a pattern of its own, and no tone',
    (state) => {
      expect(lookOf({ state, value: state === 'shutdown' ? 12 : null, ts: 1 }, 1, scale)).toBe(state)
    },
  )
  it('a place that nothing is known of is empty, not dark', () => {
    expect(lookOf(undefined, 1, scale)).toBe('empty')
    expect(perModule({ state: 'shutdown', value: 3, ts: 1 }, 1)).toBeNull()
  })
})

const heat = (a: number) =>
  new Map([
    ['a', gives(a)],
    ['b', gives(200)],
    ['c', gives(400)],
    ['other', gives(9)],
  ])

describe('deviation', () => {
  const cells = [cell('a'), cell('b'), cell('c', 2), cell('other', 1, null, 't')]
  const shares = sharesOf(cells, 'power')
  it('is against the median of the others in the string', () => {
    const [own] = cells
    if (!own) throw new Error('no cell')
    expect(deviationOf(own, cells, heat(150), shares)).toBeCloseTo(-0.25)
    expect(deviationOf(own, cells, heat(200), shares)).toBe(0)
  })
  it('is unknown without others', () => {
    const other = cells[3]
    if (!other) throw new Error('no cell')
    expect(deviationOf(other, cells, heat(1), shares)).toBeNull()
  })
})
