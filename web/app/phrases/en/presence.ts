export const presence = {
  presence: {
    title: 'On site',
    checkIn: 'Check in',
    checkOut: 'Check out',
    nobody: 'Nobody is checked in',
    nobodyHint: 'While you are checked in only you can control devices here.',
    movesHint: 'You are checked in at {station}. Checking in here ends that.',
    you: 'You are checked in',
    youHint: 'Checked in {since}. Only you can control devices here. Ends by itself {until}.',
    somebody: 'Somebody is checked in',
    line: 'Checked in {since}, until {until} at the latest',
    askedBy: '{by} asks you, {age}. Open to answer',
    phone: 'Your number for questions',
    phoneNone: 'Add',
    phoneText:
      'Whoever wants to control devices here sees it and calls you. It is proposed again next time; empty takes it away.',
    save: 'Save',
    saved: 'Saved',
    doneIn: 'Checked in. Only you can control devices here now',
    doneOut: 'Checked out',
  },
} as const
