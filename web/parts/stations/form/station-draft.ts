import type { Attempt } from '../../../app/acts/attempt.ts'
import { newId } from '../../../kit/new-id.ts'
import type { StationData } from '../station-queries.ts'
import { emptyValues, restored, sameValues, valuesOf, type StationValues } from './station-values.ts'
import type { StepName } from './steps.ts'

/** What is kept of a station that is being entered or changed. */
export type StationDraft = {
  v: 1
  /** Of the station: made here, so that saving twice makes one station. */
  id: string
  values: StationValues
  /** What was there when changing it began; null for a new one. */
  base: { version: number; values: StationValues } | null
  step: StepName
  attempt: Attempt | null
  savedAt: number
}

export const newDraft = (values: StationValues, now: number): StationDraft => ({
  v: 1,
  id: newId(),
  values,
  base: null,
  step: 'basics',
  attempt: null,
  savedAt: now,
})

export const draftOf = (station: StationData, now: number): StationDraft => ({
  ...newDraft(valuesOf(station), now),
  id: station.id,
  base: { version: station.version, values: valuesOf(station) },
})

/** A kept draft as the form can begin with it; null when there is none of this version of the form. */
export const draftFrom = (kept: unknown): StationDraft | null => {
  if (typeof kept !== 'object' || kept === null || !('v' in kept) || kept.v !== 1) return null
  const draft = kept as StationDraft
  return { ...draft, values: restored({ ...emptyValues, ...draft.values }) }
}

/** True when the draft holds something that is worth keeping; `untouched` is what an empty form starts with. */
export const isWorthKeeping = (
  draft: Pick<StationDraft, 'base' | 'values'>,
  untouched: StationValues,
): boolean => !sameValues(draft.values, draft.base?.values ?? untouched)
