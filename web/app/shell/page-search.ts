import { useSearch } from '@tanstack/react-router'
import { createContext, use, useMemo } from 'react'
import { pathTo, searches, type PageSearch, type RouteName } from '../../paths.ts'
import { readSearch } from '../../kit/search.ts'
import { navigate } from '../../kit/navigation/navigate.ts'

/** What a page in a pane was given; one that has the screen to itself reads its address. */
export const GivenSearch = createContext<Readonly<Record<string, unknown>> | null>(null)

/** Writes the search of what stands beside the page of the address; false: nothing of that stands there. */
type WriteBeside = (name: RouteName, present: object, next: object) => boolean
let writeBeside: WriteBeside = () => false
export const setWriteBeside = (given: WriteBeside): void => {
  writeBeside = given
}

/** The search parameters of the page, typed by its name. */
export const usePageSearch = <N extends RouteName>(name: N): PageSearch<N> => {
  const given = use(GivenSearch)
  const address: Record<string, unknown> = useSearch({ strict: false })
  const raw = given ?? address
  return useMemo(() => readSearch(searches[name], raw) as PageSearch<N>, [name, raw])
}

/**
 * Changes parameters of the page in place: filters, tabs and periods live in the address and survive going back.
 * With `push` the back arrow returns to what was shown before. Beside another page they live in the history.
 */
export const setPageSearch = <N extends RouteName>(
  name: N,
  present: PageSearch<N>,
  change: Partial<PageSearch<N>>,
  how: 'push' | 'replace' = 'replace',
): void => {
  const make = pathTo as (name: RouteName, search: unknown) => ReturnType<typeof pathTo>
  const next = { ...present, ...change }
  if (!writeBeside(name, present, next)) navigate.turn(make(name, next), how)
}
