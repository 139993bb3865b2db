import { barsOfCsq } from '../devices/signal.ts'
import { silenceLimitMs } from '../telemetry/silence.ts'

/**
 * The checks between a mounted gateway and a running station, in the order in which they clear. Pure: all facts are
 * given. Instants epoch ms.
 */
export const checkKeys = [
  'connected',
  'report',
  'clock',
  'signal',
  'firmware',
  'devices',
  'energy',
  'activated',
] as const
export type CheckKey = (typeof checkKeys)[number]
/** `waiting`: clears by itself or with the next report. `problem`: somebody has to do something. */
export const checkStates = ['done', 'waiting', 'problem'] as const
export type CheckState = (typeof checkStates)[number]

/** A gateway's clock may differ by this much: commands carry an end of a few minutes. ms. No source: chosen. */
export const CLOCK_OFFSET_MS = 60_000
/** Bars of four that a site needs: with fewer there is nothing left for rain and snow. No source: chosen. */
export const SIGNAL_BARS = 3

const wireless = /^(2|3|4|5)g|lte|nb|cell|gprs/i

export type GatewayFacts = {
  now: number
  reportMin: number
  connected: boolean
  birthAt: number | null
  goneAt: number | null
  /** Newest telemetry of it or of anything behind it. */
  reportAt: number | null
  clockOffsetMs: number | null
  csq: number | null
  netMode: string
  sw: string
  inventoryAt: number | null
  /** Devices that should be behind it, and those it has found. */
  expected: number
  found: number
  quarantined: number
  inverters: number
  /** Inverters that have shown their energy counter. */
  counting: number
  energyAt: number | null
  activatedAt: number | null
  /** The newest activation was refused, came to nothing, or was never answered. */
  activationFailed: boolean
}

export type Check = { key: CheckKey; state: CheckState; since: number | null }

const check = (key: CheckKey, state: CheckState, since: number | null): Check => ({ key, state, since })

const connected = (f: GatewayFacts): Check => {
  if (f.connected) return check('connected', 'done', f.birthAt)
  return f.birthAt === null
    ? check('connected', 'waiting', null)
    : check('connected', 'problem', f.goneAt ?? f.birthAt)
}

const report = (f: GatewayFacts): Check => {
  const fresh = f.reportAt !== null && f.now - f.reportAt < silenceLimitMs(f.reportMin)
  if (fresh) return check('report', 'done', f.reportAt)
  const overdue = f.birthAt !== null && f.now - f.birthAt >= silenceLimitMs(f.reportMin)
  return check('report', f.reportAt !== null || overdue ? 'problem' : 'waiting', f.reportAt)
}

const clock = (f: GatewayFacts): Check => {
  if (f.clockOffsetMs === null) return check('clock', 'waiting', null)
  return check('clock', Math.abs(f.clockOffsetMs) <= CLOCK_OFFSET_MS ? 'done' : 'problem', f.birthAt)
}

const signal = (f: GatewayFacts): Check => {
  if (f.csq !== null) return check('signal', barsOfCsq(f.csq) >= SIGNAL_BARS ? 'done' : 'problem', f.birthAt)
  // A cable has no bars; a modem that does not tell them may tell them at its next birth.
  const wired = f.birthAt !== null && !wireless.test(f.netMode)
  return check('signal', wired ? 'done' : 'waiting', f.birthAt)
}

const devices = (f: GatewayFacts): Check => {
  if (f.inventoryAt === null) return check('devices', 'waiting', null)
  const complete = f.expected > 0 && f.found === f.expected && f.quarantined === 0
  return check('devices', complete ? 'done' : 'problem', f.inventoryAt)
}

const activated = (f: GatewayFacts): Check => {
  if (f.activatedAt !== null) return check('activated', 'done', f.activatedAt)
  return check('activated', f.activationFailed ? 'problem' : 'waiting', null)
}

/** All checks of one gateway, in order. */
export const checksOf = (f: GatewayFacts): Check[] => [
  connected(f),
  report(f),
  clock(f),
  signal(f),
  check('firmware', f.sw === '' ? 'waiting' : 'done', f.sw === '' ? null : f.birthAt),
  devices(f),
  check('energy', f.inverters > 0 && f.counting === f.inverters ? 'done' : 'waiting', f.energyAt),
  activated(f),
]
