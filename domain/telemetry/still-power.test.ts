import { describe, expect, it } from 'vitest'
import { dcPowerW, powerInTheDark, stillFrom, stillMarks, stillSince } from './still-power.ts'

const shanghai = { latitude: 31.2, longitude: 121.5 }
const NIGHT = Date.parse('2026-06-20T16:00:00Z')
const NOON = Date.parse('2026-06-20T04:00:00Z')
const MIN = 60_000
const inverter = { kind: 'inverter', ratedW: 10_000 } as const
const says = (more: object = {}) => ({ ts: NIGHT, powerW: 2_700, dcW: null, ...more })

describe('power while the sun is down', () => {
  it.each([
    ['power at midnight', {}, true],
    ['what is read of it on the side of the modules', { dcW: 2_790 }, true],
    ['noon', { ts: NOON }, false],
    ['a few watts of its own display', { powerW: 12 }, false],
    ['what it draws', { powerW: -40 }, false],
    ['nothing known', { powerW: null }, false],
    ['a battery: nothing comes from the modules', { dcW: 0 }, false],
    ['sunset itself, with the sky still bright', { ts: Date.parse('2026-06-20T11:05:00Z') }, false],
  ])('looks at %s: %s', (_, more, looked) => {
    expect(powerInTheDark(says(more), inverter, shanghai)).toBe(looked)
  })

  it('leaves gateways and shutdown devices alone', () => {
    expect(powerInTheDark(says(), { kind: 'shutdown', ratedW: null }, shanghai)).toBe(false)
  })

  it('adds up trackers only where all of them are known', () => {
    expect(dcPowerW(null, [{ p: 100 }, { p: 50 }])).toBe(150)
    expect(dcPowerW(null, [{ p: 100 }, { p: null }])).toBeNull()
    expect(dcPowerW(7, [{ p: 100 }])).toBe(7)
    expect(dcPowerW(null, null)).toBeNull()
  })
})

const run = (values: readonly [number | null, number | null][]) =>
  values.map(([powerW, eTotWh], index) => ({
    ts: index * 5 * MIN,
    powerW: powerW === null ? null : powerW * 500,
    eTotWh,
  }))

describe('readings that stand still', () => {
  it('are told from the third on, and from when', () => {
    expect(
      stillSince(
        run([
          [9, 1],
          [5, 1],
          [5, 1],
          [5, 1],
        ]),
      ),
    ).toBe(5 * MIN)
    expect(
      stillSince(
        run([
          [9, 1],
          [5, 1],
          [5, 1],
        ]),
      ),
    ).toBeNull()
  })

  it('are none where the counter moves: a hybrid that holds its output', () => {
    expect(
      stillSince(
        run([
          [5, 1],
          [5, 2],
          [5, 3],
          [5, 4],
        ]),
      ),
    ).toBeNull()
    expect(
      stillSince(
        run([
          [5, null],
          [5, null],
          [5, null],
        ]),
      ),
    ).toBe(0)
  })

  it('are none within a few minutes, nor where power is unknown', () => {
    expect(stillSince([0, 1, 2].map((n) => ({ ts: n * MIN, powerW: 500, eTotWh: 1 })))).toBeNull()
    expect(
      stillSince(
        run([
          [null, 1],
          [null, 1],
          [null, 1],
        ]),
      ),
    ).toBeNull()
  })
})

describe('what is set aside', () => {
  const HOUR = 60 * MIN
  const dusk = NIGHT
  const held = (hour: number, dark = hour >= 0) => {
    const ts = dusk + hour * HOUR
    return {
      ts,
      powerW: 2_700,
      eTotWh: 500,
      dark: dark ? { since: dusk, from: stillFrom(ts, dusk) } : null,
    }
  }
  const marked = (readings: Parameters<typeof stillMarks>[0]) =>
    [...stillMarks(readings)].map((ts) => (ts - dusk) / HOUR).toSorted((a, b) => a - b)

  it('is what repeats itself up to the last of the dark that says it, and by day not the first', () => {
    expect(marked([-2, -1, 0, 1, 2].map((hour) => held(hour)))).toEqual([-1, 0, 1, 2])
    expect(marked([0, 1, 2].map((hour) => held(hour)))).toEqual([0, 1, 2])
    // The last two say that nothing comes from the modules.
    expect(marked([held(-2), held(-1), held(0), held(1, false), held(2, false)])).toEqual([-1, 0])
  })

  it('ends where another value stands between', () => {
    const between = { ...held(1), powerW: 2_650 }
    expect(marked([held(-1), held(0), between, held(2), held(3)])).toEqual([])
  })

  it('goes back a day before the dark at most, and as far for each reading of a day', () => {
    expect(marked([-30, -25, -24, -23, 0, 1].map((hour) => held(hour)))).toEqual([0, 1])
    expect(stillFrom(dusk + HOUR, dusk)).toBe(stillFrom(dusk + 23 * HOUR, dusk))
    // A night of months: of each of its days the one before.
    expect(stillFrom(dusk + 50 * HOUR, dusk)).toBe(dusk + 24 * HOUR)
  })
})
