import type { AnyRouter } from '@tanstack/react-router'
import { arrival, type Move } from '../../kit/navigation/arrival.ts'
import { held } from '../../kit/navigation/native-shell.ts'
import { tabRoutes } from '../../paths.ts'
import { isWide } from './width.ts'

const nameIn = (path: string): string => path.split('/').at(-1) ?? ''
const isTab = (path: string): boolean => tabRoutes.some((one) => one === nameIn(path))

const calm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** null: at once. A wide screen changes parts of itself, and a native shell moves its views itself. */
const moveOf = (router: AnyRouter): Move | null => {
  const from = router.stores.resolvedLocation.get()
  const to = router.latestLocation
  if (from === undefined || from.pathname === to.pathname || isWide() || held.by() !== null) return null
  if (isTab(from.pathname) && isTab(to.pathname)) return 'tab'
  const [before, after] = [from.state.__TSR_index, to.state.__TSR_index]
  return after === before ? null : after > before ? 'push' : 'back'
}

/** Shows where a page comes from. */
export const moveInSight = (router: AnyRouter): void => {
  router.startViewTransition = async (update) => {
    arrival.begin(moveOf(router), calm())
    return update()
  }
}
