import type { ReportedState } from '#contract/mqtt/telemetry.ts'

/** SunSpec inverter operating state `St` of models 101-103 (1 = off). */
export const sunSpecState = {
  off: 1,
  sleeping: 2,
  starting: 3,
  mppt: 4,
  throttled: 5,
  shuttingDown: 6,
  fault: 7,
  standby: 8,
} as const
export type SunSpecState = (typeof sunSpecState)[keyof typeof sunSpecState]

const words: Record<SunSpecState, { inverter: ReportedState; other: ReportedState }> = {
  1: { inverter: 'shutdown', other: 'shutdown' },
  2: { inverter: 'standby', other: 'standby' },
  3: { inverter: 'standby', other: 'standby' },
  4: { inverter: 'grid', other: 'normal' },
  5: { inverter: 'curtailed', other: 'curtailed' },
  6: { inverter: 'shutdown', other: 'shutdown' },
  7: { inverter: 'shutdown', other: 'shutdown' },
  8: { inverter: 'standby', other: 'standby' },
}

/** The wire's word for a raw SunSpec code. */
export function reportedState(state: SunSpecState, kind: 'inverter' | 'other'): ReportedState {
  return words[state][kind]
}

/** Share of rated power below which an inverter does not start. */
const START_SHARE = 0.006

export interface Conversion {
  /** Power at the terminals, W; slightly negative when the inverter only feeds itself. */
  acW: number
  /** DC power really taken, W; less than offered while clipping. */
  dcW: number
  running: boolean
}

/**
 * AC power from the DC power on offer. Efficiency curve of PVWatts version 5 (Dobos 2014, NREL/TP-6A20-62641,
 * eq. 11-12: reference efficiency 0.9637), scaled to the inverter's own highest efficiency; clipped at `limitW`.
 */
export function convert(offeredW: number, ratedW: number, efficiency: number, limitW: number): Conversion {
  const asleep = { acW: -standbyW(ratedW), dcW: 0, running: false }
  if (offeredW < ratedW * START_SHARE) return asleep
  const load = offeredW / (ratedW / efficiency)
  const eta = (efficiency / 0.9637) * (-0.0162 * load - 0.0059 / load + 0.9858)
  const acW = offeredW * eta
  if (acW <= 0) return asleep
  if (acW <= limitW) return { acW, dcW: offeredW, running: true }
  return { acW: limitW, dcW: limitW / eta, running: true }
}

/** What an inverter takes from the mains at night, W. */
export function standbyW(ratedW: number): number {
  return 1.5 + ratedW * 0.00006
}
