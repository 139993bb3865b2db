import type { Profile, ProfilePoint } from '../engine/profile/profile-schema.ts'

/** Bits of the three alarm words, by the number of Huawei's alarm. */
const alarms: readonly Readonly<Record<string, string>>[] = [
  {
    0: '2001',
    1: '2002',
    2: '2011',
    3: '2012',
    4: '2013',
    5: '2021',
    6: '2031',
    7: '2032',
    8: '2033',
    9: '2034',
    10: '2035',
    11: '2036',
    12: '2037',
    13: '2038',
    14: '2039',
    15: '2040',
  },
  {
    0: '2051',
    1: '2061',
    2: '2062',
    3: '2063',
    4: '2064',
    5: '2065',
    6: '2066',
    7: '61440',
    8: '2067',
    9: '2068',
    10: '2070',
    11: '2071',
    12: '2072',
    13: '2075',
    14: '2077',
    15: '2080',
  },
  {
    0: '2081',
    1: '2085',
    2: '2014',
    3: '2086',
    4: '2069',
    5: '2082',
    6: '2015',
    7: '2087',
    8: '2088',
    9: '2089',
    10: '2090',
    11: '2091',
    12: '2092',
    13: '2003',
    14: '2093',
    15: '2094',
  },
]

/** Beside the codes of their types Huawei's registers hold these where there is no value. */
const none16 = [0x7fff]
const none32 = [0x7fff_ffff]
const INPUTS = 24
/** Inputs of strings: as many as the model has of the 24 that have registers. */
const inputs = Array.from({ length: INPUTS }, (_, index): ProfilePoint[] => {
  const n = index + 1
  const when = { of: 'about.strings', atLeast: n }
  const amps = { at: 32_015 + n * 2, is: 'i16', scale: 0.01, unit: 'A', none: none16, when } as const
  return [
    { at: 32_014 + n * 2, is: 'i16', scale: 0.1, unit: 'V', none: none16, when, to: `mppt.${n}.u` },
    { ...amps, to: `mppt.${n}.i` },
    { ...amps, to: `str.${n}.i` },
  ]
})

/** A meter that is silent keeps its last values. */
const alive = { of: 'raw.MeterState', notIn: [0] }

/** SUN2000, by itself or behind an SDongle or SmartLogger. */
export const huaweiSun2000: Profile = {
  name: 'huawei-sun2000',
  brand: 'Huawei',
  maker: 'huawei',
  models: 'SUN2000 (string and hybrid), with its meter and battery',
  // One capture holds who a device is, and nothing that it measures.
  proof: 'lists',
  doubts: [
    'The bit of abnormal string power is 2913 in one list and 2013 in another; 2013 is taken, as in Huawei’s manuals.',
  ],
  sources: ['bolliy/ioBroker.sun2000@c846d56 (MIT)', 'evcc-io/evcc@b29b49e (MIT)'],
  table: 'holding',
  order: 'high first',
  recognise: [[{ at: 30_000, is: 'text', words: 15, matches: /^SUN\d{3,}/ }]],
  blocks: [
    { at: 30_000, count: 75, everyS: 3_600 },
    { at: 32_000, count: 116 },
    { at: 37_100, count: 38 },
    { at: 37_200, count: 2 },
    { at: 37_760, count: 7 },
  ],
  parts: [
    {
      t: 'inverter',
      points: [
        { at: 30_000, is: 'text', words: 15, to: 'about.model' },
        { at: 30_015, is: 'text', words: 10, to: 'about.sn' },
        { at: 30_071, is: 'u16', to: 'about.strings' },
        { at: 30_072, is: 'u16', to: 'about.mppt' },
        { at: 30_073, is: 'u32', unit: 'W', none: [0x8000_0000, 0x7fff_ffff], to: 'about.ratedW' },
        { at: 32_000, is: 'u16', to: 'raw.State1' },
        { at: 32_001, is: 'u16', to: 'raw.State2' },
        { at: 32_002, is: 'u16', to: 'raw.State3' },
        { at: 32_008, is: 'bits16', none: [0xffff], to: 'raw.Alarm1' },
        { at: 32_009, is: 'bits16', none: [0xffff], to: 'raw.Alarm2' },
        { at: 32_010, is: 'bits16', none: [0xffff], to: 'raw.Alarm3' },
        ...inputs.flat(),
        { at: 32_064, is: 'i32', unit: 'W', none: none32, to: 'p_dc' },
        { at: 32_066, is: 'u16', scale: 0.1, unit: 'V', to: 'raw.Uab' },
        { at: 32_067, is: 'u16', scale: 0.1, unit: 'V', to: 'raw.Ubc' },
        { at: 32_068, is: 'u16', scale: 0.1, unit: 'V', to: 'raw.Uca' },
        { at: 32_069, is: 'u16', scale: 0.1, unit: 'V', to: 'u.1' },
        { at: 32_070, is: 'u16', scale: 0.1, unit: 'V', to: 'u.2' },
        { at: 32_071, is: 'u16', scale: 0.1, unit: 'V', to: 'u.3' },
        { at: 32_072, is: 'i32', scale: 0.001, unit: 'A', none: none32, to: 'i.1' },
        { at: 32_074, is: 'i32', scale: 0.001, unit: 'A', none: none32, to: 'i.2' },
        { at: 32_076, is: 'i32', scale: 0.001, unit: 'A', none: none32, to: 'i.3' },
        { at: 32_078, is: 'i32', unit: 'W', none: none32, to: 'raw.PeakToday' },
        { at: 32_080, is: 'i32', unit: 'W', none: none32, to: 'p' },
        { at: 32_082, is: 'i32', unit: 'var', none: none32, to: 'q' },
        { at: 32_084, is: 'i16', scale: 0.001, none: none16, to: 'pf' },
        { at: 32_085, is: 'u16', scale: 0.01, unit: 'Hz', to: 'f' },
        { at: 32_086, is: 'u16', scale: 0.01, unit: '%', to: 'raw.Efficiency' },
        { at: 32_087, is: 'i16', scale: 0.1, unit: 'C', none: none16, to: 't' },
        { at: 32_088, is: 'u16', scale: 0.001, unit: 'MOhm', to: 'riso' },
        { at: 32_089, is: 'u16', to: 'raw.Status' },
        { at: 32_090, is: 'u16', to: 'raw.Fault' },
        { at: 32_106, is: 'u32', scale: 0.01, unit: 'kWh', zeroIsNone: true, to: 'e_tot' },
        { at: 32_114, is: 'u32', scale: 0.01, unit: 'kWh', to: 'e_day' },
        { at: 37_200, is: 'i16', none: none16, to: 'raw.Optimizers' },
        { at: 37_201, is: 'i16', none: none16, to: 'raw.OptimizersOnline' },
      ],
      states: [
        {
          of: 'raw.Status',
          by: 'code',
          are: {
            // Starting up, measuring insulation, waiting for light, checking the grid; starting.
            0x0000: 'standby',
            0x0001: 'standby',
            0x0002: 'standby',
            0x0003: 'standby',
            0x0100: 'standby',
            0x0200: 'grid',
            // Limited by command and by itself; without grid it runs all the same.
            0x0201: 'curtailed',
            0x0202: 'curtailed',
            0x0203: 'grid',
            // By a fault, command, relay, lost communication, a limit of 0, by hand, DC switch, rapid shutdown.
            0x0300: 'shutdown',
            0x0301: 'shutdown',
            0x0302: 'shutdown',
            0x0303: 'shutdown',
            0x0304: 'shutdown',
            0x0305: 'shutdown',
            0x0306: 'shutdown',
            0x0307: 'shutdown',
            // Too little DC power; battery empty.
            0x0308: 'standby',
            0x030c: 'standby',
            // Feeding, with support of the grid.
            0x0401: 'grid',
            0x0402: 'grid',
            0x0403: 'grid',
            0x0404: 'grid',
            0x0405: 'grid',
            // Checks of itself.
            0x0500: 'standby',
            0x0501: 'standby',
            0x0600: 'standby',
            0x0700: 'standby',
            0x0800: 'standby',
            0x0900: 'standby',
            0x0a00: 'standby',
            0xa000: 'standby',
          },
        },
      ],
      alarms: ['raw.Alarm1', 'raw.Alarm2', 'raw.Alarm3'].map((of, word) => ({
        by: 'bit' as const,
        of,
        codes: { ...alarms[word] },
      })),
      controls: {
        switch: {
          on: { writes: [{ at: 40_200, is: 'u16', by: 'one', value: 1 }], readBack: [] },
          off: { writes: [{ at: 40_201, is: 'u16', by: 'one', value: 1 }], readBack: [] },
        },
        limitPct: {
          set: {
            writes: [{ at: 40_125, is: 'u16', scale: 0.1, by: 'one', value: 'asked' }],
            readBack: [0],
          },
          lift: { writes: [{ at: 40_125, is: 'u16', scale: 0.1, by: 'one', value: 100 }], readBack: [0] },
          min: 0,
          max: 100,
        },
        limitW: {
          set: { writes: [{ at: 40_126, is: 'u32', by: 'many', value: 'asked' }], readBack: [0] },
          lift: { writes: [{ at: 40_125, is: 'u16', scale: 0.1, by: 'one', value: 100 }], readBack: [0] },
          min: 0,
        },
      },
    },
    {
      t: 'meter',
      points: [
        { at: 37_100, is: 'u16', to: 'raw.MeterState' },
        ...[1, 2, 3].flatMap((n): ProfilePoint[] => [
          { at: 37_099 + n * 2, is: 'i32', scale: 0.1, unit: 'V', none: none32, when: alive, to: `u.${n}` },
          { at: 37_105 + n * 2, is: 'i32', scale: 0.01, unit: 'A', none: none32, when: alive, to: `i.${n}` },
          { at: 37_130 + n * 2, is: 'i32', unit: 'W', none: none32, when: alive, to: `raw.P${n}` },
        ]),
        { at: 37_113, is: 'i32', unit: 'W', none: none32, turned: true, when: alive, to: 'p' },
        { at: 37_119, is: 'i32', scale: 0.01, unit: 'kWh', none: none32, when: alive, to: 'e_out' },
        { at: 37_121, is: 'i32', scale: 0.01, unit: 'kWh', none: none32, when: alive, to: 'e_in' },
      ],
      states: [{ of: 'raw.MeterState', by: 'code', are: { 1: 'normal' } }],
      thereWith: ['raw.MeterState', 'e_in', 'e_out'],
    },
    {
      t: 'battery',
      points: [
        { at: 37_760, is: 'u16', scale: 0.1, unit: '%', to: 'soc' },
        { at: 37_765, is: 'i32', unit: 'W', none: none32, turned: true, to: 'p' },
      ],
      thereWith: ['soc', 'p'],
    },
  ],
  manners: {
    settleMs: 2_000,
    gapMs: 50,
    timeoutMs: 5_000,
    longest: 83,
    oneClient: true,
    units: [1, 0, 2, 3],
    night: 'unknown',
  },
  reach: [{ scheme: 'modbus-tcp' }, { scheme: 'modbus-tcp', port: 6607 }, { scheme: 'modbus-rtu' }],
  switchOn: {
    en: 'As the installer: Settings, Communication configuration, Modbus TCP, Enable (unrestricted); the app FusionSolar reaches it by the WLAN of the inverter. Behind an SDongle, its address counts.',
    zh_CN:
      '以安装商身份登录：设置、通信配置、Modbus TCP，选择“启用（不限制）”；可通过逆变器自身 WLAN 用 FusionSolar 应用进入。接在 SDongle 后面时，使用 SDongle 的地址。',
  },
}
