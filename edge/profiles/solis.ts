import type { Profile, ProfilePart } from '../engine/profile/profile-schema.ts'
import { each, i16, i32, u16, u32 } from './points.ts'

/** Codes of state and alarm; from 0x1004 on a fault. Source: Pho3niX90/solis_modbus (MIT). */
const FIRST_FAULT = 0x1004
const faults = [
  0x1004, 0x100f, 0x1010, 0x1011, 0x1012, 0x1013, 0x1014, 0x1015, 0x1016, 0x1017, 0x1018, 0x1019, 0x1020,
  0x1021, 0x1022, 0x1023, 0x1024, 0x1025, 0x1026, 0x1027, 0x1028, 0x1029, 0x1030, 0x1031, 0x1032, 0x1033,
  0x1034, 0x1035, 0x1036, 0x1037, 0x1038, 0x1039, 0x103a, 0x1040, 0x1041, 0x1042, 0x1043, 0x1044, 0x1045,
  0x1046, 0x1047, 0x1048, 0x1050, 0x2010, 0x2011, 0x2012, 0x2014, 0x2015,
]
const states: NonNullable<ProfilePart['states']> = [
  {
    of: 'raw.Status',
    by: 'code',
    are: {
      // Normal, open loop, waiting, generating.
      0: 'standby',
      1: 'standby',
      2: 'standby',
      3: 'grid',
      // Bypass: the inverter, synchronising, the grid runs; standby, derated.
      4: 'grid',
      5: 'standby',
      6: 'standby',
      7: 'standby',
      8: 'curtailed',
      // Self test, setting parameters, updating, generating; stopped.
      10: 'standby',
      12: 'standby',
      13: 'standby',
      15: 'grid',
      0x1000: 'shutdown',
      ...Object.fromEntries(faults.map((code) => [code, 'shutdown' as const])),
    },
  },
]
const alarms: NonNullable<ProfilePart['alarms']> = [
  { by: 'code', of: 'raw.Status', none: [], above: FIRST_FAULT - 1 },
]

const common = {
  brand: 'Solis',
  maker: 'solis',
  proof: 'lists',
  sources: ['Pho3niX90/solis_modbus@bbdd1f2 (MIT)', 'evcc-io/evcc@b29b49e (MIT)'],
  table: 'input',
  order: 'high first',
  manners: {
    settleMs: 300,
    // The maker wants more than 300 ms.
    gapMs: 320,
    longest: 50,
    oneClient: true,
    units: [1],
    night: 'silent',
  },
  reach: [
    { scheme: 'modbus-rtu' },
    { scheme: 'modbus-tcp' },
    { scheme: 'rtu-over-tcp' },
    { scheme: 'solarman' },
  ],
  switchOn: {
    en: 'Modbus is on at the RS-485 port (9600 8N1, address 1: menu, Advanced settings, Address). A logger stick answers on port 502 or 8899 where its firmware allows it.',
    zh_CN:
      'RS-485 口默认支持 Modbus（9600 8N1，地址 1：菜单、高级设置、通讯地址）。采集棒若固件允许，可通过 502 或 8899 端口访问。',
  },
} as const satisfies Partial<Profile>

export const solis: Profile = {
  ...common,
  name: 'solis',
  models: 'String inverters (input registers from 2999 on)',
  doubts: ['The total counts whole kWh. The codes 0x100F and up are read as faults.'],
  recognise: [
    [
      { at: 2999, is: 'u16', between: [1, 0xfffe] },
      { at: 3043, is: 'u16', in: [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 13, 15, 0x1000, ...faults] },
      { at: 3042, is: 'u16', between: [0, 6_500] },
    ],
  ],
  blocks: [
    { at: 2999, count: 1, everyS: 3_600 },
    { at: 3004, count: 46 },
    { at: 3262, count: 24 },
  ],
  parts: [
    {
      t: 'inverter',
      points: [
        u16(2999, 'raw.Model'),
        i32(3004, 'p', 'W'),
        u32(3006, 'p_dc', 'W'),
        u32(3008, 'e_tot', 'kWh', 1, { zeroIsNone: true }),
        u32(3010, 'raw.MonthEnergy', 'kWh'),
        u16(3014, 'e_day', 'kWh', 0.1),
        u16(3015, 'raw.Yesterday', 'kWh', 0.1),
        u32(3016, 'raw.YearEnergy', 'kWh'),
        ...each(4, (n) => [
          u16(3019 + n * 2, `mppt.${n}.u`, 'V', 0.1),
          u16(3020 + n * 2, `mppt.${n}.i`, 'A', 0.1),
        ]),
        ...each(3, (n) => [u16(3032 + n, `u.${n}`, 'V', 0.1), u16(3035 + n, `i.${n}`, 'A', 0.1)]),
        u16(3040, 'raw.WorkingMode'),
        i16(3041, 't', 'C', 0.1),
        u16(3042, 'f', 'Hz', 0.01),
        u16(3043, 'raw.Status'),
        u32(3044, 'raw.LimitW', 'W'),
        u16(3049, 'raw.LimitPct', '%', 0.01),
      ],
      states,
      alarms,
    },
    {
      t: 'meter',
      points: [
        // Below 0 it feeds in, after a reader that turns it; what draws is above 0 here.
        i32(3262, 'p', 'W', 1, { turned: true }),
        u32(3282, 'e_in', 'kWh', 0.01),
        u32(3284, 'e_out', 'kWh', 0.01),
      ],
      thereWith: ['p', 'e_in', 'e_out'],
    },
  ],
}

export const solisHybrid: Profile = {
  ...common,
  name: 'solis-hybrid',
  models: 'Hybrid inverters (input registers from 33029 on), with battery and meter',
  doubts: ['The total counts whole kWh (evcc-io/evcc#30407).'],
  recognise: [
    [
      { at: 33_095, is: 'u16', in: [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 13, 15, 0x1000, ...faults] },
      { at: 33_057, is: 'u32', between: [0, 200_000] },
    ],
  ],
  blocks: [
    { at: 33_029, count: 2 },
    { at: 33_057, count: 2 },
    { at: 33_095, count: 1 },
    { at: 33_135, count: 16 },
    { at: 33_165, count: 2 },
    { at: 33_263, count: 2 },
    { at: 33_283, count: 2 },
  ],
  parts: [
    {
      t: 'inverter',
      points: [
        u32(33_029, 'e_pv', 'kWh', 1, { zeroIsNone: true }),
        u32(33_057, 'p_pv', 'W'),
        u16(33_095, 'raw.Status'),
      ],
      states,
      alarms,
    },
    {
      t: 'meter',
      points: [i32(33_263, 'p', 'W', 1, { turned: true }), u32(33_283, 'e_in', 'kWh', 0.01)],
      thereWith: ['p', 'e_in'],
    },
    {
      t: 'battery',
      points: [
        u16(33_135, 'raw.Direction'),
        u16(33_139, 'soc', '%'),
        // Its power has no sign: 0 charges, 1 discharges.
        u32(33_149, 'p', 'W', 1, { when: { of: 'raw.Direction', in: [1] } }),
        u32(33_149, 'p', 'W', 1, { turned: true, when: { of: 'raw.Direction', in: [0] } }),
        u32(33_165, 'e_dis', 'kWh'),
      ],
      thereWith: ['soc', 'p'],
    },
  ],
}
