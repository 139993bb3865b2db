import { createContext, use } from 'react'
import type { AppPath } from './app-path.ts'

/** Where a page stands on a wide screen, beside others. */
export type Pane = {
  /** It is the page of the address; else it has no title of the window, no landmark `main`, a heading below the first. */
  main: boolean
  /** Something chosen in it stands beside it, or the first that could be. */
  side: boolean
  /** There is room for a table in it, or would be as soon as its list is one. */
  broad: boolean
  /** Whether what a link leads to is what stands beside it. */
  chosen: (to: AppPath) => boolean
  /** Whether what a link leads to takes the place of what stands beside it. */
  takesPlace: (to: AppPath) => boolean
  /** Whether the page that its back arrow leads to stands beside it: then there is no arrow. */
  beside: (back: AppPath) => boolean
}

/** null: the page has the screen to itself, as on a phone. */
export const PaneContext = createContext<Pane | null>(null)

export const usePane = (): Pane | null => use(PaneContext)

/** What scrolls around an element: its pane, or null for the window. */
export const scrollerOf = (element: Element | null | undefined): HTMLElement | null =>
  element?.closest<HTMLElement>('[data-scroller]') ?? null
