export const home = {
  home: {
    title: 'Home',
  },
} as const
