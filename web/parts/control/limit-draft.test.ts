import { describe, expect, it } from 'vitest'
import { actOfDraft, amountOf, draftOf, endOf, isTime, rangeOf } from './limit-draft.ts'

const now = Date.UTC(2026, 10, 23, 12)
const hours = (n: number): number => n * 3_600_000
const half = draftOf({ op: 'limit' }, now)

describe('a limit as it is typed', () => {
  it('begins with half for four hours, and an earlier one as it was', () => {
    expect(half).toEqual({ unit: 'pct', value: 50, choice: 'h4', until: null })
    expect(draftOf({ op: 'limit', w: 3_000, for_s: 900 }, now)).toEqual({
      unit: 'w',
      value: 3_000,
      choice: 'm15',
      until: null,
    })
    expect(draftOf({ op: 'limit', pct: 30, for_s: 7_000 }, now)).toEqual({
      unit: 'pct',
      value: 30,
      choice: 'own',
      until: now + 7_000_000,
    })
  })

  it('is sent in the seconds that are left of it', () => {
    expect(actOfDraft(half, now)).toEqual({ op: 'limit', pct: 50, for_s: 14_400 })
    const own = { ...half, unit: 'w' as const, value: 700, choice: 'own' as const, until: now + hours(30) }
    expect(actOfDraft(own, now + hours(1))).toEqual({ op: 'limit', w: 700, for_s: 29 * 3_600 })
    expect(endOf({ ...half, choice: 'd1' }, now)).toBe(now + hours(24))
  })

  it.each([
    [null, null],
    [Number.NaN, null],
    [-1, null],
    [33.3, null],
    [0, { pct: 0 }],
    [99, { pct: 99 }],
    // That is no limit, and has a press of its own.
    [100, null],
  ])('%s %% is %j', (value, amount) => {
    expect(amountOf({ ...half, value })).toEqual(amount)
    expect(actOfDraft({ ...half, value }, now) === null).toBe(amount === null)
  })

  it('E4: lasts from a minute to seven days', () => {
    const until = (ms: number | null) =>
      isTime({ ...half, choice: 'own', until: ms === null ? null : now + ms }, now)
    expect([until(null), until(59_000), until(60_000), until(hours(168)), until(hours(168) + 1_000)]).toEqual(
      [false, false, true, true, false],
    )
    expect(actOfDraft({ ...half, choice: 'own' }, now)).toBe(null)
  })
})

const device = (ratedW: number | null, minPct: number, units: ('pct' | 'w')[] = ['pct', 'w']) => ({
  ratedW,
  can: { switch: false, restart: false, limit: { minPct, units, reversion: 'device' as const } },
})

describe('what all of the chosen take', () => {
  it('is what the narrowest of them take', () => {
    expect(rangeOf([device(6_000, 10), device(10_000, 20, ['pct'])])).toEqual({
      units: ['pct', 'w'],
      minPct: 20,
      minW: 2_000,
      maxW: 5_999,
    })
    expect(rangeOf([device(6_000, 0, ['w'])]).units).toEqual(['w'])
  })

  it('is anything where a gateway has not said, and no W where a rating is not known', () => {
    expect(rangeOf([{ ratedW: null, can: null }])).toEqual({
      units: ['pct', 'w'],
      minPct: 0,
      minW: null,
      maxW: null,
    })
    expect(rangeOf([device(6_000, 10), device(null, 10)])).toMatchObject({ minW: null, maxW: null })
  })
})
