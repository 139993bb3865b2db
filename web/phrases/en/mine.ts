export const mine = {
  mine: {
    title: 'Me',
  },
} as const
