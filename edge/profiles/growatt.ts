import type { Profile, ProfilePart, ProfilePoint } from '../engine/profile/profile-schema.ts'
import { each, i16, i32, text, u16, u32, writes } from './points.ts'

/** Why it gives less: voltages, frequencies, heat, what a person set, export, the current of the bus. Source: 0xAHA (MIT). */
const curtailing = [1, 3, 4, 6, 7, 10, 11, 13, 14, 18, 20, 21]
const states: NonNullable<ProfilePart['states']> = [
  // Waiting, fault, standby; normal, which it is while it gives less, too.
  { of: 'raw.Status', by: 'code', are: { 0: 'standby', 3: 'shutdown', 5: 'standby' } },
  {
    of: 'raw.Derating',
    by: 'code',
    are: Object.fromEntries(curtailing.map((code) => [code, 'curtailed' as const])),
  },
  { of: 'raw.Status', by: 'code', are: { 1: 'grid' } },
]
const FAULT = 3
const alarms: NonNullable<ProfilePart['alarms']> = [
  { by: 'code', of: 'raw.FaultCode', none: [0] },
  { by: 'code', of: 'raw.WarningCode', none: [0], prefix: 'w' },
]
/** A limit of 255 is none. */
const FREE = 255
const controls: NonNullable<ProfilePart['controls']> = {
  switch: { on: writes(0, 1), off: writes(0, 0) },
  limitPct: { set: writes(3, 'asked'), lift: writes(3, FREE), min: 0, max: 100 },
}
const trackers = (base: number): ProfilePoint[] =>
  each(3, (n) => {
    const at = base + n * 4
    return [
      u16(at - 1, `mppt.${n}.u`, 'V', 0.1),
      u16(at, `mppt.${n}.i`, 'A', 0.1),
      u32(at + 1, `mppt.${n}.p`, 'W', 0.1),
    ]
  })
const holding = { table: 'holding' } as const
const identity = [text(23, 5, 'about.sn', holding), u32(6, 'about.ratedW', 'W', 0.1, holding)]
const serial = { at: 23, table: 'holding', is: 'text', words: 5, matches: /^[A-Z0-9]{10}$/ } as const

const common = {
  brand: 'Growatt',
  maker: 'growatt',
  proof: 'lists',
  sources: ['0xAHA/Growatt_ModbusTCP@64434f9 (MIT)', 'evcc-io/evcc@b29b49e (MIT)'],
  table: 'input',
  order: 'high first',
  manners: {
    settleMs: 200,
    gapMs: 100,
    longest: 125,
    // Some models answer zeros to blocks they do not like.
    zerosRefuse: [25, 2],
    oneClient: true,
    units: [1],
    night: 'silent',
  },
  reach: [{ scheme: 'modbus-rtu' }, { scheme: 'modbus-tcp' }, { scheme: 'rtu-over-tcp' }],
  switchOn: {
    en: 'Modbus is on at the RS-485 terminals (9600 8N1, unit 1 unless set otherwise in its menu); an RS-485 converter or a ShineWiFi-X with Modbus TCP brings it to the network.',
    zh_CN:
      'RS-485 端子默认支持 Modbus（9600 8N1，地址默认为 1，可在菜单修改）；可通过 RS-485 转换器或支持 Modbus TCP 的 ShineWiFi-X 接入网络。',
  },
} as const satisfies Partial<Profile>

export const growatt: Profile = {
  ...common,
  name: 'growatt',
  models: 'MID, MOD and other three-phase inverters, and those with input registers from 0 on',
  doubts: [
    'The maker’s list 1.39 numbers registers 11 to 50 differently from every reader of devices; the readers are followed.',
    'The list says state 2 for a fault, readers say 3; 3 is taken.',
    'The list gives no scale of the rated power; 0.1 W is taken, as in other lists of Growatt.',
  ],
  recognise: [[serial, { at: 37, is: 'u16', between: [4_500, 6_500] }]],
  blocks: [
    { at: 6, table: 'holding', count: 22, everyS: 3_600 },
    { at: 0, count: 125 },
  ],
  parts: [
    {
      t: 'inverter',
      points: [
        ...identity,
        u16(0, 'raw.Status'),
        u32(1, 'p_dc', 'W', 0.1),
        ...trackers(0),
        u32(35, 'p', 'W', 0.1),
        u16(37, 'f', 'Hz', 0.01),
        ...each(3, (n) => [
          u16(34 + n * 4, `u.${n}`, 'V', 0.1),
          u16(35 + n * 4, `i.${n}`, 'A', 0.1),
          u32(36 + n * 4, `raw.S${n}`, 'VA', 0.1),
          u16(49 + n, `raw.${['Uab', 'Ubc', 'Uca'][n - 1]}`, 'V', 0.1),
        ]),
        u32(53, 'e_day', 'kWh', 0.1),
        u32(55, 'e_tot', 'kWh', 0.1, { zeroIsNone: true }),
        ...each(3, (n) => [
          u32(55 + n * 4, `raw.PvToday${n}`, 'kWh', 0.1),
          u32(57 + n * 4, `raw.PvTotal${n}`, 'kWh', 0.1),
        ]),
        u32(91, 'raw.PvTotal', 'kWh', 0.1),
        i16(93, 't', 'C', 0.1),
        i16(94, 'raw.TModule', 'C', 0.1),
        i16(95, 'raw.TBoost', 'C', 0.1),
        u16(104, 'raw.Derating'),
        u16(105, 'raw.FaultCode'),
        u16(112, 'raw.WarningCode'),
      ],
      states,
      alarms,
      controls,
    },
  ],
}

export const growattTlx: Profile = {
  ...common,
  name: 'growatt-tlx',
  models: 'MIN and TL-X (input registers from 3000 on)',
  doubts: ['At 3028 stands apparent power in one list, AC power in another; AC power is read at 3023.'],
  recognise: [
    [{ at: 3025, is: 'u16', between: [4_500, 6_500] }, { at: 3000, is: 'u16', in: [0, 1, FAULT, 5] }, serial],
    [
      { at: 3025, is: 'u16', between: [4_500, 6_500] },
      { at: 3000, is: 'u16', in: [0, 1, FAULT, 5] },
      { at: 3001, table: 'holding', is: 'text', words: 15, matches: /^[A-Z0-9]{10,30}$/ },
    ],
  ],
  blocks: [
    { at: 6, table: 'holding', count: 22, everyS: 3_600 },
    { at: 3001, table: 'holding', count: 15, everyS: 3_600 },
    { at: 3000, count: 107 },
  ],
  parts: [
    {
      t: 'inverter',
      points: [
        text(3001, 15, 'about.sn', holding),
        text(23, 5, 'about.sn', { ...holding, fallback: true }),
        u32(6, 'about.ratedW', 'W', 0.1, holding),
        u16(3000, 'raw.Status'),
        u32(3001, 'p_dc', 'W', 0.1),
        ...trackers(3000),
        u32(3023, 'p', 'W', 0.1),
        u16(3025, 'f', 'Hz', 0.01),
        u16(3026, 'u.1', 'V', 0.1),
        u16(3027, 'i.1', 'A', 0.1),
        u32(3028, 's', 'VA', 0.1),
        u32(3049, 'e_day', 'kWh', 0.1),
        u32(3051, 'e_tot', 'kWh', 0.1, { zeroIsNone: true }),
        u32(3053, 'raw.PvTotal', 'kWh', 0.1),
        ...each(3, (n) => [
          u32(3051 + n * 4, `raw.PvToday${n}`, 'kWh', 0.1),
          u32(3053 + n * 4, `raw.PvTotal${n}`, 'kWh', 0.1),
        ]),
        u16(3086, 'raw.Derating'),
        u16(3092, 'raw.BusVoltage', 'V', 0.1),
        i16(3093, 't', 'C', 0.1),
        u16(3105, 'raw.FaultCode'),
        u16(3106, 'raw.WarningCode'),
      ],
      states,
      alarms,
      controls,
    },
    {
      t: 'meter',
      points: [
        u32(3041, 'raw.FromGrid', 'W', 0.1),
        i32(3043, 'raw.ToGrid', 'W', 0.1),
        u32(3045, 'raw.Load', 'W', 0.1),
      ],
      derived: [{ to: 'p', sum: ['raw.FromGrid'], minus: ['raw.ToGrid'] }],
      thereWith: ['raw.FromGrid', 'raw.ToGrid'],
    },
  ],
}
