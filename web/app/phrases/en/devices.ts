export const devices = {
  devices: {
    title: 'Devices',
  },
} as const
