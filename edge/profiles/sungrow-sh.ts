import type { Profile } from '../engine/profile/profile-schema.ts'
import { bits, each, i16, i32, text, u16, u32, writes } from './points.ts'
import { between, FAULT, HYBRID_FAULT, neutral, noMeter, serial, states, sungrow } from './sungrow.ts'

/** Numbers of models. Source: mkaiser/Sungrow-SHx (MIT). */
const hybrids: Readonly<Record<string, string>> = {
  0x0d03: 'SH5K-V13',
  0x0d06: 'SH3K6',
  0x0d07: 'SH4K6',
  0x0d09: 'SH5K-20',
  0x0d0a: 'SH3K6-30',
  0x0d0b: 'SH4K6-30',
  0x0d0c: 'SH5K-30',
  0x0d0d: 'SH3.6RS',
  0x0d0e: 'SH4.6RS',
  0x0d0f: 'SH5.0RS',
  0x0d10: 'SH6.0RS',
  0x0d17: 'SH3.0RS',
  0x0d18: 'SH4.0RS',
  0x0d1a: 'SH8.0RS',
  0x0d1b: 'SH10RS',
  0x0e00: 'SH5.0RT',
  0x0e01: 'SH6.0RT',
  0x0e02: 'SH8.0RT',
  0x0e03: 'SH10RT',
  0x0e0c: 'SH5.0RT-V112',
  0x0e0d: 'SH6.0RT-V112',
  0x0e0e: 'SH8.0RT-V112',
  0x0e0f: 'SH10RT-V112',
  0x0e10: 'SH5.0RT-20',
  0x0e11: 'SH6.0RT-20',
  0x0e12: 'SH8.0RT-20',
  0x0e13: 'SH10RT-20',
}

export const sungrowSh: Profile = {
  ...sungrow,
  name: 'sungrow-sh',
  models: 'SH (hybrid inverters), with battery and meter',
  doubts: [
    'Battery power (5213) is refused at the LAN port by some firmware; the older unsigned one is not read.',
    'Totals count 0.1 kWh (mkaiser), and not 1 kWh as on SG.',
  ],
  sources: ['mkaiser/Sungrow-SHx@63beec6 (MIT)', 'evcc-io/evcc@b29b49e (MIT)'],
  recognise: [
    [
      { at: 4989, is: 'text', words: 10, matches: serial },
      { at: 4999, is: 'u16', between: [0x0d00, 0x0eff] },
    ],
    [
      { at: 12_999, is: 'u16', in: Object.keys(states).map(Number) },
      { at: 13_019, is: 'u16', between: [1, 10_000] },
      { at: 13_022, is: 'u16', between: [1, 1_000] },
    ],
  ],
  blocks: [
    { at: 4989, count: 12, everyS: 3_600 },
    { at: 5001, count: 35 },
    { at: 5213, count: 2 },
    { at: 5241, count: 1 },
    { at: 5600, count: 8 },
    { at: 5740, count: 6 },
    { at: 12_999, count: 48 },
  ],
  parts: [
    {
      t: 'inverter',
      points: [
        text(4989, 10, 'about.sn'),
        u16(4999, 'about.model', '', 1, { names: { ...hybrids } }),
        u16(4999, 'raw.DeviceType'),
        u16(5000, 'about.ratedW', 'W', 100),
        u16(5001, 'raw.OutputKind'),
        u16(5002, 'raw.OutputToday', 'kWh', 0.1),
        u32(5003, 'e_tot', 'kWh', 0.1, { zeroIsNone: true }),
        i16(5007, 't', 'C', 0.1),
        ...each(3, (n) => [
          u16(5008 + n * 2, `mppt.${n}.u`, 'V', 0.1),
          u16(5009 + n * 2, `mppt.${n}.i`, 'A', 0.1),
        ]),
        u32(5016, 'p_pv', 'W'),
        ...each(3, (n) => [
          u16(5017 + n, `u.${n}`, 'V', 0.1, neutral),
          u16(5017 + n, `raw.${['Uab', 'Ubc', 'Uca'][n - 1]}`, 'V', 0.1, between),
          i16(13_029 + n, `i.${n}`, 'A', 0.1),
        ]),
        i32(5032, 'q', 'var'),
        i16(5034, 'pf', '', 0.001),
        u16(5241, 'f', 'Hz', 0.01),
        u16(5035, 'f', 'Hz', 0.1, { fallback: true }),
        u16(12_999, 'raw.RunningState'),
        bits(13_000, 'bits16', 'raw.PowerFlow', { none: [0xffff] }),
        u16(13_001, 'e_day', 'kWh', 0.1),
        u32(13_002, 'e_pv', 'kWh', 0.1, { zeroIsNone: true }),
        i32(13_007, 'raw.Load', 'W', 1, { none: [0x7fff_ffff] }),
        i32(13_033, 'p', 'W'),
      ],
      states: [{ of: 'raw.RunningState', by: 'code', are: states }],
      alarms: [
        {
          by: 'code',
          of: 'raw.RunningState',
          none: [],
          only: [HYBRID_FAULT, FAULT],
          prefix: 'st',
        },
      ],
      controls: {
        limitPct: {
          set: {
            writes: [
              { at: 13_089, is: 'u16', scale: 0.1, by: 'one', value: 'asked' },
              { at: 13_088, is: 'u16', by: 'one', value: 0xaa },
            ],
            readBack: [0, 1],
          },
          lift: writes(13_088, 0x55),
          min: 0,
          max: 100,
        },
      },
    },
    {
      t: 'meter',
      points: [
        i32(5600, 'p', 'W', 1, noMeter),
        i32(13_009, 'p', 'W', 1, { ...noMeter, turned: true, fallback: true }),
        ...each(3, (n) => [
          i32(5600 + n * 2, `raw.P${n}`, 'W', 1, noMeter),
          i16(5739 + n, `u.${n}`, 'V', 0.1, { none: [0x7fff] }),
          u16(5742 + n, `i.${n}`, 'A', 0.01),
        ]),
        u16(13_035, 'raw.ImportToday', 'kWh', 0.1),
        u32(13_036, 'e_in', 'kWh', 0.1),
        u16(13_044, 'raw.ExportToday', 'kWh', 0.1),
        u32(13_045, 'e_out', 'kWh', 0.1),
      ],
      thereWith: ['p', 'e_in', 'e_out'],
    },
    {
      t: 'battery',
      points: [
        i32(5213, 'p', 'W'),
        u16(13_019, 'u_in', 'V', 0.1),
        u16(13_022, 'soc', '%', 0.1),
        u16(13_023, 'raw.Health', '%', 0.1),
        i16(13_024, 't', 'C', 0.1),
      ],
      thereWith: ['p', 'soc'],
    },
  ],
}
