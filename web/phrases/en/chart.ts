/** Words of charts: stepping through periods, saving, the whole screen. */
export const chart = {
  chart: {
    period: {
      label: 'Period',
      day: 'Day',
      month: 'Month',
      year: 'Year',
      lifetime: 'Lifetime',
      earlier: 'Earlier',
      later: 'Later',
      choose: '{shown}, choose another',
    },
    tools: {
      full: 'Whole screen',
      save: 'Save chart',
      saveText: 'All that the chart shows, in the local time of the station.',
      picture: 'Save as picture (PNG)',
      table: 'Save as table (CSV)',
      failed: 'Could not be saved',
      saved: '{file} saved',
    },
    file: {
      instant: 'Time (ISO 8601)',
      local: 'Station local time',
      period: 'Period',
      shared: 'Shared with others',
      yes: 'yes',
      no: 'no',
      zone: 'Time zone {zone}',
    },
  },
} as const
