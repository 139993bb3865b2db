import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumPowers } from '../telemetry/power-curve.ts'
import { sumSteps } from './fleet-curve.ts'

const stepMs = 900_000
const length = 24
const from = Date.UTC(2026, 5, 21)
const to = from + length * stepMs

const fleet = fc.array(
  fc.record({
    ratedW: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 50_000 })),
    reportMin: fc.oneof(fc.constant(undefined), fc.integer({ min: 5, max: 120 })),
    steps: fc.uniqueArray(
      fc.record({ step: fc.nat({ max: length - 1 }), powerW: fc.integer({ min: 0, max: 50_000 }) }),
      { selector: ({ step }) => step, maxLength: length },
    ),
  }),
  { maxLength: 6 },
)

describe('the curve of a large fleet', () => {
  it('is the same sum that small ones are given, whatever was heard and missed', () => {
    fc.assert(
      fc.property(fleet, fc.integer({ min: -1, max: length }), (devices, newest) => {
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
        for (const [step, powerW] of other.powerW.entries())
          if (powerW === null) expect(one.powerW[step]).toBeNull()
          else expect(one.powerW[step]).toBeCloseTo(powerW, 0)
      }),
    )
  })
})
