/** Words of wide screens: what stands beside a list as long as nothing is chosen in it. */
export const wide = {
  wide: {
    choose: 'Nothing chosen',
    stationList: 'Choose a station',
    omPage: 'Choose an alarm or an order',
    myWorkOrder: 'Choose an order',
    deviceUpgrade: 'Choose an upgrade',
    text: 'It opens here, and the list stays as it is.',
  },
} as const
