import type { Family } from '../description.ts'

export const tigoFamily: Family = {
  name: 'by taptap and MQTT',
  brand: 'Tigo',
  profile: 'taptap',
  models: 'TS4 modules, heard at the line between their tap and controller by taptap',
  proof: 'played',
  reach: [{ scheme: 'mqtt' }],
  switchOn: {
    en: 'Nothing at Tigo: taptap listens at the RS-485 line and publishes what it prints. Start it with --persistent-file, for modules are named at night.',
    zh_CN:
      'Tigo 设备无需设置：taptap 监听 RS-485 线路并发布输出。请使用 --persistent-file 启动，因为组件条码仅在夜间给出。',
  },
  manners: { settleMs: 0, gapMs: 0, oneClient: false, night: 'silent' },
  sources: ['taptap, what it prints: names of fields'],
  doubts: ['A module says no power: it is the product of volts and amperes of its input.'],
  gives: [
    {
      t: 'optimizer',
      metrics: ['p', 'u_in', 'i_in', 'u_out', 'i_out', 't', 'rssi'],
      states: [],
      alarms: [],
      controls: [],
    },
  ],
  leftOut: [],
}
