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
    all: 'More control for this station',
    ledger: 'Command log',
    isOff: 'Already switched off',
    cannot: 'Not available on this device',
    readDone: 'Reading requested. Please refresh manually later for the latest status',
    toStation: 'Shutdown board of this station',
  },
} as const
