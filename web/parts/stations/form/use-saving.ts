import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ApiError } from '../../../app/data/api-error.ts'
import { useFailureText } from '../../../app/failure/error-state.tsx'
import type { StationData } from '../station-queries.ts'
import { saveStation } from './save-station.ts'
import { staleStation, type Theirs } from './stale-station.ts'
import type { StationDraft } from './station-draft.ts'
import { sameValues, valuesOf, type StationValues } from './station-values.ts'
import { stepFields, stepNames } from './steps.ts'

type Outcome = {
  /** Keeps the draft before the call goes out. */
  keep: (draft: StationDraft) => Promise<void>
  saved: (station: StationData) => Promise<void>
  /** Fields that the server found wrong. */
  wrong: (fields: string[]) => void
}

const known = new Set<string>(stepNames.flatMap((step) => [...stepFields[step]]))

/** What the server says about fields of the form. */
const problemsOf = (error: unknown): { code: string; field: string }[] => {
  if (!(error instanceof ApiError)) return []
  const { code, field, problems } = error
  return (problems.length > 0 ? problems : [{ code, field }]).flatMap((one) =>
    one.field !== undefined && known.has(one.field.split('.')[0] ?? '')
      ? [{ code: one.code, field: one.field }]
      : [],
  )
}

/** Saving, and all that may come of it: saved, changed by somebody else, refused field by field, not reached. */
export const useSaving = (form: UseFormReturn<StationValues>) => {
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const [theirs, setTheirs] = useState<Theirs | null>(null)

  const judge = async (error: unknown, { values }: StationDraft, outcome: Outcome): Promise<void> => {
    const stale = staleStation(error)
    // The answer of a save that worked was lost: what is there is what was meant.
    if (stale && sameValues(valuesOf(stale.station), values)) return outcome.saved(stale.station)
    if (stale) return setTheirs(stale)
    const problems = problemsOf(error)
    for (const { code, field } of problems)
      form.setError(field as keyof StationValues, { type: 'server', message: code })
    if (problems.length > 0) outcome.wrong(problems.map(({ field }) => field))
    else setFailed(failureText(error))
  }

  const save = async (draft: StationDraft, outcome: Outcome): Promise<void> => {
    setBusy(true)
    setFailed(undefined)
    try {
      await outcome.saved(await saveStation(draft, outcome.keep))
    } catch (error) {
      await judge(error, draft, outcome)
    } finally {
      setBusy(false)
    }
  }
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    setBusy(true)
    try {
      return await work()
    } finally {
      setBusy(false)
    }
  }
  return { save, during, busy, failed, fail: setFailed, theirs, closeConflict: () => setTheirs(null) }
}
