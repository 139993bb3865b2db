/** Words of the roof on a station's page: one sentence about its modules, strings or inverters. */
export const roof = {
  roof: {
    count:
      '{unit, select, module {{count, plural, one {# module} other {# modules}}} string {{count, plural, one {# string} other {# strings}}} other {{count, plural, one {# inverter} other {# inverters}}}}',
    ofDay: '{says}{day, select, today { today} other { yesterday}}',
    night: { today: 'Night: energy of today', yesterday: 'Night: energy of yesterday' },
    upTo: 'Up to {most} per module',
    says: {
      low: '{unit, select, module {{count, plural, one {1 module low: {share} of its neighbours} other {# modules low, the lowest at {share} of its neighbours}}} string {{count, plural, one {1 string low: {share} of the others} other {# strings low, the lowest at {share} of the others}}} other {{count, plural, one {1 inverter low: {share} of the others} other {# inverters low, the lowest at {share} of the others}}}}',
      alike:
        '{unit, select, module {All modules give about the same} string {All strings give about the same} other {All inverters give about the same}}',
      off: '{unit, select, module {{count, plural, one {1 module shut down} other {# modules shut down}}} string {{count, plural, one {1 string shut down} other {# strings shut down}}} other {{count, plural, one {1 inverter shut down} other {# inverters shut down}}}}',
      silent:
        '{unit, select, module {{count, plural, one {1 module without recent data} other {# modules without recent data}}} string {{count, plural, one {1 string without recent data} other {# strings without recent data}}} other {{count, plural, one {1 inverter without recent data} other {# inverters without recent data}}}}',
      allOff: 'Everything here is shut down',
      allSilent: 'No recent data',
      night: 'Asleep for the night',
      dim: 'Not enough light to compare',
      mixed: 'Too different to compare: they may face different ways',
      unmeasured: 'Heard, but power is not measured',
      empty: 'No devices yet',
    },
    state: {
      shutdown: '{count} shut down',
      asleep: '{count} asleep',
      stale: '{count} without recent data',
      never: '{count} never heard',
      zero: '{count} at zero',
      idle: '{count} without energy',
      unmeasured: '{count} not measured',
      empty: '{count} without a device',
    },
  },
} as const
