import type { Profile, ProfilePart } from '../engine/profile/profile-schema.ts'
import { bits, each, i16, i32, text, u16, u32, writes } from './points.ts'
import {
  between,
  FAULT,
  HYBRID_FAULT,
  neutral,
  noMeter,
  serial,
  stateBits,
  states,
  sungrow,
  WITH_ALARM,
} from './sungrow.ts'

/** Trackers from the fourth on stand apart. */
const trackers = [5010, 5012, 5014, 5114, 5116, 5118, 5120, 5122, 5129, 5131, 5133, 5135]

const controls: NonNullable<ProfilePart['controls']> = {
  switch: { on: writes(5005, 0xcf), off: writes(5005, 0xce) },
  limitPct: {
    set: {
      writes: [
        { at: 5007, is: 'u16', scale: 0.1, by: 'one', value: 'asked' },
        { at: 5006, is: 'u16', by: 'one', value: 0xaa },
      ],
      readBack: [0, 1],
    },
    lift: writes(5006, 0x55),
    min: 0,
    max: 100,
  },
}

export const sungrowSg: Profile = {
  ...sungrow,
  name: 'sungrow-sg',
  models: 'SG (string inverters), with the meter behind them',
  doubts: [
    'The total at 5003 counts 1 kWh in two lists and 0.1 kWh in two others; the fine counter at 5143 is taken, and where a device has none 5003 as 1 kWh.',
    'One list has the addresses of trackers and powers one higher; two others and its own voltages say otherwise.',
    'Work state 2 (5080) is taken as bits: so a healthy 0x20001 makes sense.',
    'Currents of strings 9 to 24 are taken to follow those of 1 to 8.',
  ],
  sources: [
    'TCzerny/ha-modbus-manager@3ea0838 (MIT)',
    'mkaiser/Sungrow-SHx@63beec6 (MIT)',
    'JohnnyVicious/hacs_sungrow_modbus@8558f51 (Apache-2.0)',
    'evcc-io/evcc@b29b49e (MIT)',
  ],
  recognise: [
    [
      { at: 4989, is: 'text', words: 10, matches: serial },
      { at: 4999, is: 'u16', between: [1, 0xfffe] },
      { at: 5000, is: 'u16', between: [5, 4_000] },
    ],
  ],
  blocks: [
    { at: 4989, count: 12, everyS: 3_600 },
    { at: 5001, count: 99 },
    { at: 5112, count: 40 },
    { at: 7012, count: 24 },
  ],
  parts: [
    {
      t: 'inverter',
      points: [
        text(4989, 10, 'about.sn'),
        u16(4999, 'raw.DeviceType'),
        u16(5000, 'about.ratedW', 'W', 100),
        u16(5001, 'raw.OutputKind'),
        u16(5002, 'e_day', 'kWh', 0.1),
        u32(5143, 'e_tot', 'kWh', 0.1, { zeroIsNone: true }),
        u32(5003, 'e_tot', 'kWh', 1, { zeroIsNone: true, fallback: true }),
        u32(5005, 'raw.Hours', 'h'),
        i16(5007, 't', 'C', 0.1),
        u32(5008, 's', 'VA'),
        ...each(trackers.length, (n) => {
          const at = trackers[n - 1] ?? 0
          return [u16(at, `mppt.${n}.u`, 'V', 0.1), u16(at + 1, `mppt.${n}.i`, 'A', 0.1)]
        }),
        u32(5016, 'p_dc', 'W'),
        ...each(3, (n) => [
          u16(5017 + n, `u.${n}`, 'V', 0.1, neutral),
          u16(5017 + n, `raw.${['Uab', 'Ubc', 'Uca'][n - 1]}`, 'V', 0.1, between),
          u16(5020 + n, `i.${n}`, 'A', 0.1),
        ]),
        i32(5030, 'p', 'W'),
        i32(5032, 'q', 'var'),
        i16(5034, 'pf', '', 0.001),
        u16(5147, 'f', 'Hz', 0.01),
        u16(5035, 'f', 'Hz', 0.1, { fallback: true }),
        u16(5037, 'raw.WorkState'),
        u16(5044, 'raw.FaultCode'),
        u16(5048, 'raw.RatedQ', 'kvar', 0.1),
        u16(5070, 'riso', 'kOhm'),
        bits(5080, 'bits32', 'raw.WorkState2', { none: [0xffff_ffff] }),
        u16(5112, 'raw.MinutesToday', 'min'),
        u32(5127, 'raw.MonthEnergy', 'kWh', 0.1),
        i16(5145, 'raw.MinusToEarth', 'V', 0.1),
        u16(5146, 'raw.BusVoltage', 'V', 0.1),
        u16(5149, 'raw.PidState'),
        u16(5150, 'raw.PidAlarm'),
        ...each(24, (n) => [u16(7011 + n, `str.${n}.i`, 'A', 0.01)]),
      ],
      states: [
        { of: 'raw.WorkState', by: 'code', are: states },
        { of: 'raw.WorkState2', by: 'bit', are: stateBits },
      ],
      alarms: [
        {
          // It keeps the last event: it holds only in these states.
          by: 'code',
          of: 'raw.FaultCode',
          none: [0],
          when: { of: 'raw.WorkState', in: [FAULT, HYBRID_FAULT, WITH_ALARM] },
        },
      ],
      controls,
    },
    {
      t: 'meter',
      points: [
        i32(5082, 'p', 'W', 1, noMeter),
        ...each(3, (n) => [i32(5082 + n * 2, `raw.P${n}`, 'W', 1, noMeter)]),
        i32(5090, 'raw.Load', 'W', 1, noMeter),
        u32(5092, 'raw.ExportToday', 'kWh', 0.1),
        u32(5094, 'e_out', 'kWh', 0.1),
        u32(5096, 'raw.ImportToday', 'kWh', 0.1),
        u32(5098, 'e_in', 'kWh', 0.1),
      ],
      thereWith: ['p', 'e_in', 'e_out'],
    },
  ],
}
