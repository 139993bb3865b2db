import { describe, expect, it } from 'vitest'
import { telemetryItem } from '#contract/mqtt/telemetry.ts'
import * as z from 'zod/mini'
import { type Fault, fault, faultNames, parseFaults } from './faults.ts'
import { simulateDevices } from './simulated-station.ts'
import { simulateStation } from './simulate-station.ts'
import { installedW, invertersOf, type StationSpec } from './station-spec.ts'
import { worldStation } from './world.ts'

const DAY = 86_400_000
const june = Date.UTC(2026, 5, 1)
const landshut = worldStation('landshut-barn')
/** The same place without a cloud, dust or haze worth naming. */
const cloudless = (spec: StationSpec): StationSpec => ({
  ...spec,
  climate: { ...spec.climate, cloudiness: -1 },
})
const simulate = (spec: StationSpec, faults: readonly Fault[] = [], from = june) =>
  simulateDevices(spec, { counters: { ts: from, wh: {} }, faults })
const inverter = (spec: StationSpec, at = 0) => {
  const one = invertersOf(spec)[at]
  if (!one) throw new Error('no inverter')
  return one
}
const watts = (station: ReturnType<typeof simulate>, sn: string, ts: number): number =>
  station.readingsAt(ts).find((item) => item.sn === sn)?.m.p ?? NaN

describe('a simulated station', () => {
  it('says the same at the same time, in whatever order it is asked', () => {
    const times = Array.from({ length: 40 }, (_, i) => june + i * 1_111_000)
    const forward = simulate(landshut)
    const there = times.map((ts) => forward.readingsAt(ts))
    const backward = simulate(landshut)
    expect(
      times
        .toReversed()
        .map((ts) => backward.readingsAt(ts))
        .toReversed(),
    ).toEqual(there)
  })

  it('keeps to the contract, by day and by night', () => {
    for (const key of ['landshut-barn', 'cape-winery', 'fresno-packing', 'talatan-ground'])
      for (const item of [0, 6, 12, 18].flatMap((h) =>
        simulate(worldStation(key)).readingsAt(june + h * 3_600_000),
      ))
        expect(z.safeParse(telemetryItem, item).error).toBeUndefined()
  })

  it('gives 6 to 8.5 kWh/kWp on a clear June day in Andalusia, as PVGIS does', () => {
    const spec = cloudless(worldStation('carmona-bodega'))
    const station = simulate(spec)
    const from = Date.UTC(2026, 5, 20, 22)
    const total = (ts: number): number => {
      const wh = station.countersAt(ts)
      return invertersOf(spec).reduce((sum, one) => sum + (wh[one.sn] ?? 0), 0)
    }
    const hours = (total(from + DAY) - total(from)) / installedW(spec)
    expect(hours).toBeGreaterThan(6)
    expect(hours).toBeLessThan(8.5)
  })

  it('clips at rated power, and takes slightly from the mains at night', () => {
    const spec = cloudless(worldStation('calama-park'))
    const station = simulate(spec, [], Date.UTC(2026, 9, 20))
    const noon = station.readingsAt(Date.UTC(2026, 9, 21, 16, 30)).filter((item) => item.m.mppt)
    const night = station.readingsAt(Date.UTC(2026, 9, 21, 5)).filter((item) => item.m.mppt)
    expect(noon.map((item) => item.m.p)).toEqual([250_000, 250_000, 250_000, 250_000])
    expect(noon.map((item) => item.st)).toEqual(['grid', 'grid', 'grid', 'grid'])
    for (const { m, st, raw } of night) {
      expect(m.p).toBeLessThan(0)
      expect(m.p).toBeGreaterThan(-25)
      expect([st, raw?.['St']]).toEqual(['standby', 2])
    }
  })

  it('lets parts that live off their module fall silent at night', () => {
    const station = simulate(worldStation('fresno-packing'))
    const kinds = (ts: number) => station.readingsAt(ts).length
    expect(kinds(Date.UTC(2026, 5, 3, 20))).toBe(2 + 32)
    expect(kinds(Date.UTC(2026, 5, 3, 9))).toBe(2)
  })

  it('counts what power says: counters agree with the integral of power and never fall', () => {
    const sn = inverter(landshut).sn
    const station = simulate(landshut)
    let [integral, before] = [0, 0]
    for (let ts = june; ts < june + DAY; ts += 120_000) {
      const item = station.readingsAt(ts, { optimizers: false })[0]
      expect(item?.m.e_tot).toBeGreaterThanOrEqual(before)
      before = item?.m.e_tot ?? 0
      integral += Math.max(0, item?.m.p ?? 0) / 30
    }
    expect(before).toBeGreaterThan(10_000)
    expect(Math.abs(station.countersAt(june + DAY)[sn]! - integral) / integral).toBeLessThan(0.01)
  })

  it('goes on from a checkpoint as if it had never stopped', () => {
    const whole = simulate(landshut)
    const first = simulate(landshut)
    const second = simulateDevices(landshut, { counters: first.checkpoint(june + 12 * 3_600_000) })
    expect(second.countersAt(june + DAY)).toEqual(whole.countersAt(june + DAY))
  })

  it('has optimizers that give what their inverter takes', () => {
    const sn = inverter(landshut).sn
    const items = simulate(landshut).readingsAt(Date.UTC(2026, 5, 12, 11))
    const mine = new Set(inverter(landshut).strings.flatMap((s) => (s.optimizers ?? []).map((o) => o.sn)))
    const sum = items.filter((item) => mine.has(item.sn)).reduce((a, item) => a + (item.m.p ?? 0), 0)
    const dc = items.find((item) => item.sn === sn)?.m.p_dc ?? 0
    expect(mine.size).toBe(48)
    expect(Math.abs(sum - dc) / dc).toBeLessThan(0.001)
  })

  it('streams history as messages of its gateways', () => {
    const spec = worldStation('talatan-ground')
    const messages = [
      ...simulateStation(
        spec,
        { fromTs: june, toTs: june + 3_600_000, stepMs: 300_000 },
        { counters: { ts: june, wh: {} } },
      ),
    ]
    expect(messages).toHaveLength(24)
    expect(new Set(messages.map((m) => m.gateway)).size).toBe(2)
    expect(messages.every((m) => m.message.hist === true)).toBe(true)
    // Four inverters behind each gateway, a weather station behind the first.
    const devices = { GW2112A00101: 5, GW2112A00102: 4 }
    for (const [gateway, count] of Object.entries(devices))
      expect(messages.every((m) => m.gateway !== gateway || m.message.d.length === count)).toBe(true)
    expect(messages.filter((m) => m.gateway === 'GW2112A00101').map((m) => m.message.seq)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ])
  })
})

describe('a weather station', () => {
  it('measures the light and the warmth of the modules, and the air at night too', () => {
    const spec = worldStation('talatan-ground')
    const station = simulateDevices(spec, { counters: { ts: june, wh: {} } })
    const weatherAt = (ts: number) =>
      station.readingsAt(ts).find(({ sn }) => sn === spec.gateways[0]?.weather?.sn)
    const [noon, night] = [weatherAt(Date.UTC(2026, 5, 2, 5)), weatherAt(Date.UTC(2026, 5, 2, 18))]
    expect(noon?.m.irr).toBeGreaterThan(100)
    expect(noon?.m.t_mod).toBeGreaterThan(noon?.m.t_amb ?? Infinity)
    expect(noon?.m.wind).toBeGreaterThan(0)
    expect([night?.st, night?.m.irr, night?.m.t_mod]).toEqual(['normal', 0, night?.m.t_amb])
  })
})

describe('faults', () => {
  const noon = Date.UTC(2026, 5, 12, 11)
  const span = { from: noon - 3_600_000, to: noon + 3_600_000 }
  const factory = worldStation('shanghai-factory')
  const shanghaiNoon = Date.UTC(2026, 5, 2, 4)

  it('string-fuse takes exactly one string out', () => {
    const fault: Fault = {
      name: 'string-fuse',
      from: shanghaiNoon,
      inverter: inverter(factory).sn,
      string: 4,
    }
    const [well, hurt] = [
      simulate(factory).momentAt(shanghaiNoon),
      simulate(factory, [fault]).momentAt(shanghaiNoon),
    ]
    const changed = [...well.stringW.keys()].filter((i) => well.stringW[i] !== hurt.stringW[i])
    expect(changed).toEqual([3])
    expect(hurt.stringW[3]).toBe(0)
    expect(hurt.inverterAcW[0]! / well.inverterAcW[0]!).toBeCloseTo(12 / 13, 1)
    expect(hurt.inverterAcW[1]).toBe(well.inverterAcW[1])
  })

  it('shaded-optimizer dims one module', () => {
    const optimizer = inverter(landshut).strings[0]?.optimizers?.[5]?.sn ?? ''
    const fault: Fault = { name: 'shaded-optimizer', ...span, optimizer, light: 0.3 }
    const [well, hurt] = [simulate(landshut), simulate(landshut, [fault])]
    expect(watts(hurt, optimizer, noon) / watts(well, optimizer, noon)).toBeCloseTo(0.3, 1)
    expect(watts(hurt, optimizer, span.to)).toBe(watts(well, optimizer, span.to))
  })

  it('inverter-trip stops one inverter, raises an alarm and opens its shutdown devices', () => {
    const spec = worldStation('fresno-packing')
    const { sn } = inverter(spec)
    const at = Date.UTC(2026, 5, 3, 20)
    const station = simulate(spec, [{ name: 'inverter-trip', from: at, inverter: sn }])
    const items = station.readingsAt(at)
    expect(items[0]).toMatchObject({ sn, st: 'shutdown', raw: { St: 7 } })
    expect(items[0]?.m.p).toBeLessThan(0)
    expect(items[1]?.m.p).toBeGreaterThan(0)
    expect(items.filter((item) => item.m.closed === false)).toHaveLength(16)
    expect(station.alarmsAt(at, 'GW2107A00105').map((alarm) => alarm.aid)).toEqual([`${sn}:2062:1`])
    expect(station.alarmsAt(at - 1, 'GW2107A00105')).toEqual([])
  })

  it('over-temperature throttles and heats', () => {
    const { sn, ratedW } = inverter(landshut)
    const clear = cloudless(landshut)
    const item = simulate(clear, [
      { name: 'over-temperature', ...span, inverter: sn, limit: 0.4 },
    ]).readingsAt(noon)[0]
    expect(item).toMatchObject({ st: 'curtailed', raw: { St: 5 } })
    expect(item?.m.p).toBe(ratedW * 0.4)
    expect(item?.m.t).toBeGreaterThan(simulate(clear).readingsAt(noon)[0]?.m.t ?? Infinity)
  })

  it('over-temperature is an alarm while the inverter is hot, with the temperature of its readings, and none at night', () => {
    const { sn } = inverter(landshut)
    const gateway = landshut.gateways[0]?.sn ?? ''
    const from = noon - 20 * 3_600_000
    const station = simulate(cloudless(landshut), [
      { name: 'over-temperature', from, inverter: sn, limit: 0.4 },
    ])
    const [alarm] = station.alarmsAt(noon, gateway)
    const reading = station.readingsAt(noon).find((item) => item.sn === sn)
    expect(alarm).toMatchObject({ code: '2110', ctx: { t: reading?.m.t } })
    // It began this morning, not when the fan failed in the evening before.
    expect(alarm?.since).toBeGreaterThan(noon - 8 * 3_600_000)
    expect(alarm?.since).toBeLessThan(noon)
    expect(station.alarmsAt(noon - 12 * 3_600_000, gateway)).toEqual([])
  })

  it('counters reset, dip and roll over as told', () => {
    const { sn } = inverter(landshut)
    const from = noon - 2 * 3_600_000
    const later = noon + 3 * 3_600_000
    const shown = (fault: Fault, ...times: number[]): number[] => {
      const station = simulate(landshut, [fault], from)
      return times.map((ts) => station.countersAt(ts)[sn] ?? NaN)
    }
    const healthy = simulate(landshut, [], from)
    const [before, atNoon, after] = [noon - 1, noon, later].map((ts) => healthy.countersAt(ts)[sn] ?? NaN)
    expect(shown({ name: 'counter-reset', from: noon, inverter: sn }, noon - 1, noon, later)).toEqual([
      before,
      0,
      (after ?? NaN) - (atNoon ?? NaN),
    ])
    const dip: Fault = { name: 'counter-dip', from: noon, to: noon + 1, inverter: sn }
    expect(shown(dip, noon - 1, noon, later)).toEqual([before, 0, after])
    const roll: Fault = { name: 'counter-rollover', from: noon, inverter: sn, bits: 32 }
    const [just, over] = shown(roll, noon - 600_000, noon + 600_000)
    expect(just).toBeGreaterThan(2 ** 32 - 20_000)
    expect(over).toBeLessThan(20_000)
  })

  it('optimizer-silent leaves one optimizer out', () => {
    const optimizer = inverter(landshut).strings[0]?.optimizers?.[0]?.sn ?? ''
    const station = simulate(landshut, [{ name: 'optimizer-silent', ...span, optimizer }])
    expect(station.readingsAt(noon)).toHaveLength(2 + 96 - 1)
    expect(station.readingsAt(span.to)).toHaveLength(2 + 96)
  })

  it('are read from JSON, with instants as text or number, and nothing unknown', () => {
    expect(
      parseFaults(
        '[{"name":"string-fuse","from":"2026-06-01T00:00:00Z","inverter":"SE17K7E1DBB39","string":2}]',
      ),
    ).toEqual([{ name: 'string-fuse', from: june, inverter: 'SE17K7E1DBB39', string: 2 }])
    expect(() => parseFaults('[{"name":"string-fuse","from":1,"inverter":"SE17K7E1DBB39"}]')).toThrow(
      /string/,
    )
    expect(() => parseFaults('[{"name":"gremlin","from":1}]')).toThrow(/faults/)
    expect(() =>
      parseFaults('[{"name":"inverter-trip","from":1,"inverter":"SE17K7E1DBB39","color":"red"}]'),
    ).toThrow(/color/)
  })

  it('are all listed by name', () => {
    const names = fault.def.options.map((option) => option.def.shape.name.def.values[0])
    expect([...faultNames].sort()).toEqual(names.sort())
  })

  it('refuse a string that the inverter does not have', () => {
    expect(() =>
      simulate(landshut, [{ name: 'string-fuse', from: 1, inverter: inverter(landshut).sn, string: 99 }]),
    ).toThrow(/no string 99/)
  })

  it('opens a shutdown device when it is told to: its modules are missing in the string, nothing else', () => {
    const spec = worldStation('kathmandu-school')
    const ts = june + 6.25 * 3_600_000
    const station = simulate(cloudless(spec))
    const device = station.readingsAt(ts).find((item) => item.m.closed === true)
    const sn = device?.sn ?? ''
    const parent = station.inventory(spec.gateways[0]?.sn ?? '').find((item) => item.sn === sn)?.parent ?? ''
    const before = watts(station, parent, ts)
    expect(station.turn(sn, false, ts)).toBe('done')
    expect(station.readingsAt(ts).find((item) => item.sn === sn)).toMatchObject({
      st: 'shutdown',
      m: { closed: false, keepalive: false },
    })
    const lost = before - watts(station, parent, ts)
    expect(lost).toBeGreaterThan(0)
    expect(lost).toBeLessThan(before / 4)
    station.turn(sn, true, ts + 1)
    expect(watts(station, parent, ts + 1)).toBeCloseTo(before, -1)
    expect(station.turn('NOTHERE1', false, ts)).toBe('unable')
  })
})
