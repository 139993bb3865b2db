import type { MpptReading, ReportedState } from '#contract/mqtt/telemetry.ts'
import type { DeviceReading, RawValue } from '../reading.ts'
import { known } from '../sunspec/values.ts'
import { aboutBeside, aboutGoodWe, goodWeAlarms, stateBy, type GoodWeIdentity } from './said.ts'
import { degrees, lines, over, tenths, type Block } from './words.ts'

/** Hybrids: ET, EH, BT, BH, ES and EM of the second generation. Source: GoodWe's registers from 35000 on. */
export const et = {
  unit: 247,
  identity: { first: 35_000, count: 33 },
  running: { first: 35_100, count: 125 },
  inputs: { first: 35_301, count: 61 },
  meters: [58, 45, 125].map((count) => ({ first: 36_000, count })),
  battery: { first: 37_000, count: 24 },
  battery2: { first: 35_262, count: 6 },
  battery2Info: { first: 39_000, count: 22 },
} as const

/** Off the grid (2) it gives power all the same: which, its power says. */
const states: Readonly<Record<number, ReportedState>> = {
  0: 'standby',
  1: 'grid',
  3: 'shutdown',
  4: 'standby',
  5: 'standby',
}
/** Inputs with a power of their own, and those that larger ones have beyond. */
const INPUTS = [1, 2, 3, 4]
const MORE_INPUTS = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
/** Trackers of larger ones, each of which has two inputs. */
const TRACKERS = [1, 2, 3, 4, 5, 6, 7, 8]
/** Powers of larger ones take both of their registers; those of smaller ones leave the upper at anything, W. */
const BOTH_FROM_W = 30_000
const NO_BATTERY = 0
/** Of a meter: heard. */
const HEARD = 1

export const etIdentity = (block: Block): GoodWeIdentity => ({
  sn: block.text(35_003, 8),
  model: block.text(35_011, 5),
  sw: block.text(35_027, 6),
  ratedW: block.u16(35_001),
})

const flip = (value: number | null): number | null => (value === null ? null : 0 - value)

/** `inputs`: null = the inverter is a smaller one and has no such block. */
export const etInverter = (block: Block, inputs: Block | null, who: GoodWeIdentity): DeviceReading => {
  const { u16, s16, u32, s32 } = block
  const power = (register: number) => ((who.ratedW ?? 0) >= BOTH_FROM_W ? s32(register - 1) : s16(register))
  const own = INPUTS.map((n): MpptReading => {
    const first = 35_099 + 4 * n
    return { n, ...known({ u: over(u16(first), 10), i: over(u16(first + 1), 10), p: u32(first + 2) }) }
  })
  const more = MORE_INPUTS.map((n): MpptReading => {
    const first = 35_294 + 2 * n
    const [u, i] = [over(inputs?.u16(first) ?? null, 10), over(inputs?.u16(first + 1) ?? null, 10)]
    return { n, ...known({ u: u === 0 ? null : u, i: u === 0 ? null : i }) }
  })
  const mppt = [...own, ...more].filter((one) => Object.keys(one).length > 1)
  const powers = own.flatMap(({ p }) => (p === undefined || p === null ? [] : [p]))
  const [errors, mode] = [u32(35_189), u16(35_187)]
  return {
    sn: who.sn,
    t: 'inverter',
    st: stateBy(states, mode),
    m: known({
      p: power(35_138),
      q: power(35_142),
      s: power(35_144),
      f: over(u16(35_123), 100),
      u: lines([35_121, 35_126, 35_131].map((register) => over(u16(register), 10))),
      i: lines([35_122, 35_127, 35_132].map((register) => over(u16(register), 10))),
      t: degrees(s16(35_176)) ?? degrees(s16(35_174)),
      // The sum is said by larger ones alone; of others it is that of the inputs.
      p_pv: inputs?.s32(35_301) ?? (powers.length > 0 ? powers.reduce((sum, one) => sum + one, 0) : null),
      e_pv: tenths(u32(35_191)),
      mppt: mppt.length > 0 ? mppt : null,
    }),
    raw: known<RawValue>({
      work_mode: mode,
      grid_mode: u16(35_136),
      error_codes: errors,
      warning_code: u16(35_185),
      diagnose_result: u32(35_220),
      active_power: power(35_140),
      temperature_air: degrees(s16(35_174)),
      temperature_module: degrees(s16(35_175)),
      bus_voltage: over(u16(35_178), 10),
      nbus_voltage: over(u16(35_179), 10),
      e_day: over(u32(35_193), 10),
      e_total_exp: over(u32(35_195), 10),
      e_total_imp: over(u32(35_200), 10),
      e_load_total: over(u32(35_203), 10),
      h_total: u32(35_197),
      load_ptotal: s16(35_172),
      backup_ptotal: s16(35_170),
      ...(inputs === null
        ? {}
        : Object.fromEntries(
            TRACKERS.slice(0, Math.min(TRACKERS.length, inputs.u16(35_303) ?? 0)).flatMap((n) => [
              [`pmppt${n}`, inputs.s16(35_336 + n)],
              [`imppt${n}`, over(inputs.u16(35_344 + n), 10)],
            ]),
          )),
    }),
    about: aboutGoodWe(who, mppt.length),
    alarms: goodWeAlarms(errors),
    controls: null,
  }
}

/** The first battery, when there is one; `info` = its own block; null = it could not be read. More than 0 discharges. */
export const etBattery = (running: Block, info: Block | null): DeviceReading[] => {
  const mode = running.u16(35_184)
  if (mode === null || mode === NO_BATTERY) return []
  return [
    {
      sn: null,
      t: 'battery',
      st: null,
      m: known({
        p: running.s32(35_182),
        soc: info?.u16(37_007) ?? null,
        u_in: over(running.u16(35_180), 10),
        t: degrees(info?.s16(37_003) ?? null),
        e_chg: tenths(running.u32(35_206)),
        e_dis: tenths(running.u32(35_209)),
      }),
      raw: known<RawValue>({
        battery_mode: mode,
        ibattery1: over(running.s16(35_181), 10),
        battery_status: info?.u16(37_002),
        battery_charge_limit: info?.u16(37_004),
        battery_discharge_limit: info?.u16(37_005),
        battery_error_l: info?.u16(37_006),
        battery_soh: info?.u16(37_008),
        battery_modules: info?.u16(37_009),
        battery_warning_l: info?.u16(37_010),
        battery_error_h: info?.u16(37_012),
        battery_warning_h: info?.u16(37_013),
      }),
      about: aboutBeside,
      alarms: null,
      controls: null,
    },
  ]
}

export const etSecondBattery = (running: Block, info: Block | null): DeviceReading[] => {
  const mode = running.u16(35_266)
  if (mode === null || mode === NO_BATTERY) return []
  return [
    {
      sn: null,
      t: 'battery',
      st: null,
      m: known({
        p: running.s32(35_264),
        soc: info?.u16(39_005) ?? null,
        u_in: over(running.u16(35_262), 10),
        t: degrees(info?.s16(39_001) ?? null),
      }),
      raw: known<RawValue>({
        battery_mode: mode,
        ibattery2: over(running.s16(35_263), 10),
        battery_error_l: info?.u16(39_004),
        battery_error_h: info?.u16(39_010),
        battery_soh: info?.u16(39_006),
      }),
      about: aboutBeside,
      alarms: null,
      controls: null,
    },
  ]
}

/** The meter, when it is heard. The inverter counts what is fed in as positive, of reactive power and factor too. */
export const etMeter = ({ u16, s16, s32, f32 }: Block): DeviceReading[] => {
  const p = s32(36_025)
  if (u16(36_004) !== HEARD || p === null) return []
  const of = (registers: readonly number[]) => {
    const values = registers.map((register) => over(u16(register), 10))
    return values.some((value) => (value ?? 0) > 0) ? lines(values) : null
  }
  const apparent = s32(36_041)
  return [
    {
      sn: null,
      t: 'meter',
      st: null,
      m: known({
        p: flip(p),
        q: flip(s32(36_033)),
        s: apparent === null ? null : Math.abs(apparent),
        pf: flip(over(s16(36_013), 1000)),
        f: over(u16(36_014), 100),
        u: of([36_052, 36_053, 36_054]),
        i: of([36_055, 36_056, 36_057]),
        e_out: f32(36_015),
        e_in: f32(36_017),
      }),
      raw: known<RawValue>({
        rssi: u16(36_001),
        manufacture_code: u16(36_002),
        meter_test_status: u16(36_003),
        meter_type: u16(36_043),
        meter_sw_version: u16(36_044),
      }),
      about: aboutBeside,
      alarms: null,
      controls: null,
    },
  ]
}
