import type { Profile, ProfilePart, ProfilePoint } from '../engine/profile/profile-schema.ts'
import { bits, each, i16, text, u16, u32, writes } from './points.ts'

const states = (of = 'raw.Status'): NonNullable<ProfilePart['states']> => [
  {
    of,
    by: 'code',
    // Standby, self test, normal, alarm (it goes on), fault.
    are: { 0: 'standby', 1: 'standby', 2: 'grid', 3: 'grid', 4: 'shutdown' },
  },
]
const alarms = (faults: 'f' | 'm'): NonNullable<ProfilePart['alarms']> => [
  { by: 'bit', of: 'raw.Alarm', prefix: 'a' },
  { by: 'bit', of: 'raw.Fault', prefix: faults },
]
/** Kinds of register 0; both orders of its bytes occur. */
const kinds = {
  string: [2, 0x0200],
  onePhase: [3, 0x0300],
  micro: [4, 0x0400],
  threePhase: [5, 0x0500, 6, 7, 0x0600, 8, 0x0601],
}
const serial = { at: 3, is: 'text', words: 5, matches: /^[A-Z0-9]{10}$/ } as const
const isKind = (of: readonly number[]): Profile['recognise'] => [[{ at: 0, is: 'u16', in: [...of] }, serial]]
/** `0` in the middle of its temperatures: raw 1000. */
const temperature = (at: number, to: string, scale = 0.1): ProfilePoint =>
  i16(at, to, 'C', scale, { offset: -1000 })

const common = {
  brand: 'Deye',
  maker: 'deye',
  proof: 'lists',
  sources: [
    'davidrapan/ha-solarman@ac1d88b (MIT)',
    'kellerza/sunsynk@58193d5 (Apache-2.0)',
    'evcc-io/evcc@b29b49e (MIT)',
  ],
  table: 'holding',
  order: 'low first',
  manners: {
    settleMs: 200,
    gapMs: 50,
    timeoutMs: 5_000,
    longest: 100,
    oneClient: true,
    units: [1],
    night: 'silent',
  },
  reach: [{ scheme: 'solarman' }, { scheme: 'modbus-rtu' }, { scheme: 'rtu-over-tcp' }],
  switchOn: {
    en: 'Nothing in the inverter: the logger stick answers on port 8899 in the same network; its serial number is printed on it. Some updates of its firmware close that port. At the RS-485 port (9600 8N1) the unit is the Modbus SN of the menu, usually 1.',
    zh_CN:
      '逆变器无需设置：采集棒在同一网络的 8899 端口应答，序列号印在棒上；部分固件升级会关闭此端口。使用 RS-485 口（9600 8N1）时，地址为菜单中的 Modbus SN，一般为 1。',
  },
} as const satisfies Partial<Profile>

const identity = [text(3, 5, 'about.sn'), u16(0, 'raw.Kind')]
const onGrid = [u32(16, 'about.ratedW', 'W', 0.1), bits(18, 'bits16', 'about.mppt', { mask: 0x0f00 })]
const controls: NonNullable<ProfilePart['controls']> = {
  switch: { on: writes(43, 1), off: writes(43, 0) },
  limitPct: { set: writes(40, 'asked'), lift: writes(40, 100), min: 0, max: 100 },
}
const stringPoints = (trackers: number): ProfilePoint[] => [
  ...identity,
  ...onGrid,
  u16(59, 'raw.Status'),
  u16(60, 'e_day', 'kWh', 0.1),
  // 0 at night and until the inverter is awake.
  u32(63, 'e_tot', 'kWh', 0.1, { zeroIsNone: true }),
  u16(79, 'f', 'Hz', 0.01),
  u32(86, 'p', 'W', 0.1),
  bits(101, 'bits32', 'raw.Alarm'),
  bits(103, 'bits64', 'raw.Fault'),
  ...each(trackers, (n) => [
    u16(107 + n * 2, `mppt.${n}.u`, 'V', 0.1),
    u16(108 + n * 2, `mppt.${n}.i`, 'A', 0.1),
  ]),
]
/** No register says the power of a tracker. */
const powers = (trackers: number): NonNullable<ProfilePart['derived']> =>
  Array.from({ length: trackers }, (_, index) => ({
    to: `mppt.${index + 1}.p`,
    product: [`mppt.${index + 1}.u`, `mppt.${index + 1}.i`],
  }))

export const deyeString: Profile = {
  ...common,
  name: 'deye-string',
  models: 'String inverters (also Sunsynk and others of the same make)',
  doubts: [
    'The scale of the limit (40) differs by firmware: it is read back.',
    'One list switches off with 2, the other with 0; 0 is taken.',
  ],
  recognise: isKind(kinds.string),
  blocks: [
    { at: 0, count: 19, everyS: 3_600 },
    { at: 59, count: 58 },
  ],
  parts: [
    {
      t: 'inverter',
      points: [
        ...stringPoints(4),
        ...each(3, (n) => [
          u16(72 + n, `u.${n}`, 'V', 0.1),
          i16(75 + n, `i.${n}`, 'A', 0.1),
          u16(69 + n, `raw.${['Uab', 'Ubc', 'Uca'][n - 1]}`, 'V', 0.1),
        ]),
        u32(80, 'raw.OutputPower', 'W', 0.1),
        u32(82, 'p_dc', 'W', 0.1),
        u32(84, 's', 'VA', 0.1),
        u32(88, 'q', 'var', 0.1),
        temperature(90, 't'),
        temperature(91, 'raw.T2'),
      ],
      derived: powers(4),
      states: states(),
      alarms: alarms('f'),
      controls,
    },
  ],
}

export const deyeMicro: Profile = {
  ...common,
  name: 'deye-micro',
  models: 'Micro-inverters SUN…G3 and others of the same make',
  doubts: [
    'The temperature (90) is scaled by 0.01 here and by 0.1 on string inverters, after two files of the same reader.',
    'The bits of faults mean other things than on string inverters: their codes begin with m.',
    'The scale of the limit (40) differs by firmware: it is read back.',
  ],
  recognise: isKind(kinds.micro),
  blocks: [
    { at: 0, count: 19, everyS: 3_600 },
    { at: 59, count: 58 },
  ],
  parts: [
    {
      t: 'inverter',
      points: [
        ...stringPoints(4),
        u16(73, 'u.1', 'V', 0.1),
        i16(76, 'i.1', 'A', 0.1),
        temperature(90, 't', 0.01),
        ...each(4, (n) => [
          u16(64 + n, `raw.PvToday${n}`, 'kWh', 0.1),
          u16([69, 71, 74, 77][n - 1] ?? 0, `raw.PvTotal${n}`, 'kWh', 0.1),
        ]),
      ],
      derived: powers(4),
      states: states(),
      alarms: alarms('m'),
      controls,
    },
  ],
}

export const deyeHybrid3p: Profile = {
  ...common,
  name: 'deye-hybrid-3p',
  models: 'Three-phase hybrids SG0…LP3 and HP3 (also Sunsynk), with battery and meter',
  doubts: [
    'Inverters for high voltage scale PV power by 10, and from firmware 1098 on energy by 1: both are told by the kind of register 0 only for power, so that their energy has to be looked at.',
    'The high word of grid power (690) is of newer firmware alone and is not read.',
  ],
  recognise: isKind(kinds.threePhase),
  blocks: [
    { at: 0, count: 23, everyS: 3_600 },
    { at: 500, count: 60 },
    { at: 586, count: 51 },
    { at: 672, count: 12 },
  ],
  parts: [
    {
      t: 'inverter',
      points: [
        ...identity,
        u32(20, 'about.ratedW', 'W', 0.1),
        bits(22, 'bits16', 'about.mppt', { mask: 0x0f00 }),
        u16(500, 'raw.Status'),
        u16(529, 'e_day', 'kWh', 0.1),
        u32(534, 'e_pv', 'kWh', 0.1, { zeroIsNone: true }),
        temperature(540, 'raw.TDc'),
        temperature(541, 't'),
        bits(553, 'bits32', 'raw.Alarm'),
        bits(555, 'bits64', 'raw.Fault'),
        ...each(3, (n) => [u16(597 + n, `u.${n}`, 'V', 0.1)]),
        u16(609, 'f', 'Hz', 0.01),
        i16(636, 'p', 'W'),
        ...each(4, (n) => [
          u16(671 + n, `mppt.${n}.p`, 'W', 1, { when: { of: 'raw.Kind', in: [5, 0x0500] } }),
          u16(671 + n, `mppt.${n}.p`, 'W', 10, { when: { of: 'raw.Kind', notIn: [5, 0x0500] } }),
          u16(674 + n * 2, `mppt.${n}.u`, 'V', 0.1),
          u16(675 + n * 2, `mppt.${n}.i`, 'A', 0.1),
        ]),
      ],
      derived: [{ to: 'p_pv', sum: ['mppt.1.p', 'mppt.2.p', 'mppt.3.p', 'mppt.4.p'] }],
      states: states(),
      alarms: alarms('f'),
    },
    {
      t: 'meter',
      points: [
        i16(625, 'p', 'W'),
        i16(619, 'raw.CtPower', 'W'),
        u32(522, 'e_in', 'kWh', 0.1),
        ...each(3, (n) => [i16(612 + n, `i.${n}`, 'A', 0.01)]),
      ],
      thereWith: ['p', 'e_in', 'raw.CtPower'],
    },
    {
      t: 'battery',
      points: [i16(590, 'p', 'W'), u16(588, 'soc', '%'), u32(518, 'e_dis', 'kWh', 0.1)],
      thereWith: ['p', 'soc'],
    },
  ],
}

export const deyeHybrid1p: Profile = {
  ...common,
  name: 'deye-hybrid-1p',
  models: 'One-phase hybrids (also Sunsynk), with battery and meter',
  doubts: ['Import stands in the words 78 and 80, and not 78 and 79.'],
  recognise: isKind(kinds.onePhase),
  blocks: [
    { at: 0, count: 19, everyS: 3_600 },
    { at: 59, count: 59 },
    { at: 150, count: 44 },
  ],
  parts: [
    {
      t: 'inverter',
      points: [
        ...identity,
        u32(16, 'about.ratedW', 'W', 0.1),
        u16(59, 'raw.Status'),
        temperature(90, 'raw.TDc'),
        temperature(91, 't'),
        u32(96, 'e_pv', 'kWh', 0.1, { zeroIsNone: true }),
        bits(101, 'bits32', 'raw.Alarm'),
        bits(103, 'bits64', 'raw.Fault'),
        u16(108, 'e_day', 'kWh', 0.1),
        ...each(2, (n) => [
          u16(107 + n * 2, `mppt.${n}.u`, 'V', 0.1),
          u16(108 + n * 2, `mppt.${n}.i`, 'A', 0.1),
          i16(185 + n, `mppt.${n}.p`, 'W'),
        ]),
        u16(150, 'u.1', 'V', 0.1),
        i16(175, 'p', 'W'),
        i16(178, 'raw.Load', 'W'),
        u16(193, 'f', 'Hz', 0.01),
      ],
      derived: [{ to: 'p_pv', sum: ['mppt.1.p', 'mppt.2.p'] }],
      states: states(),
      alarms: alarms('f'),
    },
    {
      t: 'meter',
      points: [i16(169, 'p', 'W'), u32(78, 'e_in', 'kWh', 0.1, { apart: 80 }), u32(81, 'e_out', 'kWh', 0.1)],
      thereWith: ['p', 'e_in', 'e_out'],
    },
    {
      t: 'battery',
      points: [
        i16(190, 'p', 'W'),
        u16(184, 'soc', '%'),
        temperature(182, 't'),
        u32(72, 'e_chg', 'kWh', 0.1),
        u32(74, 'e_dis', 'kWh', 0.1),
      ],
      thereWith: ['p', 'soc'],
    },
  ],
}
