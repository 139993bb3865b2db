import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { orLoadAnew, stylesAgain } from './lost-part.ts'

export type Missing<P> = {
  error: unknown
  again: () => void
  /** What the part would have been given. */
  given: P
}

/** `again`: by a press, after it did not come. */
type State = 'asked' | 'again' | 'here' | { error: unknown }

export type Lazy<P extends object> = ((given: P) => ReactNode) & {
  /** Fetches it before it is wanted, as the signal may be gone by then. Never rejects. */
  prepare: () => Promise<void>
  isHere: () => boolean
}

/**
 * A part of the app whose code comes when it is wanted. `waiting` stands in its place meanwhile; where it does not come
 * through `Missed` does, and the page around it stays: a press or the network's return tries again. (What React's own
 * `lazy` has once failed to fetch it never asks for again, and the whole page fails with it.)
 */
export const lazy = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode | ((given: P) => ReactNode),
  Missed: ComponentType<Missing<P>>,
): Lazy<P> => {
  let part: ComponentType<P> | null = null
  let missed = false
  const fetched = async (): Promise<void> => {
    if (part) return
    const [loaded] = await Promise.all([load(), stylesAgain()])
    part = loaded
  }
  function Part(given: P) {
    const [state, setState] = useState<State>(part ? 'here' : missed ? 'again' : 'asked')
    const again = (): void => setState('again')
    useEffect(() => {
      if (state === 'here') return undefined
      let wanted = true
      const set = (next: State): void => {
        if (wanted) setState(next)
      }
      // From the first try on: the network's return may fall between a try's end and its place saying so.
      const retry = (): void => set('asked')
      window.addEventListener('online', retry)
      if (typeof state === 'string')
        (state === 'again' ? orLoadAnew(fetched) : fetched()).then(
          () => set('here'),
          (error: unknown) => {
            missed = true
            set({ error })
          },
        )
      return () => {
        wanted = false
        window.removeEventListener('online', retry)
      }
    }, [state])
    if (part) return createElement(part, given)
    if (typeof state === 'object') return createElement(Missed, { error: state.error, again, given })
    return typeof waiting === 'function' ? waiting(given) : waiting
  }
  return Object.assign(Part, {
    prepare: () => fetched().catch(() => undefined),
    isHere: () => part !== null,
  })
}

const pauseMs = 2_000

/** For what nobody misses until it is there: asked for until the network lets it come. */
export const patiently = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return patiently(load)
  }
}

function Nothing() {
  return null
}

/** What stands where a part of a page did not come. The app, which has the words for it, sets it at its start. */
export const missed: { Part: ComponentType<Missing<object>> } = { Part: Nothing }

/** Nothing stands in its place until it comes, and nothing is said of that. */
export const lazyAside = <P extends object>(load: () => Promise<ComponentType<P>>): Lazy<P> =>
  lazy(() => patiently(load), null, Nothing)
