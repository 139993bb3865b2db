export const stations = {
  stations: {
    title: 'Stations',
  },
} as const
