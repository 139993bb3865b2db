/** A period beside another. */
export const compared = {
  compared: {
    sameDays: 'vs {of}, same days',
    whole: 'vs {of}',
    more: 'more:',
    less: 'less:',
    notWhole: '{when}: not comparable, data incomplete',
    noData: '{when}: no data',
    noPrice: '{when}: no income known',
  },
} as const
