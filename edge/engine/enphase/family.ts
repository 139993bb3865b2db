import type { Family } from '../description.ts'

export const enphaseFamily: Family = {
  name: 'IQ Gateway',
  brand: 'Enphase',
  profile: 'enphase',
  models:
    'IQ Gateway and Envoy with their micro-inverters, the meter at the grid and batteries; firmware 3.9 to 8.3',
  proof: 'captures',
  captures: ['enphase-firmwares', 'enphase-gateway'],
  reach: [{ scheme: 'enphase' }, { scheme: 'enphase', port: 80 }],
  switchOn: {
    en: 'Nothing. From firmware 7 on it wants a token, which its owner makes at entrez.enphaseenergy.com and which lasts a year; before, its password is the last six digits of its serial.',
    zh_CN:
      '无需设置。固件 7 起需要令牌，由业主在 entrez.enphaseenergy.com 生成，有效期一年；更早的固件以序列号后六位为密码。',
  },
  manners: { settleMs: 0, gapMs: 0, oneClient: false, night: 'answers' },
  sources: ['pyenphase/pyenphase@10164b3 (MIT)'],
  doubts: [
    'A micro-inverter reports every quarter of an hour, and its reading has that time.',
    'Of older modules the gateway writes 0 for what they do not measure: power without a current has no current.',
  ],
  gives: [
    {
      t: 'inverter',
      metrics: ['p', 'f', 'u', 'i', 't', 'e_tot', 'mppt'],
      states: [],
      alarms: [],
      controls: [],
    },
    {
      t: 'meter',
      metrics: ['p', 'q', 's', 'pf', 'f', 'u', 'i', 'e_in', 'e_out'],
      states: [],
      alarms: [],
      controls: [],
    },
    { t: 'battery', metrics: ['p', 'soc', 't'], states: [], alarms: [], controls: [] },
  ],
  leftOut: [
    {
      what: 'Meters of production and of batteries',
      why: 'They measure what inverters and batteries say themselves.',
    },
    {
      what: 'Flags of modules as states and alarms',
      why: 'No source says what they mean. They are kept raw.',
    },
  ],
}
