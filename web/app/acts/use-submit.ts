import { useRef, useState } from 'react'
import { ApiError } from '../data/api-error.ts'
import { newId } from '../../kit/new-id.ts'
import { useFailureText } from '../failure/error-state.tsx'

type Wrong<F extends string> = Partial<Record<F, string>>

/**
 * Sends a form and puts what was refused under its field; what belongs to no field is `failed`. `fieldOf` names the
 * field of codes that come without one. Nothing typed is lost.
 */
export const useSubmit = <F extends string>(
  fields: readonly F[],
  fieldOf: Readonly<Partial<Record<string, F>>> = {},
) => {
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<Wrong<F>>({})
  const [failed, setFailed] = useState<string>()

  const refused = (error: unknown): void => {
    const at: Wrong<F> = {}
    if (error instanceof ApiError) {
      for (const { field, code, message } of [error, ...error.problems]) {
        const name = fields.find((one) => one === field) ?? fieldOf[code]
        if (name) at[name] ??= message
      }
    }
    setWrong(at)
    if (Object.keys(at).length === 0) setFailed(failureText(error))
  }
  return {
    busy,
    wrong,
    failed,
    /** Shows what is known to be wrong before anything is sent. */
    blame: (known: Wrong<F>): void => {
      setFailed(undefined)
      setWrong(known)
    },
    clear: (field: F): void => {
      if (wrong[field]) setWrong({ ...wrong, [field]: undefined })
    },
    send: (act: () => Promise<unknown>): void => {
      if (busy) return
      setBusy(true)
      setFailed(undefined)
      setWrong({})
      act()
        .catch(refused)
        .finally(() => setBusy(false))
    },
  }
}

/** What stands in a field of a form. */
export const typedText = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The Idempotency-Key of a form: the same as long as the same is sent, so that a lost answer makes nothing twice. */
export const useActKey = (): ((body: unknown) => string) => {
  const last = useRef({ body: '', key: '' })
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current.body !== text) last.current = { body: text, key: newId() }
    return last.current.key
  }
}
