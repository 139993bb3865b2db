import { useCallback, useSyncExternalStore } from 'react'
import { errors, sentence, type ErrorCode } from '#domain/errors.ts'
import { words } from './catalogues.ts'

/** The sentence of an error code in the language in use; of anything else none. Not for the first route: it brings all. */
export const useSentence = (): ((code: string | undefined) => string | undefined) => {
  const language = useSyncExternalStore(words.watch, words.language)
  return useCallback(
    (code) =>
      code !== undefined && Object.hasOwn(errors, code) ? sentence(code as ErrorCode, language) : undefined,
    [language],
  )
}
