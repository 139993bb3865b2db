import { useEffect, useRef, useState, useSyncExternalStore, type SyntheticEvent } from 'react'
import { useWide } from '../../app/shell/width.ts'

/** What a pointer only passes is not read. */
const RESTS_MS = 120

const hovering = (): MediaQueryList => window.matchMedia('(hover: hover)')
const watchHover = (tell: () => void): (() => void) => {
  const query = hovering()
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}
const canHover = (): boolean => hovering().matches

/**
 * The row of a list that is looked at before it is chosen: that which the pointer rests on or which has the focus, else
 * the first. Only where there is room beside the list; a finger chooses at once.
 */
export const useLooked = (rows: readonly { id: string }[] | undefined, wanted: boolean) => {
  const wide = useWide()
  const hovers = useSyncExternalStore(watchHover, canHover)
  const [pointed, setPointed] = useState<string | null>(null)
  const timer = useRef(0)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const on = wanted && wide && hovers
  const look = ({ target }: SyntheticEvent): void => {
    const id = (target as Element).closest<HTMLElement>('[data-item]')?.dataset['item']
    window.clearTimeout(timer.current)
    if (id !== undefined) timer.current = window.setTimeout(() => setPointed(id), RESTS_MS)
  }
  const present = rows?.find(({ id }) => id === pointed) ?? rows?.[0]
  return { on, id: present?.id, ...(on ? { watch: { onPointerOver: look, onFocus: look } } : { watch: {} }) }
}
