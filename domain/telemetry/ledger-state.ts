import type { SetAside } from './counter-points.ts'
import type { CounterPoint } from './counter-rules.ts'

export type SegmentCause = 'first' | 'reset' | 'wrap' | 'jump'

export type CounterSegment = {
  cause: SegmentCause
  startTs: number
  startWh: number
  endTs: number
  endWh: number
  /** Energy proven between the segment before (or a 0 that was seen) and this one's first reading. */
  crossingWh: number
}

/** The counter grew by `wh` between two instants; 0 = it is known to have stood still. */
export type GrowthStep = { fromTs: number; toTs: number; wh: number }

export type EnergyLedger = {
  accepted: CounterPoint[]
  segments: CounterSegment[]
  /** Sorted by time. */
  setAside: SetAside[]
  /** Sorted by time, without overlap. */
  steps: GrowthStep[]
  state: LedgerState
}

/** Readings that do not follow the counter but each other; `held` is where they stand. */
export type Waiting = { points: CounterPoint[]; held: CounterPoint; zeroTs: number | null }

/** How things stood before a reading was accepted. */
export type Before = { point: CounterPoint; held: CounterPoint; accepted: number; steps: number }

/** Where a ledger stands after its last reading, and all that a later one can still change. Plain data. */
export type LedgerState = {
  held: CounterPoint | null
  waiting: Waiting | null
  zeroTs: number | null
  /** Counted in the two lists below. */
  before: Before[]
  /** Accepted readings and steps that may be taken back. */
  accepted: CounterPoint[]
  steps: GrowthStep[]
  /** What of `before` is set aside as noise: not if it is taken back. */
  noise: SetAside[]
}

/** Before any reading. No source: chosen. */
export const NO_READINGS: LedgerState = {
  held: null,
  waiting: null,
  zeroTs: null,
  before: [],
  accepted: [],
  steps: [],
  noise: [],
}
