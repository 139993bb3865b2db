export const om = {
  om: {
    title: 'O&M',
    checked: 'checked {age}',
    switchedOffTitle: 'Switched off on purpose',
    limitedTitle: 'Limited on purpose',
    moreStations: '{count, plural, one {and # more station} other {and # more stations}}',
    wellTitle: 'All good',
    wellThen: 'All good when last checked',
    wellText: 'Every device is reporting, and none has stopped by itself.',
    noneHeard: 'No data yet',
    noStations: 'No stations yet',
    noStationsText: 'Devices that need attention appear here once they report.',
  },
} as const
