/** Words of adding a gateway. */
export const adding = {
  adding: {
    title: 'Add gateway',
  },
} as const
