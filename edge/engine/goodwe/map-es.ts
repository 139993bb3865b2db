import type { ReportedState } from '#contract/mqtt/telemetry.ts'
import type { DeviceReading, RawValue } from '../reading.ts'
import { known } from '../sunspec/values.ts'
import { aboutBeside, aboutGoodWe, goodWeAlarms, stateBy, type GoodWeIdentity } from './said.ts'
import { degrees, over, tenths, textOf } from './words.ts'

/** Older hybrids, which speak AA55 alone: ES, EM, BP. Source: GoodWe's AA55 answers 01 82 and 01 86. */
export const es = { identity: [0x01, 0x02], running: [0x01, 0x06] } as const

/** `work_mode`: checking, waiting, on the grid, flashing, fault. What else it says its battery does is no state. */
const states: Readonly<Record<number, ReportedState>> = {
  0: 'standby',
  1: 'standby',
  2: 'grid',
  8: 'standby',
  16: 'shutdown',
}
const [NO_BATTERY, CHARGES] = [0, 3]
const DRAWS = 2
const HEARD = 1

const single = (value: number | null) => (value === null ? null : [value])

export const esIdentity = (payload: Buffer): GoodWeIdentity => {
  const text = (from: number, to: number) => textOf([...payload.subarray(from, to)])
  return { sn: text(31, 47), model: text(5, 15), sw: text(0, 5), ratedW: null }
}

/** Inverter, battery and meter of one answer. */
export const esReadings = (payload: Buffer, who: GoodWeIdentity): DeviceReading[] => {
  const u8 = (at: number) => (at < payload.length && payload[at] !== 0xff ? (payload[at] ?? null) : null)
  const u16 = (at: number) => {
    const value = at + 2 <= payload.length ? payload.readUInt16BE(at) : 0xffff
    return value === 0xffff ? null : value
  }
  const s16 = (at: number) => {
    const value = u16(at)
    return value === null ? null : value > 0x7fff ? value - 0x10000 : value
  }
  const u32 = (at: number) => {
    const value = at + 4 <= payload.length ? payload.readUInt32BE(at) : 0xffff_ffff
    return value === 0xffff_ffff ? null : value
  }
  const input = (n: number, at: number) => ({ n, u: over(u16(at), 10), i: over(u16(at + 2), 10) })
  const inputs = [input(1, 0), input(2, 5)].filter(({ u, i }) => u !== null || i !== null)
  const powers = inputs.map(({ u, i }) => (u === null || i === null ? null : Math.round(u * i)))
  const errors = u32(55)
  const readings: DeviceReading[] = [
    {
      sn: who.sn,
      t: 'inverter',
      st: stateBy(states, u8(52)),
      m: known({
        p: s16(75),
        f: over(u16(40), 100),
        u: single(over(u16(34), 10)),
        i: single(over(u16(36), 10)),
        t: degrees(s16(53)),
        // No power of the modules is said; volts and amperes of each input are of one time.
        p_pv: powers.reduce<number | null>(
          (sum, one) => (sum === null || one === null ? null : sum + one),
          0,
        ),
        e_pv: tenths(u32(59)),
        mppt: inputs.length > 0 ? inputs : null,
      }),
      raw: known<RawValue>({
        work_mode: u8(52),
        grid_mode: u8(42),
        error_codes: errors,
        diagnose_result: u32(89),
        e_day: over(u16(67), 10),
        e_load_day: over(u16(69), 10),
        e_load_total: over(u32(71), 10),
        h_total: u32(63),
        pload: s16(47),
        pback_up: s16(81),
        vload: over(u16(43), 10),
        iload: over(u16(45), 10),
        pv1_mode: u8(4),
        pv2_mode: u8(9),
      }),
      about: aboutGoodWe(who, inputs.length),
      alarms: goodWeAlarms(errors),
      controls: null,
    },
  ]
  const [mode, volts, amperes] = [u8(30), over(u16(10), 10), over(s16(18), 10)]
  const sign = mode === CHARGES ? -1 : 1
  if (mode !== null && mode !== NO_BATTERY)
    readings.push({
      sn: null,
      t: 'battery',
      st: null,
      m: known({
        p: volts === null || amperes === null ? null : Math.abs(Math.round(volts * amperes)) * sign,
        soc: u8(26),
        u_in: volts,
        t: degrees(s16(16)),
      }),
      raw: known<RawValue>({
        battery_mode: mode,
        ibattery1: amperes === null ? null : Math.abs(amperes) * sign,
        battery_status: u16(14),
        battery_soh: u8(29),
        battery_error: u16(24),
        battery_warning: u16(31),
        battery_charge_limit: u16(20),
        battery_discharge_limit: u16(22),
      }),
      about: aboutBeside,
      alarms: null,
      controls: null,
    })
  const [passing, direction] = [s16(38), u8(80)]
  if (u8(33) === HEARD && passing !== null && direction !== null)
    readings.push({
      sn: null,
      t: 'meter',
      st: null,
      m: known({ p: Math.abs(passing) * (direction === DRAWS ? 1 : -1) || 0, pf: over(s16(83), 1000) }),
      raw: { grid_in_out: direction },
      about: aboutBeside,
      alarms: null,
      controls: null,
    })
  return readings
}
