/** Deleting a station. */
export const leaving = {
  leaving: {
    open: 'Delete station',
    title: 'Delete this station?',
    text: 'Only administrators will still see it. This cannot be undone.',
    gateways:
      '{count, plural, =0 {It has no gateways.} one {# gateway loses its login and is disconnected at once.} other {# gateways lose their logins and are disconnected at once.}}',
    devices:
      '{count, plural, =0 {It has no devices.} one {# device is removed; its serial number can be added again.} other {# devices are removed; their serial numbers can be added again.}}',
    history: 'Its history is kept for administrators.',
    type: 'To confirm, type its name:',
    name: 'Station name',
    differs: 'This is not the station name.',
    confirm: 'Delete',
    done: 'Delete',
  },
} as const
