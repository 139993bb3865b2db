export const controls = {
  controls: {
    title: 'Remote control',
    off: 'Switch off',
    on: 'Switch on',
    limit: 'Limit power',
    restart: 'Restart',
    set: 'Set reporting interval',
    read: 'Read now',
    open: 'Open (rapid shutdown)',
    close: 'Close',
    all: 'Control more of this station',
    ledger: 'Ledger',
    cannot: 'This device cannot do this',
    readDone: 'A reading was asked for. Please refresh manually later for the latest status',
    toStation: 'Shutdown board of the station',
  },
} as const
