import type { Metrics } from '#contract/mqtt/telemetry.ts'
import type { DeviceReading, RawValue } from './reading.ts'
import type { Values } from './sunspec/decode.ts'
import { known, numberAt } from './sunspec/values.ts'
import type { ReadModel } from './sunspec/walk.ts'

/** The inputs of model 160 that are sides of a battery. Source: Fronius GEN24, in evcc-io/evcc#16256. */
const charging = /^stcha\b/i
const discharging = /^stdischa\b/i

const number = (input: Values | undefined, name: string): number | null => {
  const value = input?.[name]
  return typeof value === 'number' ? value : null
}
const inputNamed = (trackers: ReadModel | undefined, name: RegExp): Values | undefined =>
  trackers?.decoded?.groups.find((input) => typeof input['IDStr'] === 'string' && name.test(input['IDStr']))

/** Whether a device has a battery on its DC side, whose inputs stand among those of its modules. */
export const hasStorageInputs = (trackers: ReadModel | undefined): boolean =>
  inputNamed(trackers, charging) !== undefined || inputNamed(trackers, discharging) !== undefined

/**
 * The reading of the battery of a device; none = it has none. Power is positive when it discharges. What a device says
 * of its battery stands in several models: its sides in 160, its charge in 124, 713 or 802. It prints no serial.
 */
export const batteryReading = (device: readonly ReadModel[]): DeviceReading[] => {
  const of = (wanted: number) => device.find(({ id, decoded }) => id === wanted && decoded !== null)
  const [basic, trackers, capacity, battery] = [of(124), of(160), of(713), of(802)]
  const [taken, given] = [inputNamed(trackers, charging), inputNamed(trackers, discharging)]
  const soc = numberAt(battery, 'SoC') ?? numberAt(capacity, 'SoC') ?? numberAt(basic, 'ChaState')
  const [chargeW, dischargeW] = [number(taken, 'DCW'), number(given, 'DCW')]
  const sides = chargeW === null && dischargeW === null ? null : (dischargeW ?? 0) - (chargeW ?? 0)
  const m: Metrics = known({
    p: sides,
    u_in: number(taken, 'DCV') ?? number(given, 'DCV') ?? numberAt(battery, 'V'),
    soc,
    e_chg: number(taken, 'DCWH'),
    e_dis: number(given, 'DCWH'),
  })
  // Inverters without a battery have model 124 too, and say nothing in it.
  if (Object.keys(m).length === 0) return []
  const raw = known<RawValue>({
    ChaSt: numberAt(basic, 'ChaSt') ?? numberAt(battery, 'ChaSt'),
    SoH: numberAt(battery, 'SoH') ?? numberAt(capacity, 'SoH'),
    NCyc: numberAt(battery, 'NCyc'),
    // Which way is positive in 802 its makers do not agree on.
    W: numberAt(battery, 'W'),
    A: numberAt(battery, 'A'),
    Evt1: numberAt(battery, 'Evt1'),
  })
  const ratedW = numberAt(battery, 'WDisChaRteMax') ?? numberAt(basic, 'WChaMax')
  // Common tells who made the inverter, not who made the battery behind it.
  const about = { brand: null, model: null, sw: null, ratedW, mppt: null, strings: null }
  return [{ sn: null, t: 'battery', st: null, m, raw, about, alarms: null, controls: null }]
}
