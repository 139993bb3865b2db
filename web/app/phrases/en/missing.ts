/** What a figure is short of. */
export const missing = {
  missing: {
    title: 'Data behind this figure',
    station:
      'Based on {share} of capacity. {missing, plural, one {# of {inverters} inverters is incomplete:} other {# of {inverters} inverters are incomplete:}}',
    all: 'Based on {share} of capacity. {missing, plural, one {# of {stations} stations is incomplete:} other {# of {stations} stations are incomplete:}}',
    unknown: 'unknown',
    never: 'No data yet: its energy is not counted',
    nothing: 'No data in this period.',
    part: 'Part of these days is unknown.',
    partDay: 'Part of the daylight is unknown.',
    heard: 'Last data {age}',
    removed: 'Removed; part of its time is unknown',
    notLookedAt: 'Its history is still being checked',
    noInverter: 'No inverter added yet',
    since: 'Counted since {day}, the first reading.',
    before: 'Includes {energy} entered from before.',
    noBefore: 'Earlier yield is not included; you can enter it when editing the station.',
    edge: 'Another {energy} belongs to days on both sides of the edge of this period; longer periods include it.',
    how: 'Silence costs nothing if the counter later shows what was produced. What is missing is what no counter can show: devices that never reported, the time since the last report, and what was lost when a counter restarted. Inverters count by rated power, hours by daylight.',
    more: 'and {count} more',
  },
} as const
