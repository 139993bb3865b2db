import type { AnyRouter } from '@tanstack/react-router'
import { held } from '../../kit/navigation/native-shell.ts'
import { tabRoutes } from '../../paths.ts'
import { isWide } from './width.ts'

/** How one page takes the place of another, see root-layout.module.css. */
type Move = 'push' | 'back' | 'tab'

const nameIn = (path: string): string => path.split('/').at(-1) ?? ''
const isTab = (path: string): boolean => tabRoutes.some((one) => one === nameIn(path))

const calm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** null: at once. A wide screen changes parts of itself, and a native shell moves its views itself. */
const moveOf = (router: AnyRouter): Move | null => {
  const from = router.stores.resolvedLocation.get()
  const to = router.latestLocation
  if (from === undefined || from.pathname === to.pathname || calm() || isWide() || held.by() !== null)
    return null
  if (isTab(from.pathname) && isTab(to.pathname)) return 'tab'
  const [before, after] = [from.state.__TSR_index, to.state.__TSR_index]
  return after === before ? null : after > before ? 'push' : 'back'
}

const nothing = (): void => {}

/** Shows where a page comes from and where it goes, where the browser can. */
export const moveInSight = (router: AnyRouter): void => {
  if (!CSS.supports('selector(:active-view-transition-type(push))')) return
  router.startViewTransition = async (update) => {
    const move = moveOf(router)
    if (move === null) return update()
    const { ready, finished, updateCallbackDone } = document.startViewTransition({ update, types: [move] })
    // Whoever presses again meanwhile ends it: that is no failure.
    ready.catch(nothing)
    finished.catch(nothing)
    return updateCallbackDone
  }
}
