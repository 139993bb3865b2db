import { base, type AppPath } from './app-path.ts'
import { held } from './native-shell.ts'

/** What a step of the history keeps beside its address: it survives reload and going back. */
export type Carried = {
  /** What the page will be called, as it is said where somebody pressed: it stands there before the page does. */
  title?: string
  /** What else stands on a wide screen. */
  beside?: readonly { route: string; search: Readonly<Record<string, unknown>> }[]
}

/** The part of the router that moves; given once, so that this file stays free of pages. */
type Mover = {
  history: {
    push: (href: string, carried?: Carried) => void
    replace: (href: string, carried?: Carried) => void
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

/** What a wide screen takes along to the next page; a phone takes nothing. */
let carry: ((path: AppPath) => Carried) | null = null
export const setCarry = (given: typeof carry): void => {
  carry = given
}

const goTo = (path: AppPath, how: 'push' | 'replace', title?: string): void => {
  const shell = held.by()
  if (shell) shell.move(path, how)
  else mover?.history[how](base + path, { ...(title !== undefined && { title }), ...carry?.(path) })
}

/** All navigation of the app. A native shell that holds the app is told from here alone. */
export const navigate = {
  push: (path: AppPath, title?: string): void => goTo(path, 'push', title),
  replace: (path: AppPath, title?: string): void => goTo(path, 'replace', title),
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
