import type { StationWindow } from './station-window.ts'

/** What an analysis reckons in `prepare` and reads where it judges and where it learns: once for each run. */
export type Reckoned<T extends object> = {
  into: (window: StationWindow, value: T) => StationWindow
  /** null: the window was not prepared, or had nothing to reckon with. */
  of: (window: StationWindow) => T | null
}

export const reckoned = <T extends object>(): Reckoned<T> => {
  const key = Symbol('reckoned')
  return {
    into: (window, value) => ({ ...window, reckoned: new Map(window.reckoned).set(key, value) }),
    // Nobody else has this key.
    of: (window) => (window.reckoned?.get(key) as T | undefined) ?? null,
  }
}
