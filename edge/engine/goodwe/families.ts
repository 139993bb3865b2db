import type { Family, Given } from '../description.ts'

const common = {
  brand: 'GoodWe',
  profile: 'goodwe',
  proof: 'captures',
  reach: [
    { scheme: 'goodwe' },
    { scheme: 'goodwe', port: 502, setting: 'over=tcp' },
    { scheme: 'modbus-tcp', unit: 247 },
  ],
  switchOn: {
    en: 'Nothing at UDP 8899. Newer radios (WiFi/LAN Kit-20) speak Modbus TCP at port 502 instead, which the app SolarGo switches on.',
    zh_CN:
      'UDP 8899 端口无需设置。较新的模块（WiFi/LAN Kit-20）改用 Modbus TCP 502 端口，须在 SolarGo 应用中启用。',
  },
  manners: { settleMs: 0, gapMs: 50, oneClient: true, night: 'silent', longest: 125, units: [247, 127] },
  sources: ['marcelblijleven/goodwe@66dfcdd (MIT)'],
  leftOut: [
    {
      what: 'Cells of batteries, lines of the backup output, a second meter',
      why: 'Readings have no place for them.',
    },
    { what: 'Limits and modes', why: 'Nobody has tried to write them here.' },
  ],
} as const satisfies Partial<Family>
const alarms = ['goodwe.']
const battery: Given = {
  t: 'battery',
  metrics: ['p', 'u_in', 'soc', 't', 'e_chg', 'e_dis'],
  states: [],
  alarms: [],
  controls: [],
}

/** The three families of one source; which of them it is shows itself. */
export const goodWeFamilies: readonly Family[] = [
  {
    ...common,
    name: 'hybrids (ET)',
    models: 'ET, EH, BT, BH, and ES and EM of the second generation, with batteries and meter',
    captures: ['goodwe-frames/et'],
    doubts: ['Powers of inverters below 30 kW are taken from one register: their upper one holds anything.'],
    gives: [
      {
        t: 'inverter',
        metrics: ['p', 'q', 's', 'f', 'u', 'i', 't', 'p_pv', 'e_pv', 'mppt'],
        states: ['standby', 'grid', 'shutdown'],
        alarms,
        controls: [],
      },
      battery,
      {
        t: 'meter',
        metrics: ['p', 'q', 's', 'pf', 'f', 'u', 'i', 'e_in', 'e_out'],
        states: [],
        alarms: [],
        controls: [],
      },
    ],
  },
  {
    ...common,
    name: 'inverters of the grid (DT)',
    models: 'DT, MS, SDT, MT, XS and D-NS, with a meter',
    captures: ['goodwe-frames/dt'],
    doubts: [
      'Where a number is all ones, the origin of the captures takes it for 0 or -1; it is no value here.',
    ],
    gives: [
      {
        t: 'inverter',
        metrics: ['p', 'q', 's', 'pf', 'f', 'u', 'i', 't', 'p_dc', 'e_tot', 'mppt'],
        states: ['standby', 'grid', 'shutdown'],
        alarms,
        controls: [],
      },
      { t: 'meter', metrics: ['p', 'e_in', 'e_out'], states: [], alarms: [], controls: [] },
    ],
  },
  {
    ...common,
    name: 'older hybrids (ES)',
    models: 'ES, EM and BP, which speak AA55 alone',
    captures: ['goodwe-frames/es'],
    reach: [{ scheme: 'goodwe' }],
    doubts: ['No power of the modules is said: it is the product of volts and amperes of each input.'],
    gives: [
      {
        t: 'inverter',
        metrics: ['p', 'f', 'u', 'i', 't', 'p_pv', 'e_pv', 'mppt'],
        states: ['standby', 'grid', 'shutdown'],
        alarms,
        controls: [],
      },
      { ...battery, metrics: ['p', 'u_in', 'soc', 't'] },
      { t: 'meter', metrics: ['p', 'pf'], states: [], alarms: [], controls: [] },
    ],
  },
]
