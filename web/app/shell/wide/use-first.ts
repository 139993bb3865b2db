import { useEffect, useState, type RefObject } from 'react'
import { base, type AppPath } from '../../../kit/navigation/app-path.ts'
import { isModalOpen } from '../../../kit/modal.ts'
import { placeOf } from './beside.ts'
import { besides, nameOfPane, type Place } from './panes.ts'

/** `of`: the list as it was filtered. */
type First = { of: string; href: string; place: Place }

const opensBeside = (place: Place, list: Place): boolean =>
  besides(place, [list]).some((one) => nameOfPane(one) === nameOfPane(list))

/** Its rows and those on their way; what other lists stand below it (`data-aside`) counts where it has none itself. */
const rowsOf = (pane: Element): readonly Element[] => {
  const all = [...pane.querySelectorAll('a[data-row], [data-bone]')]
  const own = all.filter((one) => one.closest('[data-aside]') === null)
  return own.length > 0 ? own : all
}

/** The first row that leads to what can stand beside the list; undefined: what stands before it is on its way. */
const firstIn = (pane: Element, list: Place): Omit<First, 'of'> | null | undefined => {
  for (const link of rowsOf(pane)) {
    if (link.matches('[data-bone]')) return undefined
    const href = link.getAttribute('href') ?? ''
    const place = href.startsWith(base) ? placeOf(href.slice(base.length) as AppPath) : null
    if (place !== null && opensBeside(place, list)) return { href, place }
  }
  return null
}

/** What is being read or written in must not be taken away, nor what was only scrolled out of the page. */
const isInUse = (pane: Element): boolean =>
  isModalOpen() ||
  pane.scrollTop > 0 ||
  pane.parentElement?.querySelector('[data-scroller]:not([data-list]) :focus') != null

/**
 * The page of the first row of a list, which stands open beside it as long as nothing is chosen. It stays when another
 * row comes to be the first. undefined: the list is on its way; null: there is none to open.
 */
export const useFirst = (
  row: RefObject<HTMLElement | null>,
  list: Place | null,
): Place | null | undefined => {
  const [first, setFirst] = useState<First | null | undefined>(undefined)
  useEffect(() => {
    const pane = row.current?.querySelector('[data-list]')
    if (list === null || !pane) return undefined
    const of = `${nameOfPane(list)} ${JSON.stringify(list.search)}`
    const look = (): void =>
      setFirst((shown) => {
        const isThere = shown != null && rowsOf(pane).some((row) => row.getAttribute('href') === shown.href)
        if (shown?.of === of && (isThere || isInUse(pane))) return shown
        if (shown != null && isThere) return { ...shown, of }
        const found = firstIn(pane, list)
        if (found != null) return { ...found, of }
        return found === undefined || pane.querySelector('[role=main] > *') === null ? undefined : null
      })
    look()
    const observer = new MutationObserver(look)
    observer.observe(pane, { subtree: true, childList: true, attributeFilter: ['href'] })
    return () => observer.disconnect()
  }, [row, list])
  if (list === null || first === null) return null
  return first && opensBeside(first.place, list) ? first.place : undefined
}
