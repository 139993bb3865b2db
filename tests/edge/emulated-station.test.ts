import { afterEach, describe, expect, it } from 'vitest'
import { openDevice } from '#edge/open-device.ts'
import type { Device } from '#edge/engine/device.ts'
import { emulatedInverter } from '#simulator/emulated/emulated-inverter.ts'
import { type ModbusHost, serveModbus } from '#simulator/emulated/modbus-host.ts'
import { emulateNetwork } from '#simulator/emulated/emulated-network.ts'
import { plausibleCounters } from '#simulator/fleet.ts'
import { simulateDevices } from '#simulator/simulated-station.ts'
import { invertersOf } from '#simulator/station-spec.ts'
import { untaken, worldStation } from '#simulator/world.ts'
import { freePort } from '../free-port.ts'

const noon = Date.parse('2026-06-10T22:00:00Z')
/** Of Graz. */
const midday = Date.parse('2026-06-10T10:40:00Z')
const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

/** The battery prints no serial. */
const madeOfBattery = 'MADE-ZPVKGET89JRB'
const spec = worldStation('kona-home')
const [inverter] = invertersOf(spec)
if (!inverter) throw new Error('no inverter')

const emulated = async () => {
  let ts = noon
  const wh = Object.fromEntries(invertersOf(spec).map(({ sn }) => [sn, 43_934_840]))
  const station = simulateDevices(spec, { counters: { ts: noon - 60_000, wh }, gridMs: 60_000 })
  const port = await freePort()
  const host: ModbusHost = await serveModbus('127.0.0.1', port, [
    emulatedInverter(station, inverter, 7, () => ts),
  ])
  const device: Device = openDevice(`modbus-tcp://127.0.0.1:${port}?unit=7`, { profile: null, secret: null })
  open.push(() => host.close(), device.close)
  const truth = () =>
    station.readingsAt(ts, { optimizers: false, shutdowns: false }).find(({ sn }) => sn === inverter.sn)?.m
  /** Of model 123, behind 1, 101 and 120. */
  const controls = 40_002 + 68 + 52 + 28 + 2
  return { device, truth, controls, wait: (ms: number) => (ts += ms) }
}

describe('an emulated inverter', () => {
  it('says over Modbus what its simulation measures', async () => {
    const { device, truth } = await emulated()
    const report = await device.read()
    const said = report.readings[0]
    const m = truth() ?? {}
    expect([report.brand, report.model, said?.sn, said?.st]).toEqual([
      inverter.brand,
      inverter.model,
      inverter.sn,
      'grid',
    ])
    expect(said?.m.p).toBe(m.p)
    expect(said?.m.p).toBeGreaterThan(1000)
    expect(said?.m).toMatchObject({ f: m.f, u: m.u, t: m.t, p_dc: m.p_dc, e_tot: m.e_tot, mppt: m.mppt })
  })

  it('obeys a limit for as long as was said with it', async () => {
    const { device, truth, controls, wait } = await emulated()
    const before = truth()?.p ?? 0
    await device.registers?.writeOne(controls + 5, 600)
    await device.registers?.writeOne(controls + 3, 1000)
    await device.registers?.writeOne(controls + 7, 1)
    await expect(device.registers?.read(controls + 3, 5)).resolves.toEqual(Uint16Array.of(1000, 0, 600, 0, 1))
    wait(599_000)
    await device.read()
    expect(truth()?.p).toBeLessThanOrEqual(0.1 * inverter.ratedW)
    wait(2_000)
    await device.read()
    expect(truth()?.p).toBeGreaterThan(0.8 * before)
    await expect(device.registers?.read(controls + 7, 1)).resolves.toEqual(Uint16Array.of(0))
  })

  it('refuses what cannot be, and registers that nobody may write', async () => {
    const { device, controls } = await emulated()
    await expect(device.registers?.writeOne(controls + 3, 10_001)).rejects.toMatchObject({ exception: 2 })
    await expect(device.registers?.writeOne(controls + 2, 2)).rejects.toMatchObject({ exception: 2 })
    await expect(device.registers?.writeOne(40_072, 1)).rejects.toMatchObject({ exception: 2 })
  })
})

describe('the emulated network of a house', () => {
  it('has a hybrid with its battery and its meter at one port, and an inverter of nobody at another', async () => {
    const specs = [worldStation('graz-house'), ...untaken]
    const edge = specs[0]?.gateways[0]?.sn ?? ''
    const ports = [await freePort(), await freePort()]
    const stations = specs.map((spec, index) => {
      const counters = plausibleCounters(spec, midday - 60_000)
      const moved = spec.gateways.map((one) => ({
        ...one,
        network: (one.network ?? []).map((place) => ({ ...place, port: ports[index] ?? 0 })),
      }))
      return simulateDevices({ ...spec, gateways: moved }, { counters, gridMs: 60_000 })
    })
    const network = emulateNetwork(
      specs.map(({ key }) => ({ sn: edge, station: key })),
      new Map(stations.map((station) => [station.spec.key, station])),
      () => midday,
      () => undefined,
    )
    await network.started
    open.push(() => network.stop())
    const reports = await Promise.all(
      ports.map(async (port) => {
        const device = openDevice(`modbus-tcp://127.0.0.1:${port}?unit=1`, { profile: null, secret: null })
        open.push(device.close)
        return (await device.read()).readings
      }),
    )
    expect(reports.flat().map(({ t, sn }) => [t, sn])).toEqual([
      ['inverter', 'FR31428077'],
      ['battery', null],
      ['meter', 'SM19340151'],
      ['inverter', 'FR31428078'],
    ])
    const truth = new Map(
      stations.flatMap((station) => station.readingsAt(midday).map(({ sn, m }) => [sn, m] as const)),
    )
    const [hybrid, battery, meter, second] = reports.flat().map(({ m }) => m)
    const ofHybrid = truth.get('FR31428077')
    expect(hybrid).toMatchObject({ p: ofHybrid?.p, e_pv: ofHybrid?.e_pv })
    // Each tracker is rounded.
    expect(Math.abs((hybrid?.p_pv ?? 0) - (ofHybrid?.p_pv ?? 0))).toBeLessThanOrEqual(2)
    const ofBattery = truth.get(madeOfBattery)
    expect(battery).toMatchObject({
      p: ofBattery?.p,
      soc: ofBattery?.soc,
      e_chg: ofBattery?.e_chg,
      e_dis: ofBattery?.e_dis,
    })
    const ofMeter = truth.get('SM19340151')
    expect(meter).toMatchObject({ p: ofMeter?.p, e_in: ofMeter?.e_in, e_out: ofMeter?.e_out })
    expect(second).toMatchObject({ p: truth.get('FR31428078')?.p })
  })
})
