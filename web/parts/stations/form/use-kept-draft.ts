import { useCallback, useRef } from 'react'
import { serverNow } from '../../../kit/time/clock.ts'
import { isWorthKeeping, type StationDraft } from './station-draft.ts'
import type { StationValues } from './station-values.ts'

type Keeping = {
  keep: (draft: StationDraft) => void
  drop: () => Promise<void>
}

type KeptDraft = {
  present: () => StationDraft
  /** Takes a change over and keeps the draft, or forgets it when nothing is left to keep. */
  note: (change: Partial<StationDraft>) => void
  /** Saved: nothing is kept from now on. */
  close: () => Promise<void>
}

/** The draft of an open form, renewed with every value that changes. `untouched` is what an empty form starts with. */
export const useKeptDraft = (
  start: StationDraft,
  untouched: StationValues,
  { keep, drop }: Keeping,
): KeptDraft => {
  const draft = useRef(start)
  const closed = useRef(false)
  const note = useCallback(
    (change: Partial<StationDraft>): void => {
      draft.current = { ...draft.current, ...change, savedAt: serverNow() }
      if (closed.current) return
      if (isWorthKeeping(draft.current, untouched)) keep(draft.current)
      else void drop()
    },
    [untouched, keep, drop],
  )
  return {
    present: () => draft.current,
    note,
    close: async () => {
      closed.current = true
      await drop()
    },
  }
}
