import { array, assert, constant, integer, nat, oneof, property, record, uniqueArray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumPowers } from '../telemetry/power-curve.ts'
import { sumSteps } from './fleet-curve.ts'

const stepMs = 900_000
const length = 24
const from = Date.UTC(2026, 5, 21)
const to = from + length * stepMs

const fleet = array(
  record({
    ratedW: oneof(constant(null), integer({ min: 0, max: 50_000 })),
    reportMin: oneof(constant(undefined), integer({ min: 5, max: 120 })),
    steps: uniqueArray(record({ step: nat({ max: length - 1 }), powerW: integer({ min: 0, max: 50_000 }) }), {
      selector: ({ step }) => step,
      maxLength: length,
    }),
  }),
  { maxLength: 6 },
)

/** The order of adding may cost a tenth of a watt. */
const close = (a: number | null | undefined, b: number | null): boolean =>
  typeof a === 'number' && b !== null ? Math.abs(a - b) < 0.15 : a === b

describe('the curve of a large fleet', () => {
  it('is the same sum that small ones are given, whatever was heard and missed', () => {
    assert(
      property(fleet, integer({ min: -1, max: length }), (devices, newest) => {
        const now = from + newest * stepMs + 1000
        const inverters = devices.map(({ ratedW, reportMin }, no) => ({
          no,
          ratedW,
          ...(reportMin === undefined ? {} : { reportMin }),
        }))
        const cells = devices.flatMap(({ steps }, deviceNo) => steps.map((one) => ({ deviceNo, ...one })))
        const held = devices.map(({ steps }) => {
          const row = new Float64Array(length).fill(Number.NaN)
          for (const { step, powerW } of steps) row[step] = powerW
          return row
        })
        const frame = { from, to, stepMs, now }
        const one = sumSteps(inverters, (no) => held[no], frame)
        const other = sumPowers(inverters, cells, frame)
        expect([one.ts, one.coverage]).toEqual([other.ts, other.coverage])
        expect(other.powerW.filter((powerW, step) => !close(one.powerW[step], powerW))).toEqual([])
      }),
    )
  })
})
