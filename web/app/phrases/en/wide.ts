/** Words of wide screens: what stands beside a list as long as nothing is chosen in it. */
export const wide = {
  wide: {
    choose: 'Nothing selected',
    stationList: 'Choose a station',
    omPage: 'Choose an alarm or an order',
    myWorkOrder: 'Choose an order',
    deviceUpgrade: 'Choose an upgrade',
    text: 'It opens here, next to the list.',
  },
} as const
