/** A period beside another. */
export const compared = {
  compared: {
    sameDays: { month: 'vs same days a month ago', year: 'vs same days a year ago' },
    whole: { month: 'vs prior month', year: 'vs prior year' },
    more: 'more:',
    less: 'less:',
    notWhole: '{when}: data incomplete',
    noData: '{when}: no data',
    noPrice: '{when}: no income known',
  },
} as const
