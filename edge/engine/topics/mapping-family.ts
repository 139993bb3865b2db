import type { Family } from '../description.ts'

export const mappingFamily: Family = {
  name: 'by MQTT and a mapping of one’s own',
  brand: 'Other makers',
  profile: 'map',
  models:
    'Whatever publishes numbers: one says oneself which topic is which metric of which device, and which word is which state',
  proof: 'played',
  reach: [{ scheme: 'mqtt' }],
  switchOn: {
    en: 'Publishing to your broker, wherever the device or program has it.',
    zh_CN: '在相应设备或程序中启用向您的代理发布数据。',
  },
  manners: { settleMs: 0, gapMs: 0, oneClient: false, night: 'unknown' },
  sources: ['No list: a person says it'],
  doubts: ['What a broker had kept (retained) is not taken: nobody says how old it is.'],
  gives: [],
  leftOut: [],
}
