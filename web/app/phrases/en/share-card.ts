/** A picture that is handed on. */
export const shareCard = {
  shareCard: {
    title: 'Share picture',
    brand: 'Sunkeeper',
    energy: 'Solar energy',
    income: 'Income',
    co2: 'CO₂ avoided',
    bestDay: 'Best day of the month',
    withName: 'Station name',
    withNameHelp: 'The address is never in the picture.',
    withIncome: 'Income',
    share: 'Share',
    save: 'Save picture',
    copy: 'Copy',
    copied: 'Copied',
    saved: 'Picture saved',
    failed: 'This browser could not do that. Save the picture instead.',
    nothing: 'No energy is known for this period.',
  },
} as const
