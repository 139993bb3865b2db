import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySeries, deviceLife, every, HOUR, MINUTE, RATED_W } from '#tests/factories/counter-series.ts'
import { growthLimitWh, NOISE_WH, SPIKE_READINGS } from './counter-rules.ts'
import { counterGrowthWh, energyLedger } from './energy-ledger.ts'

const limits = { ratedW: RATED_W }
const five = (values: (number | null)[]) => every(5 * MINUTE, '2024-06-01T10:00Z', values)
const ledgerOf = (values: (number | null)[], ratedW: number | null = RATED_W) => {
  const ledger = energyLedger(five(values), { ratedW })
  return {
    ...ledger,
    growth: counterGrowthWh(ledger.segments),
    causes: ledger.segments.map(({ cause }) => cause),
    aside: ledger.setAside.map(({ eTotWh, reason }) => [eTotWh, reason]),
  }
}
const sum = (steps: { wh: number }[]): number => steps.reduce((total, { wh }) => total + wh, 0)

describe('energy ledger, golden series', () => {
  it('takes a counter that grows as it is, unknown readings left out', () => {
    const { growth, causes, aside, steps } = ledgerOf([43_934_840, null, 43_935_600, 43_935_600, 43_936_100])
    expect({ growth, causes, aside }).toEqual({ growth: 1260, causes: ['first'], aside: [] })
    expect(steps.map(({ wh }) => wh)).toEqual([760, 0, 500])
  })

  it('D11: a single dip to 0 is set aside, and the energy across it is counted once', () => {
    const { growth, causes, aside } = ledgerOf([9000, 9500, 0, 10_200, 10_500])
    expect({ growth, causes, aside }).toEqual({ growth: 1500, causes: ['first'], aside: [[0, 'zero']] })
  })

  it('D11: a night of zeros is no reset', () => {
    const { growth, causes } = ledgerOf([9000, 9500, ...Array<number>(150).fill(0), 9510, 9600])
    expect({ growth, causes }).toEqual({ growth: 600, causes: ['first'] })
  })

  it('D11: a dip to a small value is set aside', () => {
    const { growth, causes, aside } = ledgerOf([9000, 9500, 12, 13, 10_400])
    expect({ growth, causes }).toEqual({ growth: 1400, causes: ['first'] })
    expect(aside).toEqual([
      [12, 'dip'],
      [13, 'dip'],
    ])
  })

  it('D11: a spike beyond rated power is set aside', () => {
    const { growth, aside } = ledgerOf([9000, 9500, 5_000_000, 10_400])
    expect({ growth, aside }).toEqual({ growth: 1400, aside: [[5_000_000, 'jump']] })
  })

  it('D11: noise of 1 or 2 Wh downward adds nothing, however long it lasts', () => {
    const jitter = [9000, 8998, 8999, 8998, 8998, 8998, 8999, 9000, 8999, 8998, 8998, 8998, 9000, 9001]
    const { growth, causes, steps } = ledgerOf(jitter)
    expect({ growth, causes }).toEqual({ growth: 1, causes: ['first'] })
    expect(steps).toHaveLength(jitter.length - 1)
    expect(steps.at(-1)).toMatchObject({ wh: 1, toTs: five(jitter).at(-1)?.ts })
  })

  it('D11: a counter that falls waits for three readings, then starts a new segment', () => {
    const start = [9000, 9500]
    expect(ledgerOf([...start, 300]).aside).toEqual([[300, 'unconfirmed']])
    expect(ledgerOf([...start, 300, 700])).toMatchObject({ growth: 500, causes: ['first'] })
    const { growth, causes, aside } = ledgerOf([...start, 300, 700, 1000, 1500])
    expect({ growth, causes, aside }).toEqual({
      growth: 500 + 300 + 1200,
      causes: ['first', 'reset'],
      aside: [],
    })
  })

  it('D11: a reset seen at 0 counts from that 0, when rated power allows', () => {
    expect(ledgerOf([9000, 9500, 0, 300, 700, 1000])).toMatchObject({
      growth: 500 + 300 + 700,
      causes: ['first', 'reset'],
    })
    // 5 kWh within five minutes are no energy of a 17 kW inverter: the new counter brought them along.
    expect(ledgerOf([9000, 9500, 0, 5000, 5300, 5700])).toMatchObject({ growth: 500 + 700 })
  })

  it('D11: the first value after a reset is lost when rated power could not bring it, or is not known', () => {
    expect(ledgerOf([9_000_000, 9_000_500, 5000, 5300, 5700]).growth).toBe(500 + 700)
    expect(ledgerOf([9_000_000, 9_000_500, 300, 700, 1000], null).growth).toBe(500 + 700)
    expect(ledgerOf([9_000_000, 9_000_500, 0, 300, 700, 1000], null).growth).toBe(500 + 700)
    // An hour and more of silence: who knows what the new counter brought along.
    const silent = every(61 * MINUTE, '2024-06-01T10:00Z', [9_000_000, 9_000_500, 300, 700, 1000])
    expect(counterGrowthWh(energyLedger(silent, limits).segments)).toBe(500 + 700)
  })

  it('D11: a counter restored to an older value is not counted again', () => {
    expect(ledgerOf([1000, 1400, 900, 1000, 1100])).toMatchObject({
      growth: 400 + 200,
      causes: ['first', 'reset'],
    })
  })

  it('D11: a new device counts from the 0 that it showed at first; an old one does not', () => {
    expect(ledgerOf([0, 0, 0, 40, 90]).growth).toBe(90)
    expect(ledgerOf([0, 0, 0, 43_934_840, 43_934_900]).growth).toBe(60)
  })

  it('D11: a 16-bit rollover is exact', () => {
    const { growth, causes } = ledgerOf([65_000, 65_400, 264, 700, 1100])
    expect({ growth, causes }).toEqual({ growth: 400 + 400 + 836, causes: ['first', 'wrap'] })
  })

  it('D11: a 32-bit rollover is exact, also when the counter reads 0 once', () => {
    const top = 2 ** 32
    expect(ledgerOf([top - 700, top - 300, 200, 600, 1000])).toMatchObject({
      growth: 1700,
      causes: ['first', 'wrap'],
    })
    expect(ledgerOf([top - 700, top - 300, 0, 600, 1000, 1400]).growth).toBe(2100)
  })

  it('D11: a rollover in a coarser unit is exact', () => {
    const hours = every(HOUR, '2024-06-01T10:00Z', [65_530_000, 65_535_000, 4000, 9000, 14_000])
    expect(counterGrowthWh(energyLedger(hours, limits).segments)).toBe(5000 + 5000 + 10_000)
  })

  it('D11: what only looks like a rollover is a reset', () => {
    // Near the top, but 20 kWh within five minutes are beyond 17 kW.
    expect(ledgerOf([60_000, 60_400, 14_000, 14_400, 14_800])).toMatchObject({
      growth: 400 + 800,
      causes: ['first', 'reset'],
    })
    // Far from any top.
    expect(ledgerOf([30_000, 30_400, 10, 400, 800])).toMatchObject({
      growth: 400 + 800,
      causes: ['first', 'reset'],
    })
  })

  it('D11: a replaced meter adds nothing by its own count, lower or higher', () => {
    expect(ledgerOf([9_000_000, 9_000_400, 812_000, 812_300, 812_900])).toMatchObject({
      growth: 400 + 900,
      causes: ['first', 'reset'],
    })
    expect(ledgerOf([9000, 9400, 812_000, 812_300, 812_900])).toMatchObject({
      growth: 400 + 900,
      causes: ['first', 'jump'],
    })
  })

  it('D11: garbage in the first reading does no harm', () => {
    expect(ledgerOf([4_000_000_000, 9000, 9400, 9800]).growth).toBe(800)
    expect(ledgerOf([3, 9_000_000, 9_000_400, 9_000_800]).growth).toBe(800)
  })

  it('lets a counter advance in steps of 1 kWh on a small device', () => {
    expect(ledgerOf([5000, 5000, 5000, 6000, 6000, 6000, 7000], 600).growth).toBe(2000)
  })

  it('knows no giant yield when the rated power is unknown', () => {
    expect(ledgerOf([9000, 9400, 4_000_000_000, 9800], null).growth).toBe(800)
  })

  it('keeps the cautious one of two values for one instant', () => {
    const ledger = energyLedger([...five([9000, 9400]), ...five([9100])], limits)
    expect(counterGrowthWh(ledger.segments)).toBe(400)
    expect(ledger.setAside).toEqual([{ ts: five([1])[0]?.ts, eTotWh: 9100, reason: 'conflict' }])
  })

  it('V2: never counts what is no number', () => {
    const { growth, aside } = ledgerOf([9000, Infinity, 1e300, -5, Number.NaN, 2 ** 60, 9400])
    expect(growth).toBe(400)
    expect(aside.map(([, reason]) => reason)).toEqual(['invalid', 'invalid', 'invalid', 'invalid'])
  })
})

describe('energy ledger, one wrong reading', () => {
  const module = 300

  it('D11: a module cannot gain a kilowatt-hour between two readings', () => {
    const { growth, aside } = ledgerOf([512_000, 512_020, 512_640, 512_062, 512_085, 512_110], module)
    expect({ growth, aside }).toEqual({ growth: 110, aside: [[512_640, 'jump']] })
  })

  it('D11: nor by a count that is a little higher and stays there', () => {
    const { growth, causes } = ledgerOf([512_001, 512_020, 512_640, 512_662, 512_685], module)
    expect({ growth, causes }).toEqual({ growth: 19 + 45, causes: ['first', 'jump'] })
  })

  it('D11: a spike within what rated power allows is taken back once the counter goes on below it', () => {
    // In the evening: nothing grows past the wrong value any more.
    const { growth, aside, causes } = ledgerOf([512_000, 512_020, 512_080, 512_021, 512_021, 512_021], module)
    expect({ growth, causes, aside }).toEqual({ growth: 21, causes: ['first'], aside: [[512_080, 'jump']] })
    expect(ledgerOf([512_000, 512_020, 512_080, 512_085, 512_021, 512_022, 512_022], module)).toMatchObject({
      growth: 22,
      causes: ['first'],
      aside: [
        [512_080, 'jump'],
        [512_085, 'jump'],
      ],
    })
  })

  it('D11: a first reading far too high brings no energy of the counter that stands far below it', () => {
    expect(ledgerOf([4_000_000_000, 900, 930, 960]).growth).toBe(60)
  })

  it('D11: a device exchanged in a silence of days is no counter that ran over', () => {
    // A 16-bit counter of kWh has 547 kWh to go, which 17 kW could have brought in two days.
    const exchanged = [
      ...every(5 * MINUTE, '2024-06-01T10:00Z', [64_998_000, 64_999_000, 65_000_000]),
      ...every(5 * MINUTE, '2024-06-03T10:00Z', [11_000, 12_000, 13_000, 14_000]),
    ]
    const ledger = energyLedger(exchanged, limits)
    expect(ledger.segments.map(({ cause }) => cause)).toEqual(['first', 'reset'])
    expect(counterGrowthWh(ledger.segments)).toBe(5000)
    // A night lies between, and 12 kWh are what such a counter had to go: it ran over.
    const over = [
      ...every(5 * MINUTE, '2024-06-01T18:00Z', [65_523_000, 65_524_000, 65_525_000]),
      ...every(5 * MINUTE, '2024-06-02T07:00Z', [1000, 2000, 3000, 4000]),
    ]
    expect(counterGrowthWh(energyLedger(over, limits).segments)).toBe(2000 + 12_000 + 3000)
  })

  it('D11: lets a meter refresh its counter every quarter of an hour', () => {
    const held = Array.from({ length: 40 }, (_, n) => 512_000 + Math.floor(n / 3) * 70)
    expect(ledgerOf(held, module)).toMatchObject({ growth: 13 * 70, aside: [] })
  })

  it('D11: one wrong reading, whatever it says and wherever it stands, changes no total for ever', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(300, 600, 17_000, 100_000),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 12, maxLength: 60 }),
        fc.nat(),
        fc.oneof(
          fc.integer({ min: 0, max: 5_000_000_000 }),
          fc.integer({ min: -200_000, max: 200_000 }).map((by) => ({ by })),
          fc.integer({ min: -120, max: 120 }).map((by) => ({ by })),
        ),
        fc.constantFrom(1, 5, 15, 60),
        (ratedW, shares, place, wrong, everyMin) => {
          let counter = 20_000_003
          const full = (ratedW * everyMin) / 60
          const values = shares.map((share) => (counter += Math.round(share * full)))
          const series = every(everyMin * MINUTE, '2024-06-01T06:00Z', values)
          // Not the first, before which nothing is known, and not the last three, which still wait.
          const index = 1 + (place % (series.length - 4))
          const hurt = series.map((reading, n) =>
            n === index
              ? {
                  ...reading,
                  eTotWh: typeof wrong === 'number' ? wrong : Math.max(0, (reading.eTotWh ?? 0) + wrong.by),
                }
              : reading,
          )
          const growth = (list: typeof series) => counterGrowthWh(energyLedger(list, { ratedW }).segments)
          // A difference of rounding cannot be told from the truth.
          expect(Math.abs(growth(hurt) - growth(series))).toBeLessThanOrEqual(NOISE_WH)
        },
      ),
      { numRuns: 1500 },
    )
  })
})

describe('energy ledger, properties', () => {
  it('D11: energy is whole, never negative, never beyond rated power, never counted twice', () => {
    fc.assert(
      fc.property(anySeries, (series) => {
        const { steps, segments } = energyLedger(series, limits)
        let endTs = -Infinity
        for (const { fromTs, toTs, wh } of steps) {
          expect(Number.isSafeInteger(wh) && wh >= 0).toBe(true)
          // The coarsest unit of a counter allows the most.
          const most = growthLimitWh(limits, { ts: fromTs, wh: 1000 }, { ts: toTs, wh: 2000 })
          expect(wh).toBeLessThanOrEqual(most)
          expect(fromTs).toBeLessThan(toTs)
          expect(fromTs).toBeGreaterThanOrEqual(endTs)
          endTs = toTs
        }
        expect(sum(steps)).toBe(counterGrowthWh(segments))
      }),
      { numRuns: 600 },
    )
  })

  it('D7 D8: any order and any repetition of the readings give the same ledger', () => {
    fc.assert(
      fc.property(
        anySeries.chain((series) =>
          fc.tuple(
            fc.constant(series),
            fc
              .array(fc.integer({ min: 1, max: 5 }), {
                minLength: series.length,
                maxLength: series.length,
              })
              .map((times) => series.flatMap((reading, index) => Array(times[index] ?? 1).fill(reading)))
              .chain((many) => fc.shuffledSubarray(many, { minLength: many.length })),
          ),
        ),
        ([series, delivered]) => {
          expect(energyLedger(delivered, limits)).toEqual(energyLedger(series, limits))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('D11: as readings arrive, none but the last two steps can be taken back', () => {
    fc.assert(
      fc.property(anySeries, fc.nat(), (series, cut) => {
        const before = energyLedger(series.slice(0, cut % (series.length + 1)), limits)
        const after = energyLedger(series, limits)
        const firm = before.steps.slice(0, -SPIKE_READINGS)
        expect(after.steps.slice(0, firm.length)).toEqual(firm)
        expect(sum(after.steps)).toBeGreaterThanOrEqual(sum(firm))
      }),
      { numRuns: 300 },
    )
  })

  it('D11: every reading is accounted for: accepted, unknown, or set aside with a reason', () => {
    fc.assert(
      fc.property(deviceLife, (series) => {
        const { accepted, setAside } = energyLedger(series, limits)
        expect(accepted.length + setAside.length).toBe(series.length)
      }),
    )
  })

  it('D11: dips, zeros and spikes of up to two readings cost no energy', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1200 }), { minLength: 8, maxLength: 80 }),
        fc.array(fc.constantFrom(null, 0, 1, 77, 4_100_000_000), { minLength: 20, maxLength: 20 }),
        (growths, faults) => {
          let counter = 20_000_000
          const series = five([...growths, 100].map((wh) => (counter += wh)))
          // Two faults, then two good readings, and so on; the last reading is good.
          const hurt = series.map((reading, index) => {
            const fault = index % 4 >= 2 && index < growths.length ? (faults[index % 20] ?? null) : null
            return fault === null ? reading : { ...reading, eTotWh: fault }
          })
          const growth = (list: typeof series) => counterGrowthWh(energyLedger(list, limits).segments)
          expect(growth(hurt)).toBe(growth(series))
        },
      ),
      { numRuns: 300 },
    )
  })
})
