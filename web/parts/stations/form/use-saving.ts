import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ErrorCode } from '#domain/errors.ts'
import { useAct } from '../../../app/acts/use-act.ts'
import type { Form } from '../../../app/acts/use-form.ts'
import { ApiError } from '../../../app/data/api-error.ts'
import type { StationData } from '../station-queries.ts'
import { saveStation } from './save-station.ts'
import { staleStation, type Theirs } from './stale-station.ts'
import type { StationDraft } from './station-draft.ts'
import { sameValues, valuesOf, type StationValues } from './station-values.ts'
import { stepFields, stepNames } from './steps.ts'
import type { useKeptDraft } from './use-kept-draft.ts'

const known = new Set<string>(stepNames.flatMap((step) => [...stepFields[step]]))

/** What the server says about fields of the form. */
const problemsOf = (error: unknown): [string, ErrorCode][] => {
  if (!(error instanceof ApiError)) return []
  const { code, field, problems } = error
  return (problems.length > 0 ? problems : [{ code: code as ErrorCode, field }]).flatMap((one) =>
    one.field !== undefined && known.has(one.field.split('.')[0] ?? '') ? [[one.field, one.code]] : [],
  )
}

type Saving = {
  form: Form<StationValues>
  draft: ReturnType<typeof useKeptDraft>
  flush: () => Promise<void>
  /** Fields that are wrong, as the rules or the server say. */
  wrong: (fields: string[]) => void
}

/** Saving, and all that may come of it: saved, changed by somebody else, refused field by field, not reached. */
export const useSaving = ({ form, draft, flush, wrong }: Saving) => {
  const [theirs, setTheirs] = useState<Theirs | null>(null)
  const t = useTranslations('editing')
  const act = useAct({
    offline: t('offline'),
    attempt: {
      present: () => draft.present().attempt,
      keep: async (attempt) => {
        draft.note({ attempt })
        await flush()
      },
    },
    refused: (error) => {
      const stale = staleStation(error)
      if (stale) setTheirs(stale)
      const problems = problemsOf(error)
      form.blame(Object.fromEntries(problems))
      if (problems.length > 0) wrong(problems.map(([field]) => field))
      return stale || problems.length > 0 ? true : undefined
    },
  })
  /** `ready`: what has to be true before anything is sent; it says why not. */
  const save = (base: StationDraft['base'], ready: () => Promise<boolean>): Promise<StationData | null> =>
    act.run(async (keyFor) => {
      if (!(await ready())) return null
      const values = form.present()
      try {
        return await saveStation({ ...draft.present(), values, base }, keyFor)
      } catch (error) {
        const stale = staleStation(error)
        // The answer of a save that worked was lost: what is there is what was meant.
        if (stale && sameValues(valuesOf(stale.station), values)) return stale.station
        throw error
      }
    })
  return { ...act, save, theirs, closeConflict: () => setTheirs(null) }
}
