import type { AppPath } from './app-path.ts'
import { createWatchers } from '../watchers.ts'

/** What a native shell does by itself when it is asked. */
export type Offer = 'device.scan' | 'file.pick' | 'call.phone' | 'ui.orientation'

/** The native shell that holds the app, as the rest of the app sees it. Its code comes only where there is one. */
export type Holder = {
  /** A page is opened: a message, never a change of route here. */
  move: (path: AppPath, how: 'push' | 'replace') => void
  back: () => void
  /** It is being asked to sign in: no sheet of ours over its own. */
  signsIn: () => boolean
  offers: (what: Offer) => boolean
  /** Texts of the codes it has read; none when somebody cancelled. */
  scan: () => Promise<readonly string[]>
  /** Its word on the network; null = it has said nothing. */
  online: () => boolean | null
}

let holder: Holder | null = null
const watchers = createWatchers()

export const held = {
  by: (): Holder | null => holder,
  take: (one: Holder): void => {
    holder = one
    held.tell()
  },
  tell: watchers.tell,
  watch: watchers.watch,
}

declare global {
  interface Window {
    /** Made inline before anything else, so that what the shell says early is kept. */
    __pvShell?: { early: unknown[] | null; receive: (message: unknown) => void }
    __dcloud_weex_postMessage?: unknown
    __dcloud_weex_?: unknown
    plus?: unknown
  }
}

/** uni-app puts its name into the browser's, or its own objects into the page. */
export const inUniApp = (): boolean =>
  /uni-app|Html5Plus/i.test(navigator.userAgent) ||
  Boolean(window.plus ?? window.__dcloud_weex_postMessage ?? window.__dcloud_weex_)

/** Whether there may be a shell at all: a plain browser never loads what speaks to one. */
export const mayBeHeld = (): boolean => window.parent !== window || inUniApp()
