/** A period beside another. */
export const compared = {
  compared: {
    sameDays: { month: 'vs prior month, same days', year: 'vs prior year, same days' },
    whole: { month: 'vs prior month', year: 'vs prior year' },
    more: 'more:',
    less: 'less:',
    notWhole: '{when}: data incomplete',
    noData: '{when}: no data',
    noPrice: '{when}: no income known',
  },
} as const
