import type { Profile } from '../engine/profile/profile-schema.ts'
import { each, i32, u32, u64 } from './points.ts'

const [FAULT, OFF, OK, WARNING] = [35, 303, 307, 455]
const [CLOSED, OPEN] = [51, 311]
/** What SMA's enumerations say where nothing is known. */
const unknown = { none: [16_777_213] }

/** SMA's own registers, at unit 3; its SunSpec stands at unit 126. */
export const sma: Profile = {
  name: 'sma',
  brand: 'SMA',
  maker: 'sma',
  models: 'Sunny Boy, Sunny Tripower and others with SMA’s own registers (unit 3), with battery and meter',
  proof: 'captures',
  captures: ['sunspec-dumps/sma-tripower-8-se.json'],
  doubts: [
    'The address of the condition (30201) is in none of the lists read; it is SMA’s usual one.',
    'Of six registers there is a capture; all others are of lists alone.',
  ],
  sources: [
    'longzheng/open-dynamic-export@3b19861 (MIT)',
    'evcc-io/evcc@b29b49e (MIT)',
    'kellerza/pysma@f019588 (MIT)',
    'evcc-io/evcc#17115, registers of a Tripower Smart Energy',
  ],
  table: 'holding',
  order: 'high first',
  recognise: [
    [
      { at: 30_053, is: 'u32', between: [1, 16_777_212] },
      { at: 30_231, is: 'u32', between: [100, 100_000_000] },
    ],
  ],
  blocks: [
    { at: 30_053, count: 6, everyS: 3_600 },
    { at: 30_201, count: 2 },
    { at: 30_217, count: 2 },
    { at: 30_231, count: 2, everyS: 3_600 },
    { at: 30_513, count: 4 },
    { at: 30_581, count: 4 },
    { at: 30_769, count: 46 },
    { at: 30_845, count: 2 },
    { at: 30_865, count: 4 },
    { at: 30_953, count: 30 },
    { at: 31_253, count: 18 },
    { at: 31_393, count: 12 },
  ],
  parts: [
    {
      t: 'inverter',
      points: [
        u32(30_053, 'raw.Model', '', 1, unknown),
        u32(30_057, 'about.sn', '', 1, { zeroIsNone: true }),
        u32(30_201, 'raw.Condition', '', 1, unknown),
        u32(30_217, 'raw.GridRelay', '', 1, unknown),
        u32(30_231, 'about.ratedW', 'W'),
        u64(30_513, 'e_tot', 'Wh', 1, { zeroIsNone: true }),
        i32(30_769, 'mppt.1.i', 'A', 0.001),
        i32(30_771, 'mppt.1.u', 'V', 0.01),
        i32(30_773, 'mppt.1.p', 'W'),
        i32(30_775, 'p', 'W'),
        ...each(3, (n) => [
          i32(30_775 + n * 2, `raw.P${n}`, 'W'),
          u32(30_781 + n * 2, `u.${n}`, 'V', 0.01),
          u32(30_787 + n * 2, `raw.${['Uab', 'Ubc', 'Uca'][n - 1]}`, 'V', 0.01),
          i32(30_805 + n * 2, `raw.Q${n}`, 'var'),
          i32(30_975 + n * 2, `i.${n}`, 'A', 0.001),
        ]),
        u32(30_795, 'raw.Current', 'A', 0.001),
        u32(30_803, 'f', 'Hz', 0.01),
        i32(30_805, 'q', 'var'),
        i32(30_813, 's', 'VA'),
        i32(30_953, 't', 'C', 0.1),
        i32(30_957, 'mppt.2.i', 'A', 0.001),
        i32(30_959, 'mppt.2.u', 'V', 0.01),
        i32(30_961, 'mppt.2.p', 'W'),
      ],
      derived: [
        { to: 'p_dc', sum: ['mppt.1.p', 'mppt.2.p'] },
        { to: 'q', sum: ['raw.Q1', 'raw.Q2', 'raw.Q3'] },
      ],
      states: [
        { of: 'raw.Condition', by: 'code', are: { [FAULT]: 'shutdown', [OFF]: 'shutdown' } },
        { of: 'raw.GridRelay', by: 'code', are: { [CLOSED]: 'grid', [OPEN]: 'standby' } },
        { of: 'raw.Condition', by: 'code', are: { [OK]: 'grid', [WARNING]: 'grid' } },
      ],
      alarms: [{ by: 'code', of: 'raw.Condition', none: [], only: [FAULT, WARNING] }],
      controls: {
        switch: {
          on: { writes: [{ at: 41_253, is: 'u32', by: 'many', value: 1467 }], readBack: [0] },
          off: { writes: [{ at: 41_253, is: 'u32', by: 'many', value: 381 }], readBack: [0] },
        },
        limitPct: {
          set: {
            writes: [
              { at: 40_210, is: 'u32', by: 'many', value: 1079 },
              { at: 41_255, is: 'i16', scale: 0.01, by: 'one', value: 'asked' },
            ],
            readBack: [0, 1],
          },
          lift: { writes: [{ at: 40_210, is: 'u32', by: 'many', value: OFF }], readBack: [0] },
          min: 0,
          max: 100,
        },
      },
    },
    {
      t: 'meter',
      points: [
        u32(30_581, 'e_in', 'Wh'),
        u32(30_583, 'e_out', 'Wh'),
        u32(30_865, 'raw.Drawn', 'W'),
        u32(30_867, 'raw.FedIn', 'W'),
        ...each(3, (n) => [
          u32(31_251 + n * 2, `u.${n}`, 'V', 0.01),
          u32(31_257 + n * 2, `raw.FedIn${n}`, 'W'),
          u32(31_263 + n * 2, `raw.Drawn${n}`, 'W'),
        ]),
      ],
      derived: [
        { to: 'p', sum: ['raw.Drawn'], minus: ['raw.FedIn'] },
        {
          to: 'p',
          sum: ['raw.Drawn1', 'raw.Drawn2', 'raw.Drawn3'],
          minus: ['raw.FedIn1', 'raw.FedIn2', 'raw.FedIn3'],
        },
      ],
      thereWith: ['p', 'e_in', 'e_out', 'u.1'],
    },
    {
      t: 'battery',
      points: [
        u32(30_845, 'soc', '%'),
        u32(31_393, 'raw.Charging', 'W'),
        u32(31_395, 'raw.Discharging', 'W'),
        u64(31_397, 'e_chg', 'Wh'),
        u64(31_401, 'e_dis', 'Wh'),
      ],
      derived: [{ to: 'p', sum: ['raw.Discharging'], minus: ['raw.Charging'] }],
      thereWith: ['soc', 'p', 'e_dis'],
    },
  ],
  manners: {
    settleMs: 200,
    gapMs: 20,
    longest: 46,
    oneClient: false,
    units: [3],
    night: 'answers',
  },
  reach: [{ scheme: 'modbus-tcp' }],
  switchOn: {
    en: 'On its web page as the installer: Device parameters, External communication, Modbus, TCP server: on. Unit 3 is SMA’s own map, unit 126 SunSpec.',
    zh_CN:
      '以安装商身份登录设备网页：设备参数、外部通信、Modbus、TCP 服务器：开启。地址 3 为 SMA 自有寄存器，地址 126 为 SunSpec。',
  },
}
