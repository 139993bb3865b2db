import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RawMetrics } from './reading-quality.ts'
import { flagsIn, hasFlag, qualityFlags } from './quality-flags.ts'
import { cleanMetrics, countableWh, storedMetrics } from './reading-quality.ts'
import { listMetrics, numberMetrics, phasesMetrics, switchMetrics } from './metrics.ts'
import { generationW } from './generation.ts'
import { deviceKinds } from '../devices/kinds.ts'
import type { DeviceFacts } from './reading-ranges.ts'

const inverter: DeviceFacts = { kind: 'inverter', ratedW: 17_000 }
const clean = (raw: RawMetrics, device = inverter) => {
  const { metrics, flags } = cleanMetrics(raw, device)
  return { metrics, flags: flagsIn(flags) }
}

const productionW = (acW: number | null, flags: number) => generationW({ acW, pvW: null, pvWh: null }, flags)

const parts = (names: readonly string[], value: fc.Arbitrary<unknown>) =>
  fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 3 })

describe('quality of a reading', () => {
  it('keeps an honest reading as it came', () => {
    const raw = {
      p: 865,
      q: -22,
      f: 49.98,
      u: [230.1, null, 230.4],
      i: [1.26, 1.25, 1.27],
      t: 38.9,
      p_dc: 884,
      e_tot: 43_934_840,
      mppt: [{ n: 1, u: 746.9, i: 1.18, p: 884 }],
    }
    const { metrics, flags } = clean(raw)
    expect(flags).toEqual([])
    expect(metrics).toMatchObject(raw)
    expect(metrics).toMatchObject({ u_in: null, rssi: null, closed: null, keepalive: null })
  })

  it('keeps what hybrids, meters, batteries and combiner boxes say, alarm words too', () => {
    const hybrid = {
      p: 2140,
      s: 2160,
      pf: 0.991,
      riso: 1480,
      p_pv: 30_000,
      e_pv: 8_214_300,
      str: [
        { n: 1, i: 6.1 },
        { n: 2, i: null },
      ],
      al: [0, 16],
    }
    expect(clean(hybrid)).toEqual({ metrics: expect.objectContaining(hybrid), flags: [] })
    // It charges its battery from the grid; an inverter without one does not draw as much.
    expect(clean({ p: -15_000, p_pv: 0 }).flags).toEqual([])
    expect(clean({ p: -15_000, e_pv: 8_214_300 }).flags).toEqual([])
    expect(clean({ p: -15_000 }).flags).toEqual(['power'])
    const meter = { p: -13_500, e_in: 2_410_800, e_out: 5_920_100 }
    expect(clean(meter, { kind: 'meter', ratedW: null })).toMatchObject({ metrics: meter, flags: [] })
    const battery = { p: -5000, soc: 61.5, e_chg: 1_204_000, e_dis: 1_130_500 }
    expect(clean(battery, { kind: 'battery', ratedW: 5000 })).toMatchObject({ metrics: battery, flags: [] })
    const combiner = { u_in: 742, str: [{ n: 16, i: 7.4 }] }
    expect(clean(combiner, { kind: 'combiner', ratedW: null })).toMatchObject({
      metrics: combiner,
      flags: [],
    })
  })

  it('doubts each of them apart: a wrong counter beside it costs the lifetime counter nothing', () => {
    const flags = (raw: RawMetrics) => clean(raw).flags
    expect(flags({ e_in: -5, e_tot: 100 })).toEqual(['counters'])
    expect(flags({ s: 90_000 })).toEqual(['apparentPower'])
    expect(flags({ pf: 1.2 })).toEqual(['powerFactor'])
    expect(flags({ soc: 104 })).toEqual(['charge'])
    expect(flags({ p_pv: 40_000 })).toEqual(['pvPower'])
    expect(flags({ riso: 70_000 })).toEqual(['insulation'])
    expect(flags({ str: [{ n: 1, i: 9_000 }] })).toEqual(['current'])
    expect(clean({ riso: 65_535 })).toEqual({
      metrics: expect.objectContaining({ riso: null }),
      flags: ['sentinel'],
    })
    expect(clean({ str: [{ n: 0, i: 1 }, 'x', { n: 2, i: 655.35 }], al: [] }).metrics).toMatchObject({
      str: [{ n: 2, i: null }],
      al: [],
    })
  })

  it('keeps the values of an optimizer and of a shutdown device', () => {
    const optimizer = { u_in: 30.6, i_in: 6.94, u_out: 30.2, p: 212, t: 26.8, e_tot: 512_300, rssi: 132 }
    const shutdown = { u_in: 31.2, closed: true, keepalive: false, t: 27.1 }
    expect(clean(optimizer, { kind: 'optimizer', ratedW: null })).toMatchObject({
      metrics: optimizer,
      flags: [],
    })
    expect(clean(shutdown, { kind: 'shutdown', ratedW: null })).toMatchObject({
      metrics: shutdown,
      flags: [],
    })
  })

  it.each([
    ['p', -1_000_000],
    ['p', 65_535],
    ['p', -32_768],
    ['p', 0xffff_ffff],
    ['t', 655.35],
    ['t', -327.68],
    ['t', 3276.8],
    ['f', 655.35],
    ['f', 65_535],
    ['u_in', 6553.5],
    ['i_in', 655.35],
    ['e_tot', 0xffff_ffff],
    ['e_tot', -1_000_000],
    ['rssi', 65_535],
    ['q', -32_768],
  ] as const)('V2: %s of %d is a code for "no value": null, not a number and not 0', (metric, value) => {
    const { metrics, flags } = clean({ [metric]: value })
    expect(metrics[metric]).toBeNull()
    expect(flags).toEqual(['sentinel'])
  })

  it('keeps a code where it is an honest value', () => {
    const large: DeviceFacts = { kind: 'inverter', ratedW: 100_000 }
    expect(clean({ p: 65_535, e_tot: 65_535 }, large)).toMatchObject({
      metrics: { p: 65_535, e_tot: 65_535 },
      flags: [],
    })
  })

  it.each([
    ['p', 3 * 17_000, 'power'],
    ['p', 1.3 * 17_000, 'power'],
    ['p', -2000, 'power'],
    ['p_dc', 51_000, 'dcPower'],
    ['q', 51_000, 'reactivePower'],
    ['u_in', 5000, 'voltage'],
    ['i_in', 900, 'current'],
    ['f', 12, 'frequency'],
    ['f', 400, 'frequency'],
    ['t', 500, 'temperature'],
    ['t', -90, 'temperature'],
    ['e_tot', -7, 'energy'],
    ['e_tot', 9e12, 'energy'],
    ['irr', -200, 'irradiance'],
    ['irr', 9000, 'irradiance'],
    ['rssi', 900, 'signal'],
  ] as const)('D19: an impossible %s of %d is stored and flagged as %s', (metric, value, flag) => {
    const { metrics, flags } = clean({ [metric]: value })
    expect(metrics[metric]).toBe(value)
    expect(flags).toEqual([flag])
  })

  it.each([
    ['u', { u: [230, 4000, 231] }, 'voltage'],
    ['i', { i: [1, 2, 4000] }, 'current'],
    ['mppt', { mppt: [{ n: 1, u: 3000, i: 1, p: 3 }] }, 'voltage'],
  ] as const)('D19: an impossible value within %s is flagged', (_, raw, flag) => {
    expect(clean(raw)).toMatchObject({ metrics: raw, flags: [flag] })
  })

  it('D19: flagged values stay out of totals', () => {
    const { metrics, flags } = cleanMetrics({ p: 51_000, e_tot: -7 }, inverter)
    expect([productionW(metrics.p, flags), countableWh(metrics.e_tot, flags)]).toEqual([null, null])
    const fine = cleanMetrics({ p: 5100, e_tot: 7, t: 500 }, inverter)
    expect([productionW(fine.metrics.p, fine.flags), countableWh(fine.metrics.e_tot, fine.flags)]).toEqual([
      5100, 7,
    ])
  })

  it('takes a few watts drawn at night as measured, and as no production', () => {
    const { metrics, flags } = cleanMetrics({ p: -2.86 }, { kind: 'inverter', ratedW: 6000 })
    expect([metrics.p, flags, productionW(metrics.p, flags)]).toEqual([-2.86, 0, 0])
    expect(productionW(null, 0)).toBeNull()
  })

  it('V2: what is no finite number is unknown, whatever comes', () => {
    const device = fc.record({
      kind: fc.constantFrom('gateway', 'inverter', 'optimizer', 'shutdown'),
      ratedW: fc.option(fc.double({ min: 0, max: 1e7, noNaN: true })),
    })
    const value = fc.oneof(
      fc.double(),
      fc.anything(),
      fc.constantFrom(JSON.parse('1e400'), Number.NaN, 2 ** 53 + 1, '5', -0),
    )
    const raw = fc.record(
      {
        p: value,
        u: value,
        i: fc.array(value),
        e_tot: value,
        mppt: fc.array(value),
        closed: value,
        irr: value,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(raw, device, (m, facts) => {
        const { metrics, flags } = cleanMetrics(m, facts)
        const { u, i, mppt, closed, keepalive, ...scalars } = metrics
        const numbers = [
          ...Object.values(scalars),
          ...(u ?? []),
          ...(i ?? []),
          ...(mppt ?? []).flatMap((tracker) => Object.values(tracker)),
        ]
        for (const number of numbers) expect(number === null || Number.isFinite(number)).toBe(true)
        expect([true, false, null]).toContain(closed)
        expect(keepalive).toBeNull()
        const readable = m.p === undefined || m.p === null || Number.isFinite(m.p)
        expect(readable || (metrics.p === null && hasFlag(flags, 'unreadable'))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('what is stored as it came, without a copy, is what cleaning would have made of it', () => {
    const usual = fc.constantFrom(0, 1, 50, 12.5, -0.5, null)
    const odd = fc.oneof(
      fc.constantFrom(Number.NaN, Infinity, -0, 2 ** 53, 1e15, 1e16, '5', true, undefined, {}),
      fc.constantFrom(
        -1,
        -15,
        100.5,
        70.5,
        39,
        5_000,
        60_001,
        655.35,
        6553.5,
        -327.68,
        32_767,
        65_535,
        0xffff_ffff,
      ),
      fc.constantFrom(-1_000_000, -1_000_001, 2e12, 2e12 + 1, 1.5),
      fc.double(),
    )
    const some = fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: odd })
    const numbered = fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1, max: 9 }) },
      { weight: 1, arbitrary: odd },
    )
    const listed = fc.oneof(
      fc.array(some, { maxLength: 3 }),
      fc.array(fc.record({ n: numbered, u: some, i: some, p: some }), { maxLength: 3 }),
      fc.array(fc.record({ n: numbered, i: some }), { maxLength: 3 }),
      fc.array(fc.record({ n: numbered, u: some, i: some, p: some, more: some }, { requiredKeys: ['n'] }), {
        maxLength: 2,
      }),
      fc.constant(null),
    )
    const raw = fc
      .tuple(
        parts([...numberMetrics, 'more'], some),
        parts(switchMetrics, fc.oneof(fc.boolean(), some)),
        parts([...phasesMetrics, ...listMetrics, 'al'], listed),
      )
      .map((said) => Object.fromEntries(said.flat()) as RawMetrics)
    const device = fc.record({
      kind: fc.constantFrom(...deviceKinds),
      ratedW: fc.constantFrom(null, 0, 300, 17_000, 2_000_000),
    })
    const silent = cleanMetrics({}, inverter).metrics
    let uncopied = 0
    fc.assert(
      fc.property(raw, device, (said, facts) => {
        const before = structuredClone(said)
        const { metrics, flags } = storedMetrics(said, facts)
        if (metrics === said) uncopied += 1
        expect({ metrics: { ...silent, ...metrics }, flags }).toEqual(cleanMetrics(said, facts))
        expect(said).toEqual(before)
      }),
      { numRuns: 5_000, examples: [[{ p: -1_000_000 }, { kind: 'battery', ratedW: 2_000_000 }]] },
    )
    expect(uncopied).toBeGreaterThan(500)
  })

  it('drops trackers without a number, keeps the others', () => {
    expect(clean({ mppt: [{ u: 1 }, null, { n: 2, p: 5 }] }).metrics.mppt).toEqual([
      { n: 2, u: null, i: null, p: 5 },
    ])
  })

  it('has one bit a flag', () => {
    const bits = Object.values(qualityFlags)
    expect(bits).toEqual(bits.map((_, index) => 2 ** index))
  })
})
