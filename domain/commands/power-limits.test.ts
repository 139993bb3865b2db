import { describe, expect, it } from 'vitest'
import { canOf, cannot, dueOf, GRACE_MS, limitW, takenW, TIMER_S } from './power-limits.ts'

const able = canOf({ limit: { min_pct: 10, units: ['pct', 'w'], reversion: 'device' } })

describe('what devices can', () => {
  it('is what their gateway says: nothing said is no no', () => {
    expect(canOf(null)).toBe(null)
    expect(able).toEqual({
      switch: false,
      restart: false,
      limit: { minPct: 10, units: ['pct', 'w'], reversion: 'device' },
    })
    expect(
      canOf({ switch: {}, restart: null, limit: { min_pct: 0, units: ['w'], reversion: 'none' } }),
    ).toEqual({
      switch: true,
      restart: false,
      limit: { minPct: 0, units: ['w'], reversion: 'server' },
    })
  })

  it.each([
    [{ op: 'limit', pct: 60 }, able, 10_000, null],
    [{ op: 'limit', pct: 9 }, able, 10_000, 'limit_too_low'],
    [{ op: 'limit', w: 999 }, able, 10_000, 'limit_too_low'],
    [{ op: 'limit', w: 1_000 }, able, 10_000, null],
    [{ op: 'limit', w: 9_999 }, able, 10_000, null],
    [{ op: 'limit', w: 10_000 }, able, 10_000, 'limit_too_high'],
    [{ op: 'limit', w: 10_000 }, null, 10_000, 'limit_too_high'],
    [{ op: 'limit', w: 10_000 }, able, null, null],
    [{ op: 'limit', pct: 100 }, able, 10_000, null],
    [{ op: 'limit', pct: 1 }, null, null, null],
    [{ op: 'limit', pct: 50 }, canOf({ switch: {} }), null, 'op_unsupported'],
    [{ op: 'switch', on: false }, canOf({ switch: {} }), null, null],
    [{ op: 'restart' }, able, null, 'op_unsupported'],
    [{ op: 'read' }, able, null, null],
  ] as const)('%j of %j rated %s: %s', (act, can, ratedW, lack) => {
    expect(cannot(act, can, ratedW)).toBe(lack)
  })
})

describe('what a limit takes out', () => {
  it('is what flows above it now, of each device; unknown when it is of one', () => {
    expect(
      takenW(
        [
          { powerW: 6_000, ratedW: 10_000 },
          { powerW: 1_000, ratedW: 10_000 },
        ],
        { pct: 30 },
      ),
    ).toBe(3_000)
    expect(takenW([{ powerW: 6_000, ratedW: null }], { w: 2_500 })).toBe(3_500)
    expect(takenW([{ powerW: 6_000, ratedW: null }], { pct: 30 })).toBe(null)
    expect(takenW([{ powerW: null, ratedW: 10_000 }], { pct: 30 })).toBe(null)
    expect([limitW({ pct: 25, w: null }, 8_000), limitW({ pct: null, w: 1 }, null)]).toEqual([2_000, 1])
  })
})

describe('what the server does about a limit', () => {
  const endsAt = 10 * TIMER_S * 1000
  const timed = (timerAt: number | null, now: number) => dueOf({ reversion: 'device', endsAt, timerAt }, now)
  it('E4: renews at half of the timer, while there is a minute left to renew for', () => {
    const timerAt = endsAt - 1
    expect(timed(timerAt, timerAt - TIMER_S * 500 - 1)).toBe(null)
    expect(timed(timerAt, timerAt - TIMER_S * 500)).toBe('renew')
    expect(timed(timerAt, endsAt - 60_000)).toBe('renew')
    expect(timed(timerAt, endsAt - 59_999)).toBe(null)
    expect(timed(endsAt, timerAt)).toBe(null)
  })

  it('E4: lifts at its end what nobody else does, and what those who should have not', () => {
    expect(timed(endsAt, endsAt + GRACE_MS - 1)).toBe(null)
    expect(timed(endsAt, endsAt + GRACE_MS)).toBe('lift')
    expect(dueOf({ reversion: 'server', endsAt, timerAt: null }, endsAt)).toBe('lift')
    expect(dueOf({ reversion: 'server', endsAt, timerAt: null }, endsAt - 1)).toBe(null)
  })
})
