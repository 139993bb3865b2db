/** Deleting a station. */
export const leaving = {
  leaving: {
    open: 'Delete this station',
    title: 'Delete the station?',
    text: 'It disappears for everybody but administrators. This cannot be undone.',
    gateways:
      '{count, plural, =0 {No gateway is connected to it.} one {# gateway loses its login and is cut off at once.} other {# gateways lose their logins and are cut off at once.}}',
    devices:
      '{count, plural, =0 {It has no devices.} one {# device leaves it; its serial number can be added again.} other {# devices leave it; their serial numbers can be added again.}}',
    history: 'What was measured is kept; administrators can still read it.',
    type: 'Type its name to confirm:',
    name: 'Station name',
    differs: 'This is not the name of the station.',
    confirm: 'Delete',
    done: 'Delete',
  },
} as const
