export const presence = {
  presence: {
    title: 'On site',
    checkIn: 'Check in',
    checkOut: 'Check out',
    isIn: 'Checked in',
    nobody: 'Nobody is on site',
    nobodyHint: 'While you are checked in, only you can control devices here.',
    movesHint: 'You are checked in at {station}. Checking in here checks you out there.',
    you: 'You are checked in',
    youHint: 'Checked in {since}. Only you can control devices here. Ends automatically {until}.',
    somebody: 'Someone is on site',
    line: 'Checked in {since}, until {until} at the latest',
    askedBy: '{by} asked you {age}. Tap to answer',
    phone: 'Your phone number',
    phoneNone: 'Add',
    phoneText:
      'Shown to anyone who wants to control devices here, so they can call you. Suggested again next time; leave empty to remove it.',
    save: 'Save',
    saved: 'Saved',
    doneIn: 'Checked in. Only you can control devices here now',
    doneOut: 'Checked out',
  },
} as const
