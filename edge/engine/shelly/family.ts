import type { Family } from '../description.ts'

export const shellyFamily: Family = {
  name: 'local pages',
  brand: 'Shelly',
  profile: 'shelly',
  models: 'Meters (EM, 3EM, Pro 3EM), plugs and relays that measure, of every generation',
  proof: 'played',
  reach: [{ scheme: 'shelly' }],
  switchOn: {
    en: 'Nothing. Where a password was set, it is that of admin.',
    zh_CN: '无需设置。如已设置密码，请填写 admin 的密码。',
  },
  manners: { settleMs: 0, gapMs: 0, oneClient: false, night: 'answers' },
  sources: ['Shelly, documentation of its API (Gen1; Gen2 and later)'],
  doubts: [
    'Plugs and relays of the first generation count from their last start: that is no counter of their life.',
  ],
  gives: [
    {
      t: 'meter',
      metrics: ['p', 'q', 's', 'pf', 'f', 'u', 'i', 't', 'e_in', 'e_out'],
      states: [],
      alarms: [],
      controls: [],
    },
  ],
  leftOut: [{ what: 'On and off', why: 'Whoever measures the grid should not switch it off.' }],
}
