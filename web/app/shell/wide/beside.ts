import type { useRouter } from '@tanstack/react-router'
import { base, type AppPath } from '../../../kit/navigation/app-path.ts'
import { navigate, type Carried } from '../../../kit/navigation/navigate.ts'
import { parseSearch, readSearch, writeSearch } from '../../../kit/search.ts'
import { pathTo, searches, type RouteName } from '../../../paths.ts'
import { besides, hasPanes, type Place } from './panes.ts'

type Router = ReturnType<typeof useRouter>
type Location = Router['state']['location']

const isRoute = (name: string): name is RouteName => Object.hasOwn(searches, name)

const placeFrom = (name: string, search: Readonly<Record<string, unknown>>): Place | null =>
  isRoute(name) ? { route: name, search: { ...readSearch(searches[name], search) } } : null

/** The page that a link leads to. */
export const placeOf = (path: AppPath): Place | null => {
  const [name = '', written = ''] = path.slice(1).split('?')
  return placeFrom(name, parseSearch(written))
}

/** The page of the present address. */
export const placeAt = (location: Location): Place | null => {
  const path = location.pathname.startsWith(base) ? location.pathname.slice(base.length) : location.pathname
  return placeFrom(path.replaceAll('/', ''), location.search)
}

const carriedIn = (location: Location): Carried => location.state as Carried

/** What stands beside the page of an address: as the history keeps it, else as it is by default. */
export const besideAt = (location: Location, main: Place): readonly Place[] => {
  const kept = carriedIn(location).beside?.flatMap((one) => placeFrom(one.route, one.search) ?? [])
  // What was kept by an older version, or for another page, is not believed.
  return kept !== undefined && besides(main, kept).length === kept.length
    ? besides(main, kept)
    : besides(main, [])
}

const shownAt = (location: Location): readonly Place[] => {
  const main = placeAt(location)
  return main === null ? [] : [...besideAt(location, main), main]
}

/** What is taken along to the next page: all that stays where it is. */
export const carriedTo = (router: Router, path: AppPath): Carried => {
  const target = placeOf(path)
  if (target === null || !hasPanes(target)) return {}
  return { beside: besides(target, shownAt(router.state.location)) }
}

/** The address of a page. */
export const pathOf = ({ route, search }: Place): AppPath =>
  (pathTo as (name: RouteName, search: unknown) => AppPath)(route, search)

const written = (name: RouteName, search: object): string =>
  writeSearch({ ...readSearch(searches[name], search as Record<string, unknown>) })

/**
 * Writes the search of a page that stands beside that of the address into the history; false: none such does. What only
 * stands open is chosen by it.
 */
export const writeBesideOf = (
  router: Router,
  opened: Place | null,
  name: RouteName,
  present: object,
  next: object,
): boolean => {
  const { location } = router.state
  const main = placeAt(location)
  if (main === null) return false
  const mine = written(name, present)
  if (opened?.route === name && written(name, opened.search) === mine) {
    navigate.push(pathOf({ route: name, search: { ...next } }))
    return true
  }
  if (main.route === name && written(name, main.search) === mine) return false
  const beside = besideAt(location, main)
  const at = beside.findIndex((one) => one.route === name && written(name, one.search) === mine)
  if (at < 0) return false
  const changed = beside.map((one, no) => (no === at ? { route: name, search: { ...next } } : one))
  void router.navigate({
    to: location.pathname,
    search: location.search,
    replace: true,
    resetScroll: false,
    state: (state) => ({ ...state, beside: changed }),
  })
  return true
}
