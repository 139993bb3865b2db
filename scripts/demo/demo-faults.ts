import type { Fault } from '#simulator/faults.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The station whose gateway has lost its network, and for how long when the world begins. */
export const silentStation = { key: 'kathmandu-school', gateway: 'GW2402A00083', sinceMs: 2 * HOUR }

/** What is wrong in the demonstration world: some of it from the start, some while somebody watches. */
export const demoFaults = (now: number): Fault[] => [
  {
    name: 'gateway-link-lost',
    gateway: silentStation.gateway,
    from: now - silentStation.sinceMs,
    to: now + 400 * 24 * HOUR,
  },
  { name: 'inverter-trip', inverter: 'A2112250013', from: now - 26 * HOUR },
  { name: 'string-fuse', inverter: 'A2304110002', string: 5, from: now - 50 * HOUR },
  { name: 'shaded-optimizer', optimizer: '4-9A57022L', from: now - 60 * HOUR, light: 0.45 },
  {
    name: 'string-fuse',
    inverter: 'SMA3011250661',
    string: 3,
    from: now + 4 * MINUTE,
    to: now + 34 * MINUTE,
  },
  { name: 'string-fuse', inverter: 'A2010250111', string: 7, from: now + 2 * MINUTE, to: now + 30 * MINUTE },
  { name: 'over-temperature', inverter: 'A2208110042', from: now - HOUR, limit: 0.45 },
]
