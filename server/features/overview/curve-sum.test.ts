import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  double,
  integer,
  nat,
  oneof,
  property,
  record,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayEndAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import { sumPowers } from '../telemetry/power-curve.ts'
import { createCurveSum, type CurveSum, type Frame, type Summed } from './curve-sum.ts'

const HOUR = 3_600_000
const stepMs = 900_000
const DEVICES = 6
const HELD = 104

/** A day of 24, 23 and 25 hours, and the last 24 hours over several zones. */
const frames = [
  ['2026-06-21', 'Asia/Shanghai'],
  ['2026-03-29', 'Europe/Paris'],
  ['2026-10-25', 'Europe/Paris'],
  ['2026-10-04', 'Australia/Lord_Howe'],
] as const
const dayFrames = frames.map(([day, zone]) => ({
  from: dayStartAt(day, zone),
  to: dayEndAt(day, zone),
  stepMs,
}))
const last24h = { from: Date.UTC(2026, 5, 20, 4, 15), to: Date.UTC(2026, 5, 21, 4, 15), stepMs }

const watts = oneof(nat({ max: 50_000 }), double({ min: 0, max: 50_000, noNaN: true }))
/** Where one is unknown all weigh the same, so it seldom is. */
const ratedW = oneof(
  { weight: 1, arbitrary: constantFrom(null, 0) },
  { weight: 20, arbitrary: integer({ min: 1, max: 50_000 }) },
  { weight: 2, arbitrary: constant(3_333.3) },
)
const reportMin = oneof(constant(undefined), constantFrom(5, 15, 30, 60, 120))
const no = nat({ max: DEVICES - 1 })
/** Where a step stands in the day: before it and after it is held, too. */
/** Often near each other, so that devices end at the same step. */
const step = oneof(integer({ min: -8, max: 104 }), integer({ min: 38, max: 42 }))

type Device = { ratedW: number | null; reportMin: number | undefined; cells: Map<number, number> }
type Change = (devices: Map<number, Device>) => void

const heard = record({ no, step, watts, after: oneof(constant([]), array(watts, { maxLength: 12 })) }).map(
  ({ no: of, step: first, watts: one, after }): Change =>
    (devices) => {
      for (const [n, value] of [one, ...after].entries()) devices.get(of)?.cells.set(first + n, value)
    },
)
const forgotten = record({ no, step }).map(({ no: of, step: at }): Change => (devices) => {
  devices.get(of)?.cells.delete(at)
})
const comes = record({ no, ratedW, reportMin }).map(({ no: of, ...given }): Change => (devices) => {
  devices.set(of, { ...given, cells: new Map() })
})
const rated = record({ no, ratedW, reportMin }).map(({ no: of, ...given }): Change => (devices) => {
  const device = devices.get(of)
  if (device !== undefined) Object.assign(device, given)
})
const goes = no.map((of): Change => (devices) => {
  devices.delete(of)
})
const change = oneof({ weight: 6, arbitrary: heard }, forgotten, { weight: 2, arbitrary: comes }, rated, goes)

/** As it is held: from some steps before the frame on, however late it was read. */
const summed = ({ from }: { from: number }, { cells, ...given }: Device, early: number): Summed => {
  const begin = from - early * stepMs
  const steps = new Float64Array(HELD).fill(Number.NaN)
  for (const [at, value] of cells) if (at + early >= 0 && at + early < HELD) steps[at + early] = value
  const { ratedW: of, reportMin: every } = given
  return { ratedW: of, ...(every === undefined ? {} : { reportMin: every }), from: begin, steps }
}

const fromTheBeginning = (frame: Omit<Frame, 'now'>, all: ReadonlyMap<number, Summed>): CurveSum => {
  const sum = createCurveSum(frame)
  for (const [of, given] of all) sum.set(of, given)
  return sum
}

const asSmallOnes = (frame: Frame, devices: ReadonlyMap<number, Device>) =>
  sumPowers(
    [...devices].map(([of, { ratedW: power, reportMin: every }]) => ({
      no: of,
      ratedW: power,
      ...(every === undefined ? {} : { reportMin: every }),
    })),
    [...devices].flatMap(([deviceNo, { cells }]) =>
      [...cells].flatMap(([at, powerW]) =>
        at >= 0 && frame.from + at * stepMs < frame.to ? [{ deviceNo, step: at, powerW }] : [],
      ),
    ),
    frame,
  )

/** The order of adding may cost a tenth of a watt. */
const close = (a: number | null | undefined, b: number | null): boolean =>
  typeof a === 'number' && b !== null ? Math.abs(a - b) < 0.15 : a === b

const newest = oneof(integer({ min: -3, max: 103 }), integer({ min: 40, max: 46 }))
const early = nat({ max: 4 })

describe('the curve of a large fleet', () => {
  it('that is gone on with is to the last bit the sum from the beginning, and that of single devices', () => {
    const turns = array(record({ change, early, renews: boolean(), newest }), { maxLength: 60 })
    assert(
      property(constantFrom(...dayFrames, last24h), turns, (window, all) => {
        const sum = createCurveSum(window)
        const devices = new Map<number, Device>()
        const given = new Map<number, Summed>()
        for (const one of all) {
          const before = new Map(
            [...devices].map(([of, device]) => [of, JSON.stringify({ ...device, cells: [...device.cells] })]),
          )
          one.change(devices)
          for (let of = 0; of < DEVICES; of += 1) {
            const device = devices.get(of)
            if (device === undefined) {
              given.delete(of)
              sum.set(of, null)
              continue
            }
            if (before.get(of) === JSON.stringify({ ...device, cells: [...device.cells] })) continue
            const fresh = summed(window, device, one.early)
            const known = given.get(of)
            const isSame = known?.ratedW === fresh.ratedW && known.reportMin === fresh.reportMin
            given.set(of, fresh)
            if (one.renews && isSame) sum.renew(of, fresh)
            else sum.set(of, fresh)
          }
          const now = window.from + one.newest * stepMs + 1_000
          const columns = sum.columns(now)
          expect(columns).toEqual(fromTheBeginning(window, given).columns(now))
          // What is not held of the day is nothing that single devices would not have.
          const single = asSmallOnes({ ...window, now }, devices)
          expect(columns.ts).toEqual(single.ts)
          expect(single.powerW.filter((powerW, at) => !close(columns.powerW[at], powerW))).toEqual([])
          expect(
            columns.coverage.filter((share, at) => Math.abs(share - (single.coverage[at] ?? 2)) > 0.0011),
          ).toEqual([])
        }
      }),
    )
  })

  it('has 92, 96 and 100 steps where the clocks are changed', () => {
    expect(dayFrames.map((frame) => createCurveSum(frame).columns(frame.from).ts.length)).toEqual([
      96, 92, 100, 94,
    ])
    expect((last24h.to - last24h.from) / HOUR).toBe(24)
  })
})
