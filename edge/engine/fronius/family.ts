import type { Family } from '../description.ts'

export const froniusFamily: Family = {
  name: 'Solar API',
  brand: 'Fronius',
  profile: 'fronius',
  models: 'Loggers (Datamanager) with their inverters, and Gen24, with meters and batteries',
  proof: 'captures',
  captures: ['fronius-json/home-assistant', 'fronius-json/pyfronius'],
  reach: [{ scheme: 'fronius' }],
  switchOn: {
    en: 'On its web page: Communication, Solar API: on. Newer inverters come with it off.',
    zh_CN: '在设备网页中依次进入“通信”“Solar API”，选择启用；新机型出厂时关闭。',
  },
  manners: { settleMs: 0, gapMs: 0, oneClient: false, night: 'unknown' },
  sources: [
    'Fronius Solar API V1',
    'home-assistant/core, tests of Fronius (Apache-2.0)',
    'nielstron/pyfronius@f73d4de (MIT)',
  ],
  doubts: [
    'Codes of errors mean other things on a Gen24 than before it: they begin with g, and are not explained.',
    'Where only a meter of the loads is there, what the logger reckons for the grid is told.',
  ],
  gives: [
    {
      t: 'inverter',
      metrics: ['p', 's', 'f', 'u', 'i', 'p_pv', 'e_tot', 'mppt'],
      states: ['standby', 'grid', 'shutdown'],
      alarms: ['fronius.', 'fronius.g'],
      controls: [],
    },
    {
      t: 'meter',
      metrics: ['p', 'q', 's', 'pf', 'f', 'u', 'i', 'e_in', 'e_out'],
      states: [],
      alarms: [],
      controls: [],
    },
    { t: 'battery', metrics: ['p', 'u_in', 'soc', 't'], states: [], alarms: [], controls: [] },
  ],
  leftOut: [
    { what: 'Heaters (Ohmpilot)', why: 'There is no kind of device for them.' },
    { what: 'Limits', why: 'The Solar API has none; by SunSpec the same inverters take them.' },
  ],
}
