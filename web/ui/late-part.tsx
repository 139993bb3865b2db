import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

type LatePart<P extends object> = ComponentType<P> & {
  /** Fetches it before it is wanted: the signal may be gone by then. */
  prepare: () => void
}

/**
 * A part of a page whose code comes when it is wanted; `waiting` stands in its place meanwhile. Where it does not come
 * through, that is said in its place and the page around it stays; a press or the network's return tries again. (What
 * React's own `lazy` has once failed to fetch it never asks for again, and the whole page fails with it.)
 */
export const latePart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
): LatePart<P> => {
  let part: ComponentType<P> | null = null
  const fetched = async (): Promise<void> => {
    part ??= await load()
  }
  function Late(props: P) {
    const [, come] = useState(part !== null)
    const [failed, setFailed] = useState<{ error: unknown } | null>(null)
    const [turn, setTurn] = useState(0)
    const again = (): void => {
      setFailed(null)
      setTurn((count) => count + 1)
    }
    useEffect(() => {
      let wanted = true
      fetched().then(
        () => wanted && come(true),
        (error: unknown) => wanted && setFailed({ error }),
      )
      return () => {
        wanted = false
      }
      // oxlint-disable-next-line react/exhaustive-deps -- each turn asks once, however often the page is drawn meanwhile
    }, [turn])
    useEffect(() => {
      if (!failed) return undefined
      window.addEventListener('online', again)
      return () => window.removeEventListener('online', again)
    }, [failed])
    if (part) return createElement(part, props)
    return failed ? <ErrorState inline error={failed.error} onRetry={again} /> : waiting
  }
  return Object.assign(Late, { prepare: () => void fetched().catch(() => undefined) })
}
