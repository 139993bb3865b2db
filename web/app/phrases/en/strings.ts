/** Words of a string's own page, and of the strings of an inverter beside each other. */
export const strings = {
  strings: {
    title: 'String',
    string: 'String {no}',
    mppt: 'MPPT {no}',
    noMppt: 'No MPPT given',
    power: 'Power',
    current: 'Current',
    voltage: 'Voltage',
    energy: 'Energy',
    today: 'Today',
    yesterday: 'Yesterday',
    month: 'This month',
    day: 'Day curve',
    noDay: 'No readings are kept for this day.',
    dayEnergy: '{energy} on this day',
    layout: 'Show in layout',
    inverter: 'Inverter',
    edit: 'Edit string',
    someHeard: '{known} of {all} optimizers heard',
    complete: 'data {share} complete',
    whyPart: {
      optimizers:
        'Not complete: counts of some optimizers or days are missing. Days before an optimizer was added to this string are left out.',
      inverter: 'Not complete: in some hours of light there is no reading of the inverter.',
    },
    ofDay: { today: 'Energy today', yesterday: 'Energy yesterday' },
    asleep: 'Asleep for the night',
    by: {
      tracker: 'Measured by MPPT {mppt}: no other string ends there.',
      current: 'Its own current, at the voltage of MPPT {mppt}.',
      currentAlone: 'Its current alone is measured. With its MPPT entered, power and energy follow.',
      optimizers: '{count, plural, one {Measured by its optimizer.} other {The sum of its # optimizers.}}',
    },
    why: {
      shared:
        'Nothing measures this string alone: MPPT {mppt} has other strings too. Optimizers or an inverter with string currents would.',
      unplaced:
        'Nothing measures this string yet. Enter for every string of the inverter which MPPT it ends on.',
      untold: 'Nothing measures this string: its inverter reports no values by MPPT or string.',
    },
    compare: {
      title: 'Strings compared',
      odd: '{name}: {share} below the others',
      several:
        '{count, plural, one {# string is} other {# strings are}} below the others, the lowest is {name} at {share} below',
      alike: 'All strings alike',
      alikeSome: '{known, plural, one {# string} other {# strings}} alike, {unknown} not compared',
      alikeTurned:
        '{known, plural, one {# string} other {# strings}} alike, {unknown, plural, one {# faces} other {# face}} another way',
      turned: 'Faces another way: not compared',
      apart: 'The strings differ: they may face different ways or be in different shade',
      none: 'Nothing to compare yet',
      stopped: 'Inverter shut down: not compared',
      otherMeans: '{own}, not comparable with {others}',
      ownMeans: {
        optimizers: 'A sum of optimizers',
        tracker: 'Measured by its MPPT',
        current: 'From its string current',
      },
      othersMeans: {
        optimizers: 'sums of optimizers',
        tracker: 'what an MPPT measures',
        current: 'string currents',
      },
      when: '{day}, {from} to {to}',
      against: '100% is the median of the others',
      today: 'Today',
      yesterday: 'Yesterday',
      todayIs: '{energy} today',
      noToday: 'Nothing known of today',
      yesterdayIs: '{energy} yesterday',
      noYesterday: 'Nothing known of yesterday',
      unmeasured: 'Not measured alone',
      unmeasuredCount:
        '{count, plural, one {# string is not measured alone} other {# strings are not measured alone}}',
    },
  },
} as const
