import { describe, expect, it } from 'vitest'
import { plausibleCounters } from './fleet.ts'
import { houseCounterKey } from './simulated-house.ts'
import { simulateDevices } from './simulated-station.ts'
import type { HouseSpec, StationSpec } from './station-spec.ts'
import { worldStation } from './world.ts'

const HOUR = 3_600_000
const dawn = Date.parse('2026-06-10T10:00:00Z')
const base = worldStation('kona-home')
const [gateway] = base.gateways
const [first] = gateway?.inverters ?? []
if (!gateway || !first) throw new Error('no inverter')

const withHouse = (inverter?: string): StationSpec => {
  const house: HouseSpec = {
    meter: { sn: 'MTR1', brand: 'Carlo Gavazzi', model: 'EM24', sw: '1.0' },
    battery: {
      sn: 'BAT1',
      brand: 'BYD',
      model: 'HVS 7.7',
      sw: '3.1',
      capacityWh: 7700,
      maxW: 3500,
      ...(inverter === undefined ? {} : { inverter }),
    },
    dailyKwh: 18,
  }
  return { ...base, gateways: [{ ...gateway, house }] }
}
const run = (spec: StationSpec, from = dawn) =>
  simulateDevices(spec, { counters: plausibleCounters(spec, from), gridMs: 60_000 })
const at = (station: ReturnType<typeof run>, ts: number) => {
  const items = station.readingsAt(ts, { optimizers: false })
  const of = (sn: string) => items.find((item) => item.sn === sn)?.m ?? {}
  return { of, inverters: base.gateways[0]?.inverters.map(({ sn }) => of(sn)) ?? [] }
}
const number = (value: number | null | undefined): number => value ?? NaN

describe('a house', () => {
  it.each([
    { stands: 'beside its inverters', hybrid: undefined },
    { stands: 'behind a hybrid', hybrid: first.sn },
  ])('uses what comes in and does not go out, with a battery $stands', ({ hybrid }) => {
    const station = run(withHouse(hybrid))
    for (let hour = 0; hour < 30; hour += 1) {
      const { of, inverters } = at(station, dawn + hour * HOUR + 7 * 60_000)
      const given = inverters.reduce((sum, { p }) => sum + number(p), 0)
      const used = given + number(of('MTR1').p) + (hybrid === undefined ? number(of('BAT1').p) : 0)
      expect(used).toBeGreaterThan(100)
      expect(used).toBeLessThan(4000)
      expect(number(of('BAT1').soc)).toBeGreaterThanOrEqual(4.9)
      expect(number(of('BAT1').soc)).toBeLessThanOrEqual(100)
    }
  })

  it('charges while the sun gives more than it needs, and covers the evening', () => {
    const station = run(withHouse())
    const soc = Array.from({ length: 24 }, (_, hour) =>
      number(at(station, dawn + hour * HOUR).of('BAT1').soc),
    )
    expect(Math.max(...soc)).toBeGreaterThan(80)
    const [noon, evening] = [dawn + 12 * HOUR, dawn + 19 * HOUR].map((ts) => at(station, ts).of('BAT1').p)
    expect(number(noon)).toBeLessThanOrEqual(0)
    expect(number(evening)).toBeGreaterThan(100)
  })

  it('counts what its meter measures, and goes on from a checkpoint', () => {
    const spec = withHouse()
    const whole = run(spec)
    const before = at(whole, dawn).of('MTR1')
    const after = at(whole, dawn + 24 * HOUR)
    let wh = 0
    for (let ts = dawn; ts < dawn + 24 * HOUR; ts += 60_000) {
      const [from, to] = [ts, ts + 60_000].map((one) => number(at(whole, one).of('MTR1').p))
      wh += (number(from) + number(to)) / 120
    }
    const meter = after.of('MTR1')
    const net = number(meter.e_in) - number(before.e_in) - (number(meter.e_out) - number(before.e_out))
    expect(Math.abs(net - wh)).toBeLessThan(30)
    const second = simulateDevices(spec, { counters: run(spec).checkpoint(dawn + 5 * HOUR), gridMs: 60_000 })
    expect(at(second, dawn + 24 * HOUR).of('MTR1')).toEqual(meter)
    expect(whole.checkpoint(dawn).wh).toHaveProperty(houseCounterKey('BAT1', 'e_chg').replaceAll('.', '\\.'))
  })

  it('behind a hybrid has modules that are counted on their own', () => {
    const station = run(withHouse(first.sn))
    const noon = at(station, dawn + 11 * HOUR).of(first.sn)
    expect(number(noon.p_pv)).toBeGreaterThan(number(noon.p))
    expect(number(noon.e_pv)).toBeGreaterThan(0)
    const night = at(station, dawn + 21 * HOUR).of(first.sn)
    expect([number(night.p) > 100, night.p_pv]).toEqual([true, 0])
  })

  it('stands in the inventory of its gateway', () => {
    expect(run(withHouse(first.sn)).inventory(gateway.sn).slice(-2)).toMatchObject([
      { sn: 'MTR1', t: 'meter' },
      { sn: 'BAT1', t: 'battery', parent: first.sn, rated_w: 3500 },
    ])
  })
})
