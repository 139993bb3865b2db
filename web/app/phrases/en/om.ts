export const om = {
  om: {
    title: 'O&M',
    count: '<b>{count, number}</b> {count, plural, one {device needs a look} other {devices need a look}}',
    stations: '{count, plural, one {at # station} other {at # stations}}',
    checked: 'checked {age}',
    search: 'Name, serial number or station',
    reasons: 'Reason',
    all: 'All',
    affected: 'affected',
    gateway_silent: 'Gateway silent',
    shutdown: 'Shut down',
    device_silent: 'Device silent',
    never_heard: 'Never heard',
    clock: 'Clock is off',
    quarantine: 'Unknown serials',
    gatewayText:
      'Last heard {age}. {children, plural, =0 {No device is read through it.} one {The device behind it cannot be read.} other {The # devices behind it cannot be read.}}',
    gatewayGone:
      'Its connection was lost. {children, plural, =0 {No device is read through it.} one {The device behind it cannot be read.} other {The # devices behind it cannot be read.}}',
    switchedOffTitle: 'Switched off on purpose',
    limitedTitle: 'Limited on purpose',
    shutdownText: 'Says it is shut down, by a fault or switched off. Last reading {age}.',
    silentText: 'Last heard {age}, while its gateway goes on reporting.',
    neverText:
      'Added {age} and never heard since; its energy is in no sum. {children, plural, =0 {} one {The device behind it is not read either.} other {The # devices behind it are not read either.}}',
    clockText: 'Its clock and that of this server differ by more than 10 minutes.',
    clockChildren:
      '{children, plural, one {# device} other {# devices}} behind it sent readings with a time that cannot be right; the time of arrival was kept instead.',
    strangersText:
      '{children, plural, one {# serial number that it reports is} other {# serial numbers that it reports are}} not known as belonging to it, first {age}. Their readings are set aside, not counted.',
    first: 'The {shown} worst of {total} are listed.',
    noFinding: 'No device is silent or shut down',
    wellTitle: 'All is well',
    wellThen: 'All was well when last checked',
    wellText: 'Every device reports in time, and none has stopped by itself.',
    noneFound: 'Nothing fits',
    noneFoundText: 'No device that needs a look fits this reason and search.',
    showAll: 'Show all',
    noneHeard: 'Nothing heard yet',
    noStations: 'No station yet',
    noStationsText: 'As soon as devices report, what needs a look appears here.',
  },
} as const
