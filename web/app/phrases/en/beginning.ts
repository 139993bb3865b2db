/** Words of home before the first station. */
export const beginning = {
  beginning: {
    emptyTitle: 'No stations yet',
    emptyOwner:
      'Your account is ready. Give your installer your account name so they can add you as the owner.',
    emptyMember: 'Your company has no stations yet. New stations appear here.',
    emptyCreate: 'Create a station, then add its gateway. Figures appear with the first report.',
    accountName: 'Account name',
    createStation: 'New station',
    firstTitle: 'Get started',
    firstText: 'Three steps to your first figures.',
    firstStation: 'Create a station',
    firstStationText: 'Its location, capacity and owner.',
    firstGateway: 'Add a gateway',
    firstGatewayText: 'By serial number and claim code, or with its own login.',
    firstPeople: 'Add people',
    firstPeopleText: 'Owners, installers and maintainers, each with their own account.',
  },
} as const
