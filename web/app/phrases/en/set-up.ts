/** Words of an installation that waits for its first administrator. */
export const setUp = {
  setUp: {
    title: 'Set up Sunkeeper',
    text: 'This installation is empty. The set-up code is printed once in the server output, at its first start.',
    code: 'Set-up code',
    yourName: 'Your name',
    accountHelp: '3 to 64 letters, digits or . - _ @',
    password: 'Password',
    passwordHelp: 'At least 15 characters. Several words are fine.',
    company: 'Company',
    companyHelp: 'Stations and people will belong to this company.',
    create: 'Create administrator',
  },
} as const
