/** A screen on a wall, which nobody presses. */
export const wall = {
  wall: {
    title: 'Fleet',
    at: 'as of {time}',
    old: 'No connection. Figures are from {time}, {age}',
    wrong: 'This wall link is not valid',
    out: 'This screen is signed out',
    ask: 'Ask whoever manages people for a wall link, and open it here.',
  },
} as const
