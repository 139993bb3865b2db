import type { Profile } from '../engine/profile/profile-schema.ts'
import { bits, each, i16, text, u16, u32 } from './points.ts'

const FAULT_WORDS = 12
const BITS = 16

/** Generation 3: KTLX-G3 and HYD. */
export const sofarG3: Profile = {
  name: 'sofar-g3',
  brand: 'Sofar',
  maker: 'sofar',
  models: 'Generation 3: KTLX-G3 (string) and HYD (hybrid), with battery and meter',
  proof: 'lists',
  doubts: [
    'PV3 and PV4 follow by the step of PV1 and PV2; one reader has the power of PV4 one register lower.',
    'Of the fault bits only the first five have a meaning in our sources.',
  ],
  sources: ['davidrapan/ha-solarman@ac1d88b (MIT)', 'evcc-io/evcc@b29b49e (MIT)'],
  table: 'holding',
  order: 'high first',
  recognise: [
    [
      { at: 0x0445, is: 'text', words: 8, matches: /^[A-Z0-9]{10,16}$/ },
      { at: 0x0404, is: 'u16', between: [0, 9] },
    ],
  ],
  blocks: [
    { at: 0x0404, count: 40 },
    { at: 0x0445, count: 8, everyS: 3_600 },
    { at: 0x0484, count: 33 },
    { at: 0x0584, count: 12 },
    { at: 0x0604, count: 6 },
    { at: 0x0684, count: 24 },
  ],
  parts: [
    {
      t: 'inverter',
      points: [
        text(0x0445, 8, 'about.sn'),
        u16(0x0404, 'raw.Status'),
        ...each(FAULT_WORDS, (n) => [bits(0x0404 + n, 'bits16', `raw.Fault${n}`)]),
        i16(0x0418, 'raw.TAmbient', 'C'),
        i16(0x041a, 't', 'C'),
        u16(0x0426, 'raw.MinutesToday', 'min'),
        u16(0x042b, 'riso', 'kOhm'),
        u16(0x0484, 'f', 'Hz', 0.01),
        i16(0x0485, 'p', 'W', 10),
        ...each(3, (n) => [
          u16(0x0482 + n * 11, `u.${n}`, 'V', 0.1),
          u16(0x0483 + n * 11, `i.${n}`, 'A', 0.01),
        ]),
        ...each(4, (n) => [
          u16(0x0581 + n * 3, `mppt.${n}.u`, 'V', 0.1),
          u16(0x0582 + n * 3, `mppt.${n}.i`, 'A', 0.01),
          u16(0x0583 + n * 3, `mppt.${n}.p`, 'W', 10),
        ]),
        u32(0x0684, 'e_day', 'kWh', 0.01),
        u32(0x0686, 'e_tot', 'kWh', 0.1, { zeroIsNone: true }),
      ],
      derived: [{ to: 'p_dc', sum: ['mppt.1.p', 'mppt.2.p', 'mppt.3.p', 'mppt.4.p'] }],
      states: [
        {
          of: 'raw.Status',
          by: 'code',
          // Waiting, checking, on the grid, backup, fault that passes, fault that stays, update, charging itself, SVG, PID.
          are: {
            0: 'standby',
            1: 'standby',
            2: 'grid',
            3: 'normal',
            4: 'shutdown',
            5: 'shutdown',
            6: 'standby',
            7: 'standby',
            8: 'standby',
            9: 'standby',
          },
        },
      ],
      alarms: Array.from({ length: FAULT_WORDS }, (_, word) => ({
        by: 'bit' as const,
        of: `raw.Fault${word + 1}`,
        first: word * BITS + 1,
      })),
    },
    {
      t: 'meter',
      points: [
        i16(0x0488, 'p', 'W', 10, { turned: true }),
        u32(0x068e, 'e_in', 'kWh', 0.1),
        u32(0x0692, 'e_out', 'kWh', 0.1),
      ],
      thereWith: ['p', 'e_in', 'e_out'],
    },
    {
      t: 'battery',
      points: [
        u16(0x0604, 'u_in', 'V', 0.1),
        i16(0x0605, 'raw.Current', 'A', 0.01),
        i16(0x0606, 'p', 'W', 10, { turned: true }),
        i16(0x0607, 't', 'C'),
        u16(0x0608, 'soc', '%'),
        u16(0x0609, 'raw.Health', '%'),
        u32(0x0696, 'e_chg', 'kWh', 0.1),
        u32(0x069a, 'e_dis', 'kWh', 0.1),
      ],
      thereWith: ['soc', 'p', 'u_in'],
    },
  ],
  manners: {
    settleMs: 200,
    gapMs: 50,
    timeoutMs: 5_000,
    longest: 60,
    oneClient: true,
    units: [1],
    night: 'silent',
  },
  reach: [
    { scheme: 'solarman' },
    { scheme: 'modbus-rtu' },
    { scheme: 'rtu-over-tcp' },
    { scheme: 'modbus-tcp' },
  ],
  switchOn: {
    en: 'Nothing in the inverter: the logger stick answers on port 8899 in the same network; its serial number is printed on it. At the RS-485 port (9600 8N1) the unit is the communication address of the menu, usually 1.',
    zh_CN:
      '逆变器无需设置：采集棒在同一网络的 8899 端口应答，序列号印在棒上。使用 RS-485 口（9600 8N1）时，地址为菜单中的通讯地址，一般为 1。',
  },
}
