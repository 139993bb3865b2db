import type { Profile } from '../engine/profile/profile-schema.ts'
import { text, u32, u64 } from './points.ts'
import type { ProfilePoint } from '../engine/profile/profile-schema.ts'

const f32 = (at: number, to: string, unit: string, more: Partial<ProfilePoint> = {}): ProfilePoint => ({
  at,
  is: 'f32',
  to,
  unit,
  ...more,
})

/** Where the blocks of the first, second and third battery begin. Source: frenck/python-solaredged (MIT). */
const bases = [57_600, 57_856, 58_368]

const battery = (base: number, n: number): Profile => ({
  name: `solaredge-battery-${n}`,
  brand: 'SolarEdge',
  maker: 'solaredge',
  models: 'Batteries behind inverters of SolarEdge, read beside their SunSpec models',
  proof: 'captures',
  captures: [
    'solaredge-registers/community/issue755_u1.json',
    'solaredge-registers/community/issue827_u1.json',
  ],
  doubts: [
    'What the modules of such an inverter give is its DC power with what charges the batteries: none of its registers says it. Its lifetime counter counts what the batteries gave, too.',
  ],
  sources: ['frenck/python-solaredged@352a0dd (MIT)', 'evcc-io/evcc@b29b49e (MIT)'],
  table: 'holding',
  order: 'low first',
  // Gateways and copies of registers may leave its texts out.
  recognise: [
    [{ at: base, is: 'text', words: 16, matches: /^[!-~]/ }],
    [{ at: base + 66, is: 'f32', between: [100, 10_000_000] }],
  ],
  blocks: [
    { at: base, count: 64, everyS: 3_600 },
    { at: base + 66, count: 10 },
    { at: base + 108, count: 30 },
  ],
  parts: [
    {
      t: 'battery',
      points: [
        text(base, 16, 'raw.Maker'),
        text(base + 16, 16, 'about.model'),
        text(base + 32, 16, 'about.sw'),
        text(base + 48, 16, 'about.sn'),
        f32(base + 66, 'raw.RatedEnergy', 'Wh'),
        f32(base + 68, 'raw.MostCharging', 'W'),
        f32(base + 70, 'raw.MostDischarging', 'W'),
        f32(base + 108, 't', 'C'),
        f32(base + 112, 'u_in', 'V'),
        f32(base + 114, 'raw.Current', 'A'),
        // Charging is above 0 there.
        f32(base + 116, 'p', 'W', { turned: true }),
        u64(base + 118, 'e_dis', 'Wh', 1, { zeroIsNone: true }),
        u64(base + 122, 'e_chg', 'Wh', 1, { zeroIsNone: true }),
        f32(base + 126, 'raw.FullEnergy', 'Wh'),
        f32(base + 128, 'raw.Energy', 'Wh'),
        f32(base + 130, 'raw.Health', '%'),
        f32(base + 132, 'soc', '%'),
        u32(base + 134, 'raw.Status'),
      ],
      states: [
        {
          of: 'raw.Status',
          by: 'code',
          // Off, standby, starting, charging, discharging, fault, keeping its charge, idle, saving power.
          are: {
            0: 'shutdown',
            1: 'standby',
            2: 'standby',
            3: 'normal',
            4: 'normal',
            5: 'shutdown',
            6: 'standby',
            7: 'standby',
            10: 'standby',
          },
        },
      ],
      alarms: [{ by: 'code', of: 'raw.Status', none: [], only: [5], prefix: 'b' }],
      thereWith: ['raw.RatedEnergy', 'soc', 'u_in'],
    },
  ],
  manners: {
    settleMs: 200,
    gapMs: 20,
    longest: 64,
    oneClient: true,
    units: [1],
    night: 'answers',
  },
  reach: [{ scheme: 'modbus-tcp', port: 1502 }, { scheme: 'modbus-tcp' }, { scheme: 'modbus-rtu' }],
  switchOn: {
    en: 'In SetApp as the installer: Commissioning, Site communication, Modbus TCP: on, port 1502. By WLAN alone it is not there from firmware 4.14 on: a cable is.',
    zh_CN:
      '以安装商身份使用 SetApp：调试、站点通信、Modbus TCP：开启，端口 1502。固件 4.14 起仅 WLAN 连接时不可用，需使用网线。',
  },
})

/** Read in addition to the SunSpec models of an inverter. */
export const solarEdgeBatteries: readonly Profile[] = bases.map((base, index) => battery(base, index + 1))
