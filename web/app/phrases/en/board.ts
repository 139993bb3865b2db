/** The screen of a whole fleet, on a desk and on a wall. */
export const board = {
  board: {
    title: 'Fleet',
    all: 'All',
    allOf: 'All: {what}',
    asOf: 'Last updated {age}',
    troubles: 'Cost of waiting',
    noTroubles: 'Nothing needs attention.',
    alarms: 'Latest alarms',
    noAlarms: 'No open alarms.',
    newer: '{count, plural, one {# new} other {# new}}',
    noOrder: 'no work order in progress',
    due: 'Work orders by due time',
    overdue: '{count, plural, one {# overdue} other {# overdue}}',
    dueSoon: '{count, plural, one {# due within 24 h} other {# due within 24 h}}',
    noOrders: 'No open work orders.',
    noneTimed:
      '{count, plural, one {# open work order, without a due time.} other {# open work orders, none with a due time.}}',
    curve: 'Share of expected, last 24 hours',
    curveShare: 'Share of expected',
    curveClock: 'Last 24 hours, by your own clock.',
    curveOf:
      'Stations in {count} time zones: power at each moment as a share of what their skies allow, so night at some of them is no dip.',
    map: 'Map',
  },
} as const
