import { hasFlag } from './quality-flags.ts'

/**
 * Whether a shutdown device has taken the voltage off its conductors. Unknown is never shown as safe: every fact must
 * be known, recent and say so. 30 V is what conductors outside of the array may carry after a rapid shutdown.
 * Source: NEC 690.12(B)(1).
 */
export const SAFE_BELOW_V = 30

/** A reading older than this says nothing about now: two of the shortest intervals, however seldom a station reports. No source: chosen. */
export const SAFETY_FRESH_MS = 10 * 60_000

export type ShutdownFacts = {
  now: number
  online: boolean
  /** The newest live reading; null = never heard. */
  reading: {
    ts: number
    receivedAt: number
    /** Quality bits. */
    flags: number
    keepalive: boolean | null
    /** The switch of the module: closed lets current pass. */
    closed: boolean | null
    inputV: number | null
    outputV: number | null
  } | null
}

/** What speaks against safe: each is a sentence on the screen. */
export const shutdownReasons = [
  'never_heard',
  'stale',
  'keepalive',
  'closed',
  'voltage',
  'keepalive_unknown',
  'switch_unknown',
  'voltage_unknown',
  'doubtful',
] as const
export type ShutdownReason = (typeof shutdownReasons)[number]

export type ShutdownSafety = {
  /** `live`: a fresh reading says so. `unknown`: anything less than certain. */
  verdict: 'safe' | 'live' | 'unknown'
  reasons: ShutdownReason[]
}

/** The voltage that counts: of the conductors when measured, else that of the module behind the switch. */
export const exposedVoltage = (reading: { inputV: number | null; outputV: number | null }): number | null =>
  reading.outputV ?? reading.inputV

export const shutdownSafety = ({ now, online, reading }: ShutdownFacts): ShutdownSafety => {
  if (reading === null) return { verdict: 'unknown', reasons: ['never_heard'] }
  const age = now - Math.min(reading.ts, reading.receivedAt)
  if (!online || !(age < SAFETY_FRESH_MS)) return { verdict: 'unknown', reasons: ['stale'] }
  const volts = exposedVoltage(reading)
  const live: ShutdownReason[] = [
    ...(reading.keepalive === true ? (['keepalive'] as const) : []),
    ...(reading.closed === true ? (['closed'] as const) : []),
    ...(volts !== null && Math.abs(volts) >= SAFE_BELOW_V ? (['voltage'] as const) : []),
  ]
  if (live.length > 0) return { verdict: 'live', reasons: live }
  const doubtful = (['voltage', 'clock', 'sentinel', 'unreadable'] as const).some((flag) =>
    hasFlag(reading.flags, flag),
  )
  const open: ShutdownReason[] = [
    ...(reading.keepalive === null ? (['keepalive_unknown'] as const) : []),
    ...(reading.closed === null ? (['switch_unknown'] as const) : []),
    ...(volts === null || !Number.isFinite(volts) ? (['voltage_unknown'] as const) : []),
    ...(doubtful ? (['doubtful'] as const) : []),
  ]
  return open.length > 0 ? { verdict: 'unknown', reasons: open } : { verdict: 'safe', reasons: [] }
}
