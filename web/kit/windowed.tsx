import {
  Fragment,
  startTransition,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { guessHeight, pieceSize, piecesNear, wholeListUpTo } from './pieces.ts'

/** Heights that were measured, by the name of a list: going back lands where one was. */
const heights = new Map<string, Map<number, number>>()

const heightsOf = (name: string | undefined): Map<number, number> => {
  const found = (name === undefined ? undefined : heights.get(name)) ?? new Map<number, number>()
  if (name !== undefined) heights.set(name, found)
  return found
}

type WindowedProps<T> = {
  items: readonly T[]
  /** What stands between the rows, unseen: `li` within a list, `tr` within a table, `div` elsewhere. */
  as: 'li' | 'tr' | 'div'
  /** What a row is high before one was measured, CSS pixels. */
  rowHeight: number
  /** How many come into the page and leave it together, where each is more than a row. */
  pieceOf?: number
  /** So many rows are all in the page, where a search of the browser finds them. */
  wholeUpTo?: number
  /** Number of a row that is in the page wherever one is: it can be given the focus. */
  at?: number | undefined
  /** Names what is listed, where one comes back to it. */
  name?: string
  /** The rows of one piece, the first of which is number `from` of all. */
  children: (piece: readonly T[], from: number) => ReactNode
}

/**
 * The rows of a list of any length. Short lists are in the page as a whole; of long ones those near what is seen, that
 * which has the focus, and all of them on paper.
 */
export function Windowed<T>(props: WindowedProps<T>) {
  const before = useDeferredValue(props.items)
  // What is added to a list while it is scrolled is drawn between frames; another list is there at once, with its rows.
  const items = isBeginningOf(before, props.items) ? before : props.items
  const mostWhole = props.pieceOf ? 2 * props.pieceOf : wholeListUpTo
  // Where one row has the focus while others come and go, a list that grows long is no other list.
  if (props.at !== undefined) return <Pieces wholeUpTo={mostWhole} {...props} items={items} />
  return items.length <= mostWhole ? props.children(items, 0) : <Pieces {...props} items={items} />
}

const isBeginningOf = <T,>(before: readonly T[], all: readonly T[]): boolean =>
  before.length < all.length && before.every((one, no) => one === all[no])

const unseen = { gridColumn: '1 / -1', minHeight: 0, padding: 0, margin: 0, border: 0, background: 'none' }

type Shown = { first: number; last: number; held: number | null }

const isSame = (one: Shown, other: Shown): boolean =>
  one.first === other.first && one.last === other.last && one.held === other.held

function Pieces<T>({
  items,
  as: Mark,
  rowHeight,
  at,
  name,
  pieceOf = pieceSize,
  wholeUpTo = 0,
  children,
}: WindowedProps<T>) {
  const count = Math.ceil(items.length / pieceOf)
  const marks = useRef<(HTMLElement | null)[]>([])
  const [measured] = useState(() => heightsOf(name))
  const [shown, setShown] = useState<Shown>({ first: 0, last: 0, held: null })
  const [all, setAll] = useState(false)
  const whole = all || items.length <= wholeUpTo
  const wantedAt = at === undefined ? null : Math.floor(at / pieceOf)
  const isShown = (no: number): boolean =>
    whole || (no >= shown.first && no <= shown.last) || no === shown.held || no === wantedAt

  /** What was asked for last: it may still be on its way. */
  const wanted = useRef(shown)
  const look = useRef(() => {})
  useLayoutEffect(() => {
    look.current = () => {
      const present = marks.current.slice(0, count + 1)
      // Asked for twice and more, and each time the browser looks whether anything has moved.
      const edges: number[] = []
      const edgeOf = (no: number): number => (edges[no] ??= present[no]?.getBoundingClientRect().top ?? 0)
      for (let no = 0; no < count; no += 1) {
        if (!isShown(no)) continue
        const height = edgeOf(no + 1) - edgeOf(no)
        if (height > 0) measured.set(no, height)
      }
      const { first, last } = piecesNear(count, edgeOf, window.innerHeight, 2 * window.innerHeight)
      const active = document.activeElement
      const after =
        active && present[0]?.parentElement?.contains(active)
          ? present.filter(
              (mark) => mark && mark.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING,
            ).length
          : 0
      const held = after > 0 && after <= count ? after - 1 : null
      const next = { first, last, held }
      const isAsked = isSame(next, wanted.current)
      if (isAsked && isSame(next, shown)) return
      wanted.current = next
      // What comes into sight is needed now; what is still beyond it is drawn between frames.
      const seen = piecesNear(count, edgeOf, window.innerHeight, 0)
      const isBeyond = seen.first >= shown.first && seen.last <= shown.last
      if (!isBeyond) setShown(next)
      else if (!isAsked) startTransition(() => setShown(next))
    }
    look.current()
  })
  useEffect(() => {
    let frame = 0
    const soon = (): void => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        look.current()
      })
    }
    const print = (on: boolean) => (): void => flushSync(() => setAll(on))
    const [begin, end] = [print(true), print(false)]
    // In the capture phase it hears of whatever scrolls: the window, or the sheet that the list stands in.
    document.addEventListener('scroll', soon, { capture: true, passive: true })
    window.addEventListener('resize', soon)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', soon, { capture: true })
      window.removeEventListener('resize', soon)
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])

  const guess = guessHeight(measured, rowHeight * pieceOf)
  const lastShare = items.length / pieceOf - (count - 1)
  const spaceOf = (no: number): number => measured.get(no) ?? guess * (no === count - 1 ? lastShare : 1)
  const mark = (no: number, height: number) => (
    <Mark
      ref={(element: HTMLElement | null) => {
        marks.current[no] = element
      }}
      aria-hidden
      style={{ ...unseen, height, ...(Mark !== 'tr' && { display: 'block' }) }}
    />
  )
  return (
    <>
      {Array.from({ length: count }, (_, no) => {
        const from = no * pieceOf
        return (
          <Fragment key={from}>
            {mark(no, isShown(no) ? 0 : spaceOf(no))}
            {isShown(no) && children(items.slice(from, from + pieceOf), from)}
          </Fragment>
        )
      })}
      {mark(count, 0)}
    </>
  )
}
