import { useSyncExternalStore } from 'react'
import { held } from '../../kit/navigation/native-shell.ts'

/** From here on pages stand side by side, beside a rail. The same number stands in style sheets. */
const wide = (): MediaQueryList => window.matchMedia('(min-width: 900px)')
/** From here on there is room for a table. */
const broad = (): MediaQueryList => window.matchMedia('(min-width: 1200px)')
/** From here on there is room for three. */
const three = (): MediaQueryList => window.matchMedia('(min-width: 1400px)')

const watch = (tell: () => void): (() => void) => {
  const unwatch = held.watch(tell)
  const queries = [wide(), broad(), three()]
  for (const query of queries) query.addEventListener('change', tell)
  return () => {
    unwatch()
    for (const query of queries) query.removeEventListener('change', tell)
  }
}

// In a native shell each page is a view of its own.
export const isWide = (): boolean => wide().matches && held.by() === null

/** Whether pages stand side by side, beside a rail. */
export const useWide = (): boolean => useSyncExternalStore(watch, isWide)

/** How many pages a screen has room for, side by side. */
export const usePanes = (): 1 | 2 | 3 =>
  useSyncExternalStore(watch, () => (isWide() ? (three().matches ? 3 : 2) : 1))

/** Whether lists can be tables. */
export const useBroad = (): boolean => useSyncExternalStore(watch, () => isWide() && broad().matches)
