import { base, type AppPath } from './app-path.ts'
import { held } from './native-shell.ts'

/** The part of the router that moves; given once, so that this file stays free of pages. */
type Mover = {
  history: {
    push: (href: string) => void
    replace: (href: string) => void
    back: () => void
    canGoBack: () => boolean
  }
  preload: (path: AppPath) => void
  /** Another search of the same page: nothing scrolls. */
  turn: (path: AppPath, replace: boolean) => void
}
let mover: Mover | null = null
export const setMover = (given: Mover): void => {
  mover = given
}

const goTo = (path: AppPath, how: 'push' | 'replace'): void => {
  const shell = held.by()
  if (shell) shell.move(path, how)
  else mover?.history[how](base + path)
}

/** All navigation of the app. A native shell that holds the app is told from here alone. */
export const navigate = {
  push: (path: AppPath): void => goTo(path, 'push'),
  replace: (path: AppPath): void => goTo(path, 'replace'),
  /** To the page before; to `otherwise` when this page was opened directly. */
  back: (otherwise: AppPath): void => {
    const shell = held.by()
    if (shell) shell.back()
    else if (mover?.history.canGoBack()) mover.history.back()
    else goTo(otherwise, 'replace')
  },
  /** Other parameters of the page in view, which stays where it is scrolled to; `push` makes a step to go back by. */
  turn: (path: AppPath, how: 'push' | 'replace'): void => mover?.turn(path, how === 'replace'),
  /** Loads what a page needs before it is opened. */
  preload: (path: AppPath): void => mover?.preload(path),
}
