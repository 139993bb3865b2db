/** What a figure is short of. */
export const missing = {
  missing: {
    title: 'What this rests on',
    station:
      'This figure rests on {share} of the capacity. {missing, plural, one {# of {inverters} inverters is not whole:} other {# of {inverters} inverters are not whole:}}',
    all: 'This sum rests on {share} of the capacity. {missing, plural, one {# of {stations} stations is not whole:} other {# of {stations} stations are not whole:}}',
    unknown: 'unknown',
    never: 'Never heard: its energy is in no sum',
    nothing: 'Nothing is known of it in this period.',
    part: 'Part of these days is not known.',
    partDay: 'Part of the daylight is not known.',
    heard: 'Last heard {age}',
    removed: 'Removed; part of its time is not known',
    notLookedAt: 'How much of its history is known is being worked out',
    noInverter: 'No inverter has been added yet',
    since: 'Counted since {day}, the first reading.',
    before: 'What was yielded before, {energy}, is included as entered.',
    noBefore: "What was yielded before is not included; it can be entered with the station's fields.",
    edge: '{energy} more are known only for days on both sides of the edge of this period; they are counted in the longer ones.',
    how: 'A silence costs nothing as long as the counter tells afterwards what was yielded. Missing is what no counter can tell: devices never heard, the time since the last word, what was lost when a counter began anew. Each inverter counts by its rated power, each hour by its daylight.',
    more: 'and {count} more',
  },
} as const
