import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { scrollerOf } from './navigation/pane.ts'
import { showInRow } from './row-scroll.ts'
import styles from './sections.module.css'

type SectionsProps<T extends string> = {
  label: string
  /** `screenOnly`: what is pressed and not read is left out on paper. */
  items: readonly { value: T; label: string; content: ReactNode; screenOnly?: boolean }[]
  /** Which one is gone to when the page opens; the first needs none. */
  at: T | undefined
  /** A press: it belongs into the address. */
  onGo: (value: T | undefined) => void
  /** The one in view, whenever that changes. */
  onSeen?: (value: T) => void
}

/** So far below the anchors a section counts as in view, px. */
const underPx = 32

/**
 * A long page in sections, all of them there, with anchors that stay at its top and say which one is in view. What has
 * nothing to show has no anchor. Works in whatever scrolls around it.
 */
export function Sections<T extends string>({ label, items, at, onGo, onSeen }: SectionsProps<T>) {
  const nav = useRef<HTMLElement>(null)
  const places = useRef(new Map<T, HTMLElement>())
  const [filled, setFilled] = useState<ReadonlySet<T>>(new Set())
  const [seen, setSeen] = useState<T | undefined>(at)
  /** Held at a section while what stands above it still grows, until a hand moves the page. */
  const held = useRef<T | null>(null)
  const told = useRef(onSeen)
  useEffect(() => {
    told.current = onSeen
  })

  const goTo = useCallback((value: T): void => {
    const place = places.current.get(value)
    const isFirst = places.current.keys().next().value === value
    // Above the first one stands the head of the page: it is gone to with it.
    const target = isFirst
      ? (place?.closest('main')?.parentElement ?? scrollerOf(place)?.firstElementChild)
      : place
    target?.scrollIntoView({ block: 'start' })
  }, [])

  // A page that was come back to is where it was left; a fresh one goes where its address says.
  useLayoutEffect(() => {
    if (at === undefined) return
    const frame = requestAnimationFrame(() => {
      if ((scrollerOf(nav.current)?.scrollTop ?? window.scrollY) > 0) return
      held.current = at
      goTo(at)
    })
    return () => cancelAnimationFrame(frame)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: afterwards presses go there
  }, [])

  const before = useRef(at)
  useEffect(() => {
    if (at === before.current) return
    before.current = at
    if (at === undefined) return
    held.current = at
    goTo(at)
  }, [at, goTo])

  // Before the first picture: anchors that come later would push what stands under them.
  useLayoutEffect(() => {
    const find = (): void => {
      const line = (nav.current?.getBoundingClientRect().bottom ?? 0) + underPx
      let found: T | undefined
      for (const [value, element] of places.current) {
        const { top, height } = element.getBoundingClientRect()
        if (height === 0) continue
        if (found === undefined || top <= line) found = value
      }
      if (held.current !== null) found = held.current
      setSeen(found)
      if (found !== undefined) told.current?.(found)
    }
    const sizes = (): void => {
      const now = [...places.current]
        .filter(([, { offsetHeight }]) => offsetHeight > 0)
        .map(([value]) => value)
      setFilled((had) => (had.size === now.length && now.every((one) => had.has(one)) ? had : new Set(now)))
      if (held.current !== null) goTo(held.current)
      find()
    }
    const moved = (): void => {
      held.current = null
    }
    sizes()
    const observer = new ResizeObserver(sizes)
    for (const element of places.current.values()) observer.observe(element)
    // Whatever scrolls: the page, or a pane of a wide screen.
    document.addEventListener('scroll', find, { capture: true, passive: true })
    const hands = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
    for (const name of hands) document.addEventListener(name, moved, { passive: true })
    return () => {
      observer.disconnect()
      document.removeEventListener('scroll', find, { capture: true })
      for (const name of hands) document.removeEventListener(name, moved)
    }
  }, [goTo])

  useEffect(() => {
    if (seen !== undefined) showInRow(nav.current, nav.current?.querySelector<HTMLElement>('[aria-current]'))
  }, [seen])

  const shown = items.filter(({ value }) => filled.has(value))
  return (
    <>
      {items.length > 1 && (
        <nav ref={nav} className={styles.nav} aria-label={label}>
          {shown.map(({ value, label: name }, no) => (
            <button
              key={value}
              type="button"
              className={styles.link}
              {...(value === (seen ?? shown[0]?.value) && { 'aria-current': 'location' })}
              onClick={() => {
                held.current = value
                onGo(no === 0 ? undefined : value)
                goTo(value)
                setSeen(value)
                places.current.get(value)?.focus({ preventScroll: true })
              }}
            >
              {name}
            </button>
          ))}
        </nav>
      )}
      {items.map(({ value, content, screenOnly = false }) => (
        <div
          key={value}
          ref={(element) => {
            if (element) places.current.set(value, element)
            else places.current.delete(value)
          }}
          className={classes(styles.section, screenOnly && styles.screenOnly)}
          data-section={value}
          tabIndex={-1}
        >
          {content}
        </div>
      ))}
    </>
  )
}
