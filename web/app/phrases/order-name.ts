import { useCallback, useSyncExternalStore } from 'react'
import { words } from './catalogues.ts'

type Named = { name: string; names: { en: string; zh_CN: string } | null }

/** What an order is called for whoever reads it: the name that the program gave it is in the reader's language. */
export const useOrderName = (): ((order: Named) => string) => {
  const language = useSyncExternalStore(words.watch, words.language)
  // An older answer that this phone has kept knows no names.
  return useCallback(({ name, names }) => (names ?? null)?.[language] ?? name, [language])
}
