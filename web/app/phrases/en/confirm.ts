export const confirm = {
  confirm: {
    title: 'Confirm that it is you',
    text: 'This needs your password, because it was last entered more than 10 minutes ago. Nothing you have typed is lost.',
    wrong: 'The password is wrong.',
    goOn: 'Continue',
  },
} as const
