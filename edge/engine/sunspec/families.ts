import type { Family, Given } from '../description.ts'

const inverter: Given = {
  t: 'inverter',
  metrics: ['p', 'q', 's', 'pf', 'f', 'u', 'i', 't', 'p_dc', 'e_tot', 'p_pv', 'e_pv', 'riso', 'mppt'],
  states: ['standby', 'grid', 'curtailed', 'shutdown'],
  alarms: ['sunspec.'],
  controls: [
    { op: 'limit', unit: '%', ends: 'device' },
    { op: 'switch', unit: null, ends: null },
  ],
}
const meter: Given = {
  t: 'meter',
  metrics: ['p', 'q', 's', 'pf', 'f', 'u', 'i', 'e_in', 'e_out'],
  states: [],
  alarms: [],
  controls: [],
}
const battery: Given = {
  t: 'battery',
  metrics: ['p', 'u_in', 'soc', 'e_chg', 'e_dis'],
  states: [],
  alarms: [],
  controls: [],
}
const weather: Given = {
  t: 'weather',
  metrics: ['irr', 't_mod', 't_amb', 'wind'],
  states: [],
  alarms: [],
  controls: [],
}
const combiner: Given = {
  t: 'combiner',
  metrics: ['p_dc', 'u_in', 'i_in', 't', 'str'],
  states: [],
  alarms: ['sunspec.c'],
  controls: [],
}

const LIMITS = 'Limits and switching are there where its chain has model 123 or 704, which no capture has.'

const common = {
  profile: 'sunspec',
  gives: [inverter, meter, battery],
  manners: { settleMs: 0, gapMs: 0, oneClient: false, night: 'unknown', longest: 125 },
  sources: ['sunspec/models@master (Apache-2.0)'],
  doubts: [LIMITS],
  leftOut: [
    {
      what: 'Models 705 to 712: curves of reactive power, of trips and of droop',
      why: 'They are what the grid operator has set, and say nothing of what happens now. Nothing here may change them.',
    },
    {
      what: 'Models 125 to 146, 715 and those of makers',
      why: 'Settings, and what only their makers explain.',
    },
  ],
} as const satisfies Partial<Family>

/** What reads itself, by the makers whose devices speak it; the last one is whoever else does. */
export const sunSpecFamilies: readonly Family[] = [
  {
    ...common,
    name: 'SunSpec',
    brand: 'SolarEdge',
    models:
      'Inverters with SetApp or a display, one- and three-phase, with their meters; batteries beside them',
    proof: 'captures',
    captures: [
      'sunspec-dumps/solaredge-se5000h-rws.json',
      'sunspec-dumps/solaredge-meter-203-part.json',
      'sunspec-dumps/solaredge-se15k.json',
      'sunspec-dumps/solaredge-se4000h.json',
      'solaredge-registers',
    ],
    manners: { ...common.manners, oneClient: true },
    reach: [{ scheme: 'modbus-tcp', port: 1502 }, { scheme: 'modbus-tcp' }, { scheme: 'modbus-rtu' }],
    switchOn: {
      en: 'In SetApp as the installer: Commissioning, Site communication, Modbus TCP: on, port 1502. It then waits two minutes for the first request.',
      zh_CN:
        '以安装商身份使用 SetApp：调试、站点通信、Modbus TCP：开启，端口 1502；启用后须在两分钟内收到首次请求。',
    },
    doubts: [
      'Its meters count what is fed in as positive; readings have it turned, as every other maker has it.',
    ],
  },
  {
    ...common,
    name: 'SunSpec',
    brand: 'Fronius',
    models: 'Inverters with a Datamanager, and Gen24 with battery and meter',
    proof: 'captures',
    captures: ['sunspec-dumps/fronius-symo-hybrid-5.json'],
    reach: [{ scheme: 'modbus-tcp' }, { scheme: 'modbus-rtu' }],
    switchOn: {
      en: 'On its web page: Communication, Modbus, Modbus TCP as slave: on.',
      zh_CN: '在设备网页中依次进入“通信”“Modbus”，启用 Modbus TCP 从站。',
    },
  },
  {
    ...common,
    name: 'SunSpec',
    brand: 'Kostal',
    models: 'PLENTICORE and PIKO IQ',
    proof: 'captures',
    captures: ['sunspec-dumps/kostal-plenticore-plus8.json'],
    reach: [{ scheme: 'modbus-tcp', port: 1502, unit: 71 }],
    switchOn: {
      en: 'On its web page: Settings, Modbus / SunSpec (TCP): on, byte order big-endian (SunSpec).',
      zh_CN:
        '在设备网页中依次进入“设置”“Modbus / SunSpec (TCP)”，选择启用，字节顺序选择 big-endian（SunSpec）。',
    },
    doubts: [
      LIMITS,
      'It tells the same inverter as model 103 and as 113: the first that knows its power speaks.',
    ],
  },
  {
    ...common,
    name: 'SunSpec',
    brand: 'SMA',
    models: 'Inverters with a network port, at unit 126; its own registers at unit 3 say more',
    proof: 'played',
    reach: [{ scheme: 'modbus-tcp', unit: 126 }],
    switchOn: {
      en: 'On its web page as the installer: Device parameters, External communication, Modbus, TCP server: on.',
      zh_CN: '以安装商身份登录设备网页：设备参数、外部通信、Modbus、TCP 服务器：开启。',
    },
    doubts: [
      'At dusk models vanish from the chain, and some answers are ones alone: unknown, and no number.',
    ],
  },
  {
    ...common,
    name: 'SunSpec',
    brand: 'ABB and Fimer',
    models: 'Inverters that speak SunSpec at a network port or RS-485',
    proof: 'played',
    reach: [{ scheme: 'modbus-tcp' }, { scheme: 'modbus-rtu' }],
    switchOn: {
      en: 'Modbus TCP, on its web page as the installer.',
      zh_CN: '以安装商身份登录设备网页，启用 Modbus TCP。',
    },
    doubts: [
      LIMITS,
      'Apparent and reactive power and their scale factors are left unimplemented by some of them.',
    ],
  },
  {
    ...common,
    name: 'SunSpec',
    brand: 'Other makers',
    models: 'Whatever speaks SunSpec: inverters, meters, batteries, weather stations and combiners',
    gives: [inverter, meter, battery, weather, combiner],
    proof: 'played',
    reach: [{ scheme: 'modbus-tcp' }, { scheme: 'modbus-rtu' }, { scheme: 'rtu-over-tcp' }],
    switchOn: {
      en: 'Modbus TCP or SunSpec, wherever its menu has it.',
      zh_CN: '在设备菜单中启用 Modbus TCP 或 SunSpec。',
    },
    doubts: [
      LIMITS,
      'The models of combiners (401 to 404) are read by the definitions alone: no device or capture was at hand.',
    ],
  },
]
