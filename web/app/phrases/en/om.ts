export const om = {
  om: {
    title: 'O&M',
    count:
      '<b>{count, number}</b> {count, plural, one {device needs attention} other {devices need attention}}',
    stations: '{count, plural, one {at # station} other {at # stations}}',
    checked: 'checked {age}',
    search: 'Name, serial number or station',
    reasons: 'Reason',
    all: 'All',
    affected: 'affected',
    gateway_silent: 'Gateway silent',
    shutdown: 'Shut down',
    device_silent: 'Device silent',
    never_heard: 'Never reported',
    clock: 'Clock off',
    quarantine: 'Unknown serials',
    gatewayText:
      'Last data {age}. {children, plural, =0 {No devices report through it.} one {The device behind it cannot be read.} other {The # devices behind it cannot be read.}}',
    gatewayGone:
      'Connection lost. {children, plural, =0 {No devices report through it.} one {The device behind it cannot be read.} other {The # devices behind it cannot be read.}}',
    switchedOffTitle: 'Switched off on purpose',
    limitedTitle: 'Limited on purpose',
    shutdownText: 'Shut down: fault or switched off. Last data {age}.',
    silentText: 'Last data {age}. Its gateway is still reporting.',
    neverText:
      'Added {age}, no data yet. Its energy is not counted. {children, plural, =0 {} one {The device behind it is not read either.} other {The # devices behind it are not read either.}}',
    clockText: 'Its clock is more than 10 minutes off.',
    clockChildren:
      '{children, plural, one {# device} other {# devices}} behind it sent readings with an impossible time; the arrival time was used.',
    strangersText:
      '{children, plural, one {It reports # unknown serial number} other {It reports # unknown serial numbers}}, first {age}. Their readings are set aside, not counted.',
    first: 'Showing the {shown} most serious of {total}.',
    noFinding: 'No device is silent or shut down',
    wellTitle: 'All good',
    wellThen: 'All good when last checked',
    wellText: 'Every device is reporting, and none has stopped by itself.',
    noneFound: 'No results',
    noneFoundText: 'No device matches this reason and search.',
    showAll: 'Show all',
    noneHeard: 'No data yet',
    noStations: 'No stations yet',
    noStationsText: 'Devices that need attention appear here once they report.',
  },
} as const
