import { describe, expect, it } from 'vitest'
import { qualityFlags } from './quality-flags.ts'
import { energyOfPowers, sourceOf, stringValues, type PartsReading } from './string-source.ts'

const reading = (more: Partial<PartsReading> = {}): PartsReading => ({
  flags: 0,
  mppt: [
    { n: 1, u: 600, i: 8, p: 4_810 },
    { n: 2, u: 610, i: 16, p: 9_750 },
  ],
  str: null,
  ...more,
})
const [one, two, three] = [
  { no: 1, mpptNo: 1 },
  { no: 2, mpptNo: 2 },
  { no: 3, mpptNo: 2 },
]
const all = [one, two, three]
const none = { count: 0, whole: true }

describe('what tells of a string', () => {
  it('is its tracker while no other string ends there', () => {
    expect(sourceOf(one, all, reading(), none)).toEqual({ by: 'tracker', tracker: 1, why: null })
    expect(sourceOf(two, all, reading(), none)).toEqual({ by: null, tracker: null, why: 'shared' })
  })
  it('is its own current at the voltage of its tracker, where the inverter measures strings', () => {
    const str = [1, 2, 3].map((n) => ({ n, i: 8 }))
    expect(sourceOf(two, all, reading({ str }), none)).toEqual({ by: 'current', tracker: 2, why: null })
  })
  it('is its current alone while nobody has entered its tracker, and its optimizers before that', () => {
    const loose = { no: 2, mpptNo: null }
    const str = [{ n: 2, i: 8 }]
    expect(sourceOf(loose, [loose], reading({ str }), none)).toEqual({
      by: 'current',
      tracker: null,
      why: null,
    })
    expect(sourceOf(loose, [loose], reading({ str }), { count: 12, whole: true })).toMatchObject({
      by: 'optimizers',
    })
  })
  it('is the sum of its optimizers wherever they are at all of its modules, for lists of them show that sum', () => {
    const whole = { count: 11, whole: true }
    const str = [1, 2, 3].map((n) => ({ n, i: 8 }))
    // Alone on its tracker, with a current of its own, and where others end on the same.
    expect(sourceOf(one, all, reading(), whole)).toEqual({ by: 'optimizers', tracker: 1, why: null })
    expect(sourceOf(two, all, reading({ str }), whole)).toEqual({ by: 'optimizers', tracker: 2, why: null })
    expect(sourceOf(three, all, reading({ mppt: null }), whole)).toEqual({
      by: 'optimizers',
      tracker: null,
      why: null,
    })
  })
  it('is what the inverter measures of it where some of its modules have no optimizer, else those that have', () => {
    const part = { count: 3, whole: false }
    expect(sourceOf(one, all, reading(), part)).toMatchObject({ by: 'tracker' })
    expect(sourceOf(two, all, reading({ str: [{ n: 2, i: 8 }] }), part)).toMatchObject({ by: 'current' })
    expect(sourceOf(two, all, reading(), part)).toMatchObject({ by: 'optimizers' })
  })
  it('is never a tracker on which a string without a tracker may end too', () => {
    const loose = { no: 4, mpptNo: null }
    expect(sourceOf(one, [one, loose], reading(), none)).toMatchObject({ by: null, why: 'unplaced' })
    expect(sourceOf(loose, [one, loose], reading(), none)).toMatchObject({ by: null, why: 'unplaced' })
  })
  it('is nothing at an inverter that tells of no tracker', () => {
    expect(sourceOf(one, all, reading({ mppt: null }), none)).toMatchObject({ by: null, why: 'untold' })
    expect(sourceOf(one, all, null, none)).toMatchObject({ by: null, why: 'untold' })
  })
})

describe('what a reading says of a string', () => {
  const byTracker = { by: 'tracker', tracker: 1, why: null } as const
  const byCurrent = { by: 'current', tracker: 2, why: null } as const
  it('is what its tracker says', () => {
    expect(stringValues(byTracker, 1, reading())).toEqual({ currentA: 8, voltageV: 600, powerW: 4_810 })
  })
  it('is current times voltage where no power is said, or the said one is in doubt', () => {
    const flags = qualityFlags.dcPower
    expect(stringValues(byTracker, 1, reading({ flags })).powerW).toBe(4_800)
    const str = [{ n: 3, i: 7.5 }]
    expect(stringValues(byCurrent, 3, reading({ str }))).toEqual({
      currentA: 7.5,
      voltageV: 610,
      powerW: 4_575,
    })
  })
  it('is of a string of optimizers the voltage of its tracker alone', () => {
    const source = { by: 'optimizers', tracker: 1, why: null } as const
    expect(stringValues(source, 1, reading())).toEqual({ currentA: null, voltageV: 600, powerW: null })
    expect(stringValues({ ...source, tracker: null }, 1, reading()).voltageV).toBeNull()
  })
  it('is unknown, not zero, where a value is missing or in doubt', () => {
    expect(stringValues(byCurrent, 3, reading())).toEqual({ currentA: null, voltageV: 610, powerW: null })
    const flags = qualityFlags.current | qualityFlags.dcPower
    expect(stringValues(byTracker, 1, reading({ flags })).powerW).toBeNull()
  })
  it('is never below nothing', () => {
    const back = reading({ mppt: [{ n: 1, u: 600, i: -0.1, p: -60 }] })
    expect(stringValues(byTracker, 1, back).powerW).toBe(0)
  })
})

describe('energy of powers', () => {
  const hour = 3_600_000
  const light = { from: 0, to: 10 * hour }
  it('goes evenly from one reading to the next', () => {
    const points = [0, 1, 2].map((at) => ({ ts: at * hour, powerW: at * 1_000 }))
    expect(energyOfPowers(points, hour, light)).toEqual({ wh: 2_000, coveredMs: 2 * hour })
  })
  it('leaves a gap a gap: nothing is made up for it, and what is covered says so', () => {
    const points = [0, 1, 4, 5].map((at) => ({ ts: at * hour, powerW: 1_000 }))
    expect(energyOfPowers(points, hour, light)).toEqual({ wh: 2_000, coveredMs: 2 * hour })
  })
  it('is unknown of one reading alone or of none that is known', () => {
    expect(energyOfPowers([{ ts: 0, powerW: 5 }], hour, light).wh).toBeNull()
    const unknown = [0, 1].map((at) => ({ ts: at * hour, powerW: null }))
    expect(energyOfPowers(unknown, hour, light)).toEqual({ wh: null, coveredMs: 0 })
  })
  it('counts as covered what lies in the light alone', () => {
    const points = [0, 1, 2, 3].map((at) => ({ ts: at * hour, powerW: 0 }))
    expect(energyOfPowers(points, hour, { from: 1.5 * hour, to: 2 * hour })).toEqual({
      wh: 0,
      coveredMs: 0.5 * hour,
    })
  })
})
