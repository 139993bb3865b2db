import { describe, expect, it } from 'vitest'
import type { DeviceCurve } from './curve-lines.ts'
import { drawLines } from './draw-lines.ts'
import { axesOf, fitsBeside, signalId, signalsOf } from './signals.ts'

const hour = 3_600_000
const curve: DeviceCurve = {
  day: '2026-03-15',
  timeZone: 'UTC',
  from: 0,
  to: 24 * hour,
  ts: [hour, 2 * hour],
  flags: [0, 0],
  hist: [false, false],
  cut: false,
  series: [
    { metric: 'powerW', index: null, unit: 'W', values: [100, 200] },
    { metric: 'temperatureC', index: null, unit: '°C', values: [30, 31] },
    { metric: 'stringA', index: 1, unit: 'A', values: [1, 2] },
    { metric: 'stringA', index: 2, unit: 'A', values: [3, null] },
  ],
}

describe('lines chosen for one chart', () => {
  it('are those of the address that were measured, of two quantities: the first by the left axis', () => {
    const chosen = signalsOf(curve, 'temperatureC,nonsense,stringA.2,powerW,stringA.1')
    expect(chosen.map(({ line, right }) => [signalId(line), right])).toEqual([
      ['temperatureC', false],
      ['stringA.2', true],
      ['stringA.1', true],
    ])
    expect(axesOf(chosen)).toEqual({
      left: { measure: 'temperature', fit: true },
      right: { measure: 'current', fit: false },
    })
    expect(signalsOf(curve, undefined)).toEqual([])
    expect(axesOf([])).toEqual({ left: undefined, right: undefined })
  })
  it('have room for so many, and no third quantity', () => {
    const chosen = signalsOf(curve, 'powerW,temperatureC')
    expect(fitsBeside(chosen, 'stringA', 6)).toBe(false)
    expect(fitsBeside(chosen, 'temperature', 6)).toBe(true)
    expect(fitsBeside(chosen, 'temperature', 2)).toBe(false)
  })
})

describe('days on top of each other', () => {
  it('lie by the clock; what another day has not measured is a gap', () => {
    const before = { ...curve, day: '2026-03-14', from: -24 * hour, to: 0, ts: [-23 * hour, -22 * hour] }
    const wanted = signalsOf(curve, 'powerW,temperatureC').map((one) => ({
      ...one,
      name: signalId(one.line),
    }))
    const { ts, series } = drawLines(
      [
        { label: 'today', curve },
        { label: 'yesterday', curve: { ...before, series: before.series.slice(0, 1) } },
      ],
      wanted,
      true,
    )
    expect(ts).toEqual([hour, 2 * hour])
    expect(series.map(({ label, values, right, tone }) => [label, values, right ?? false, tone])).toEqual([
      ['powerW today', [100, 200], false, 1],
      ['temperatureC today', [30, 31], true, 2],
      ['powerW yesterday', [100, 200], false, 3],
      ['temperatureC yesterday', [null, null], true, 4],
    ])
  })
  it('one day alone keeps its own instants and names', () => {
    const [wanted] = signalsOf(curve, 'stringA.2')
    const drawn = drawLines(
      [{ label: 'today', curve }],
      wanted ? [{ ...wanted, name: 'String 2' }] : [],
      false,
    )
    expect(drawn.ts).toBe(curve.ts)
    expect(drawn.series.map(({ label, values }) => [label, values])).toEqual([['String 2', [3, null]]])
  })
})
