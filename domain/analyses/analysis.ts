import type { ListMetric, NumberMetric, PhasesMetric, SwitchMetric } from '../telemetry/metrics.ts'
import type { Kept, Memory, MemoryKind } from './memory.ts'
import type { StationWindow } from './station-window.ts'
import type { Figures, Verdict } from './verdict.ts'

/** What single readings hold: metrics of the catalogue, and what stands beside them. State and quality always come. */
export type ReadingPart = NumberMetric | PhasesMetric | SwitchMetric | ListMetric | 'raw'
/** What is kept of an hour: its mean, and how far it was from steady. */
export type HourPart = 'p' | 'mppt'

/**
 * What an analysis looks at, and how often. Readings are the single ones of the last hour, every five minutes; hours
 * are means by the hour of the days since the last look, once a day when the sun is lowest.
 */
export type Needs =
  | { step: 'minutes'; readings: readonly ReadingPart[] }
  | { step: 'day'; hours: readonly HourPart[] }

/** Whether something is suspected of a device under a code: what is suspected is not learned for the usual. */
export type Suspicion = (deviceId: string, code: string, instance: string) => boolean

type Learning = {
  kind: string
  from: (window: StationWindow, memory: Memory, suspected: Suspicion) => Kept[]
}

/** Something that looks at a station at every step of its own: pure, without clock and database. */
export type Analysis = {
  id: string
  needs: Needs
  /** Others whose memory it reads: they run wherever it does. */
  uses?: readonly Analysis[]
  /** What the window means, before anybody judges it. */
  prepare?: (window: StationWindow, memory: Memory) => { window: StationWindow; kept: Kept[] }
  learn?: Learning
}

/** One whose verdicts may become alarms. What gives diagnoses or figures has verdicts of its own. */
export type AlarmAnalysis = Analysis & {
  gives: 'alarms'
  judge: (window: StationWindow, threshold: number, memory: Memory) => Verdict[]
  /** Whether good readings prove that what the last bad ones showed is over; absent = they do. */
  provesEnd?: (bad: Figures, good: Figures) => boolean
}

/** What an analysis learns, typed by the kind of memory it goes into. */
export const learns = <T extends object>(
  kind: MemoryKind<T>,
  from: (window: StationWindow, memory: Memory, suspected: Suspicion) => ReadonlyMap<string, T>,
): Learning => ({
  kind: kind.id,
  from: (window, memory, suspected) => kind.keep(from(window, memory, suspected)),
})
