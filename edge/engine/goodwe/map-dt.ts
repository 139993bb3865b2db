import type { ReportedState } from '#contract/mqtt/telemetry.ts'
import type { DeviceReading, RawValue } from '../reading.ts'
import { known } from '../sunspec/values.ts'
import { aboutBeside, aboutGoodWe, goodWeAlarms, stateBy, type GoodWeIdentity } from './said.ts'
import { degrees, lines, over, tenths, type Block } from './words.ts'

/** Inverters of the grid alone: DT, MS, D-NS, XS, SDT, MT. Source: GoodWe's registers from 30001 on. */
export const dt = {
  unit: 127,
  identity: { first: 30_001, count: 40 },
  running: { first: 30_100, count: 73 },
  meter: { first: 30_195, count: 15 },
} as const

const states: Readonly<Record<number, ReportedState>> = {
  0: 'standby',
  1: 'grid',
  2: 'shutdown',
  4: 'standby',
}
/** Up to six inputs, each volts and amperes. */
const INPUTS = [1, 2, 3, 4, 5, 6]
/** Of a meter: heard. */
const NORMAL = 1

export const dtIdentity = (block: Block): Omit<GoodWeIdentity, 'ratedW'> => {
  const [first, second, arm] = [block.u16(30_034), block.u16(30_035), block.u16(30_036)]
  return {
    sn: block.text(30_004, 8),
    model: block.text(30_012, 5),
    sw:
      first === null || second === null || arm === null
        ? null
        : `${first}.${second}.${arm.toString(16).padStart(2, '0')}`,
  }
}

export const dtInverter = (block: Block, who: GoodWeIdentity): DeviceReading => {
  const { u16, s16, u32, s32 } = block
  const mppt = INPUTS.map((n) => ({
    n,
    ...known({ u: over(u16(30_101 + 2 * n), 10), i: over(u16(30_102 + 2 * n), 10) }),
  })).filter((one) => Object.keys(one).length > 1)
  const [p, factor, errors] = [u32(30_127), over(s16(30_139), 1000), u32(30_130)]
  // Some write 0 where they measure none.
  const pf = factor === 0 && p !== 0 ? null : factor
  return {
    sn: who.sn,
    t: 'inverter',
    st: stateBy(states, u16(30_129)),
    m: known({
      p,
      q: s32(30_135),
      s: u32(30_133),
      pf,
      f: over(u16(30_124), 100),
      u: lines([30_118, 30_119, 30_120].map((register) => over(u16(register), 10))),
      i: lines([30_121, 30_122, 30_123].map((register) => over(u16(register), 10))),
      t: degrees(s16(30_141)),
      p_dc: u16(30_137),
      e_tot: tenths(u32(30_145)),
      mppt: mppt.length > 0 ? mppt : null,
    }),
    raw: known<RawValue>({
      work_mode: u16(30_129),
      error_codes: errors,
      warning_code: u16(30_132),
      ...(pf === null ? { power_factor: factor } : {}),
      temperature_heatsink: degrees(s16(30_142)),
      e_day: over(u16(30_144), 10),
      h_total: u32(30_147),
      funbit: u16(30_162),
      vbus: over(u16(30_163), 10),
      vnbus: over(u16(30_164), 10),
      derating_mode: u32(30_165),
      rssi: u16(30_172),
    }),
    about: aboutGoodWe(who, mppt.length),
    alarms: goodWeAlarms(errors),
    controls: null,
  }
}

/** The meter, when it is heard. The inverter counts what is fed in as positive. */
export const dtMeter = ({ u16, s32, u32 }: Block): DeviceReading[] => {
  const p = s32(30_195)
  if (u16(30_209) !== NORMAL || p === null) return []
  return [
    {
      sn: null,
      t: 'meter',
      st: null,
      m: known({ p: 0 - p, e_out: u32(30_197), e_in: u32(30_199) }),
      raw: {},
      about: aboutBeside,
      alarms: null,
      controls: null,
    },
  ]
}
