import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { pathTo, searches, type PageSearch, type RouteName } from '../../paths.ts'
import { readSearch } from '../../kit/search.ts'
import { navigate } from '../../kit/navigation/navigate.ts'

/** The search parameters of the page, typed by its name. */
export const usePageSearch = <N extends RouteName>(name: N): PageSearch<N> => {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  return useMemo(() => readSearch(searches[name], raw) as PageSearch<N>, [name, raw])
}

/**
 * Changes parameters of the page in place: filters, tabs and periods live in the address and survive going back.
 * With `push` the back arrow returns to what was shown before.
 */
export const setPageSearch = <N extends RouteName>(
  name: N,
  present: PageSearch<N>,
  change: Partial<PageSearch<N>>,
  how: 'push' | 'replace' = 'replace',
): void => {
  const make = pathTo as (name: RouteName, search: unknown) => ReturnType<typeof pathTo>
  navigate.turn(make(name, { ...present, ...change }), how)
}
