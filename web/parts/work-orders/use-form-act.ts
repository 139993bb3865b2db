import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../app/data/api-error.ts'
import { createTries } from '../../app/acts/attempt.ts'
import { StorageRefused } from '../../app/outbox/queue-store.ts'
import { useFailureText } from '../../app/failure/error-state.tsx'

/** Sends what a sheet asks for. The same try again has the same key; what failed is said and nothing typed is lost. */
export const useFormAct = () => {
  const failureText = useFailureText()
  const t = useTranslations('order')
  const [tries] = useState(createTries)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const [error, setError] = useState<ApiError | null>(null)
  return {
    busy,
    failed,
    /** What the server refused, for those who put it beside a field. */
    error,
    /** Says what is wrong before anything is sent. */
    say: (text: string | undefined): void => setFailed(text),
    send: async (body: unknown, act: (key: string) => Promise<unknown>): Promise<boolean> => {
      if (busy) return false
      setBusy(true)
      setFailed(undefined)
      setError(null)
      try {
        await act(tries.keyFor(body))
        tries.done()
        return true
      } catch (cause) {
        if (cause instanceof ApiError) setError(cause)
        setFailed(cause instanceof StorageRefused ? t('noRoom') : failureText(cause))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
