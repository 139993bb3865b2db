import { describe, expect, it } from 'vitest'
import { believedCounters, counter } from '#domain/alarms/rules/counter.ts'
import { frozen } from '#domain/alarms/rules/frozen.ts'
import type { RuleReading } from '#domain/analyses/station-window.ts'
import { type OpenMemory, remember } from '#domain/analyses/memory.ts'
import { at, device, NOON } from './made-window.ts'

const windowOf = (readings: Partial<RuleReading>[], ts = NOON) =>
  at(
    [
      device(
        'a',
        {},
        readings.map((one, index) => ({ p: 4000 + index, ...one })),
      ),
    ],
    ts,
  )
const pv = (ePv: number | null) => ({ ePv, eTot: 7_000_000 })
const told = (readings: Partial<RuleReading>[], memory: OpenMemory = new Map()) =>
  counter.judge(windowOf(readings), 100, memory).map(({ says }) => says)

describe('rules over hybrid inverters', () => {
  it('follow the counter of the modules, and are not misled by a report that leaves it out', () => {
    expect(told([pv(9_000_000), pv(9_000_300), pv(null), pv(9_000_900), pv(9_001_200)])).toEqual(['good'])
    expect(told([pv(9_000_000), pv(9_000_300), pv(300), pv(600), pv(900)])).toEqual(['bad'])
    // The counter of its AC side may do as it likes.
    expect(
      told([8, 7, 1, 2, 3].map((n) => ({ ePv: 9_000_000 + n, eTot: n * 1_000_000 })).toReversed()),
    ).not.toContain('bad')
  })

  it('take another counter for no fall of the one that was remembered', () => {
    const memory: OpenMemory = new Map()
    remember(memory, believedCounters.keep(new Map([['a', { wh: 9_000_000, ts: NOON - 3_600_000 * 5 }]])))
    const small = [1, 2, 3, 4].map((n) => ({ ePv: 5000 + n * 100, eTot: 9_000_000 + n * 100 }))
    expect(told(small, memory)).toEqual(['good'])
    expect(
      told(
        small.map(({ ePv }) => ({ eTot: ePv })),
        memory,
      ),
    ).toEqual(['bad'])
  })

  it('see power of modules that stands still at night, whatever its battery does', () => {
    const night = NOON + 12 * 3_600_000
    const still = Array.from({ length: 8 }, (_, n) => ({
      ts: night - (7 - n) * 5 * 60_000,
      p: 2900,
      pDc: 0,
      ePv: 8_000_001,
    }))
    expect(frozen.judge(windowOf(still, night), 0, new Map()).map(({ says }) => says)).toEqual(['bad'])
  })
})
