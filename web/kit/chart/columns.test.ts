import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openGaps, reduceColumns } from './columns.ts'

describe('gaps', () => {
  it('open where samples are missing', () => {
    const opened = openGaps({ ts: [0, 5, 10, 60, 65], values: [[1, 2, 3, 4, 5]] }, 12)
    expect(opened.ts).toEqual([0, 5, 10, 11, 60, 65])
    expect(opened.values[0]).toEqual([1, 2, 3, null, 4, 5])
  })
  it('change nothing where none is missing', () => {
    const whole = { ts: [0, 5, 10], values: [[1, null, 3]] }
    expect(openGaps(whole, 5)).toEqual(whole)
  })
})

describe('reduction', () => {
  const samples = fc
    .array(
      fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: -50, max: 1000 }) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
      {
        minLength: 2,
        maxLength: 3000,
      },
    )
    .map((values) => ({ ts: values.map((_, at) => at * 10), values: [values] }))
  it('a column that was not sampled at an instant of another has no gap there', () => {
    const ts = Array.from({ length: 400 }, (_, no) => no * 10)
    const values = [
      ts.map((_, no) => (no % 2 === 0 ? no : undefined)),
      ts.map((_, no) => (no % 2 ? no : undefined)),
    ]
    const reduced = reduceColumns(openGaps({ ts, values }, 50), 0, 3990, 40)
    expect(reduced.values.flat()).not.toContain(null)
    expect(openGaps({ ts: [0, 100], values: [[1, undefined]] }, 50).values).toEqual([[1, null, undefined]])
  })
  it('keeps the least and the greatest, the ends and every value it shows', () => {
    fc.assert(
      fc.property(samples, fc.integer({ min: 5, max: 300 }), (columns, buckets) => {
        const to = columns.ts.at(-1) ?? 0
        const reduced = reduceColumns(columns, 0, to, buckets)
        const all = (columns.values[0] ?? []).filter((one) => one != null)
        const left = (reduced.values[0] ?? []).filter((one) => one != null)
        expect(reduced.ts[0]).toBe(columns.ts[0])
        expect(reduced.ts.at(-1)).toBe(to)
        expect([Math.max(...left), Math.min(...left)]).toEqual([Math.max(...all), Math.min(...all)])
        for (const [at, ts] of reduced.ts.entries()) {
          expect(reduced.values[0]?.[at]).toBe(columns.values[0]?.[ts / 10])
        }
      }),
    )
  })
  it('keeps gaps', () => {
    const values = Array.from({ length: 2000 }, (_, at) => (at > 900 && at < 1100 ? null : at))
    const reduced = reduceColumns({ ts: values.map((_, at) => at), values: [values] }, 0, 1999, 100)
    const inside = reduced.ts
      .map((ts, at) => ({ ts, value: reduced.values[0]?.[at] }))
      .filter(({ ts }) => ts > 900 && ts < 1100)
    expect(inside.length).toBeGreaterThan(0)
    expect(inside.every(({ value }) => value === null)).toBe(true)
  })
  it('draws at most two or three samples a pixel', () => {
    const values = Array.from({ length: 8640 }, (_, at) => Math.sin(at / 300))
    expect(
      reduceColumns({ ts: values.map((_, at) => at), values: [values] }, 0, 8639, 350).ts.length,
    ).toBeLessThan(1100)
  })
})
