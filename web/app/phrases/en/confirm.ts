export const confirm = {
  confirm: {
    title: "Confirm it's you",
    text: 'You last entered your password more than 10 minutes ago. Nothing you typed is lost.',
    wrong: 'Wrong password.',
    goOn: 'Continue',
  },
} as const
