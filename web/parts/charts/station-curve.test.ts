import { describe, expect, it } from 'vitest'
import { curveLines } from '../devices/history/curve-lines.ts'
import { asCurve } from './station-curve.ts'

const day = (balance: Parameters<typeof asCurve>[0]['balance']): Parameters<typeof asCurve>[0] => ({
  day: '2026-06-01',
  timeZone: 'Europe/Vienna',
  from: 0,
  to: 86_400_000,
  stepMs: 300_000,
  ts: [0, 300_000],
  powerW: [900, null],
  coverage: [1, 0],
  expectedW: null,
  balance,
})
const linesOf = (balance: Parameters<typeof day>[0]) =>
  curveLines(asCurve(day(balance)), 'power').lines.map(({ metric, values }) => [metric, values])

describe('the lines of a station over the whole screen', () => {
  it('are what it makes alone where nothing else is measured', () => {
    expect(linesOf(null)).toEqual([['powerW', [900, null]]])
  })

  it('are house, grid and battery beside it, as far as they are measured; what is unknown stays unknown', () => {
    expect(linesOf({ houseW: [700, null], gridW: [-200, 50], batteryW: null })).toEqual([
      ['powerW', [900, null]],
      ['houseW', [700, null]],
      ['gridW', [-200, 50]],
    ])
    expect(linesOf({ houseW: [null, null], gridW: [null, null], batteryW: [0, 0] })).toEqual([
      ['powerW', [900, null]],
      ['batteryW', [0, 0]],
    ])
  })
})
