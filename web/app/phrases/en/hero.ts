/** What a station says first: its power by day, what the day brought after sunset. */
export const hero = {
  hero: {
    power: 'Power now',
    today: 'Today',
    yesterday: 'Yesterday',
    ofClearSky: '{share} of clear sky, estimated {allowed}',
    ofLight: '{share} of what the measured light allows, {allowed}',
    hours: '{hours} equivalent',
    sunrise: 'Sunrise {tomorrow, select, true {tomorrow } other {}}{time}',
    sun: 'Sun',
    sunBack: 'Sun back {day}',
    bestDay: 'Best day of the month',
    fleetDark: 'Last daylight',
    fleetShare: '{share} of expected',
    fleetShareOf:
      '{count, plural, one {# station at {share} of expected} other {# stations: together {share} of expected}}',
    nextSunrise: 'Next sunrise {time}, {station}',
    ribbon: 'Share of expected by station',
    ribbonNote: 'Expected by clear sky or measured sunlight, in local time.',
    lowest: 'Lowest: {name}, {share}.',
    cell: '{name}: {state}',
    more: '{count, plural, one {# more station} other {# more stations}}',
    band: {
      attention: 'Fault or silent',
      low: 'Under 50%',
      part: '50 to 80%',
      full: '80% and more',
      dark: 'Asleep, no light',
      unknown: 'Unknown',
    },
    of: '{share} of expected',
  },
} as const
