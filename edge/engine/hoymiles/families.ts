import type { Family, Given } from '../description.ts'

const inverter: Given = {
  t: 'inverter',
  metrics: ['p', 'q', 'pf', 'f', 'u', 'i', 't', 'p_dc', 'e_tot', 'mppt'],
  states: ['standby', 'grid'],
  alarms: [],
  controls: [],
}
const common = {
  brand: 'Hoymiles',
  models: 'Micro-inverters HM, HMS and HMT, and those of other names that OpenDTU hears',
  manners: { settleMs: 0, gapMs: 0, oneClient: false, night: 'answers' },
  leftOut: [
    { what: 'Events of inverters', why: 'OpenDTU keeps a history of them and does not say which hold now.' },
    { what: 'Limits', why: 'They are given by radio, minutes later or never: nothing could be read back.' },
  ],
} as const satisfies Partial<Family>

/** The same inverters, as the gateways of the community tell them. */
export const hoymilesFamilies: readonly Family[] = [
  {
    ...common,
    name: 'by OpenDTU, its web interface',
    profile: 'opendtu',
    proof: 'played',
    reach: [{ scheme: 'opendtu' }],
    switchOn: {
      en: 'In its settings under Security: allow read-only access, or give its password here.',
      zh_CN: '在其设置的“安全”中允许只读访问，或在此填写密码。',
    },
    sources: ['OpenDTU, what its web interface answers: names of fields'],
    doubts: ['Called a percentage, its power factor is printed as a fraction by some versions.'],
    gives: [inverter],
  },
  {
    ...common,
    name: 'by OpenDTU and MQTT',
    profile: 'opendtu',
    proof: 'captures',
    captures: ['opendtu-mqtt/hm-800.json'],
    reach: [{ scheme: 'mqtt' }],
    switchOn: {
      en: 'In its settings under MQTT: on, with your broker and a topic; retained.',
      zh_CN: '在其设置的 MQTT 中启用，填写您的代理和主题，并选择保留消息。',
    },
    sources: ['tbnobody/OpenDTU-docs@09c3a07, list of topics', 'wuan/mqtt-gateway@1b6a930 (Apache-2.0)'],
    doubts: [
      'What was published stays after sunset: a reading has the time at which the inverter was heard.',
    ],
    gives: [inverter],
  },
  {
    ...common,
    name: 'by AhoyDTU and MQTT',
    profile: 'ahoydtu',
    proof: 'played',
    reach: [{ scheme: 'mqtt' }],
    switchOn: {
      en: 'In its settings under MQTT: your broker and a topic.',
      zh_CN: '在其设置的 MQTT 中填写您的代理和主题。',
    },
    sources: ['AhoyDTU, user manual: names of topics'],
    doubts: ['It says no serials: an inverter is told by its name on AhoyDTU.'],
    gives: [inverter],
  },
]
