import { describe, expect, it } from 'vitest'
import type { HeatCell } from '#domain/telemetry/heat.ts'
import { verdictOf, type RoofCell, type RoofUnit } from './verdict.ts'

const watts = (value: number): HeatCell => ({ state: value > 0 ? 'value' : 'zero', value, ts: 1 })
const silent: HeatCell = { state: 'stale', value: null, ts: 1 }
const off: HeatCell = { state: 'shutdown', value: 0, ts: 1 }
const roof = (...cells: (HeatCell | undefined)[]): RoofCell[] =>
  cells.map((cell, no) => ({ id: `m${no}`, group: 's1', cell, share: 1 }))
const say = (cells: RoofCell[], unit: RoofUnit = 'module', { least = 30, dark = false } = {}) =>
  verdictOf(cells, unit, { least, dark })

describe('one sentence about a roof', () => {
  it('names the lowest and counts all that are low among their neighbours', () => {
    const cells = roof(...[300, 305, 295, 186, 60, 300, 301].map(watts))
    expect(say(cells)).toEqual({ says: 'low', count: 2, id: 'm4', share: 0.2 })
  })
  it('says that all are alike', () => {
    expect(say(roof(...[300, 290, 310, 260].map(watts)))).toEqual({ says: 'alike' })
  })
  it('compares within a string where it is long enough: the evening side is no fault', () => {
    const west = [300, 301, 302, 303].map((w, no) => ({
      id: `w${no}`,
      group: 'west',
      cell: watts(w),
      share: 1,
    }))
    const east = [90, 91, 92, 93].map((w, no) => ({ id: `e${no}`, group: 'east', cell: watts(w), share: 1 }))
    expect(say([...west, ...east])).toEqual({ says: 'alike' })
  })
  it('takes two modules on one optimizer for no strong one', () => {
    const cells = roof(...[600, 300, 300, 300].map(watts))
    expect(say(cells.map((cell, no) => (no === 0 ? { ...cell, share: 2 } : cell)))).toEqual({ says: 'alike' })
  })
  it('calls one that gives nothing among others that do low, not asleep', () => {
    expect(say(roof(...[300, 300, 300, 0].map(watts)))).toMatchObject({ says: 'low', id: 'm3', share: 0 })
  })
  it('tells what is switched off from what is silent, and both from night', () => {
    expect(say(roof(watts(300), watts(300), watts(300), off))).toEqual({ says: 'off', count: 1, id: 'm3' })
    expect(say(roof(watts(300), watts(300), silent, silent))).toEqual({ says: 'silent', count: 2, id: 'm2' })
    expect(say(roof(off, off))).toEqual({ says: 'allOff' })
    expect(say(roof(silent, silent))).toEqual({ says: 'allSilent' })
    expect(say(roof(watts(0), silent), 'module', { dark: true })).toEqual({ says: 'night' })
    expect(say(roof(undefined, undefined))).toEqual({ says: 'empty' })
  })
  it('compares nothing while there is too little light', () => {
    expect(say(roof(...[8, 9, 3, 8].map(watts)))).toEqual({ says: 'dim' })
  })
  it('says of no roof that all are alike while a string of it was not compared', () => {
    const lit = [31, 31.4, 30.9, 31.2].map((w, no) => ({
      id: `a${no}`,
      group: 'a',
      cell: watts(w),
      share: 1,
    }))
    const dim = [29, 29.2, 13, 28.8].map((w, no) => ({ id: `b${no}`, group: 'b', cell: watts(w), share: 1 }))
    expect(say([...lit, ...dim])).toEqual({ says: 'dim' })
    expect(say(lit)).toEqual({ says: 'alike' })
    const faces = [900, 905, 400, 405].map((w, no) => ({
      id: `c${no}`,
      group: 'c',
      cell: watts(w),
      share: 1,
    }))
    const same = [900, 905, 910, 895].map((w, no) => ({ id: `d${no}`, group: 'd', cell: watts(w), share: 1 }))
    expect(say([...faces, ...same], 'inverter')).toEqual({ says: 'mixed' })
  })
  it('blames no inverter whose neighbours do not agree: another roof face', () => {
    const faces = roof(...[900, 905, 400, 405, 300].map(watts))
    expect(say(faces, 'inverter')).toEqual({ says: 'mixed' })
    expect(say(roof(...[900, 905, 910, 895, 700].map(watts)), 'inverter')).toMatchObject({
      says: 'low',
      id: 'm4',
    })
  })
})
