import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './wheel.module.css'

const rowPx = 44
/** Digits that come sooner after each other are one number. */
const typingMs = 1_200
const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -5, PageDown: 5 }

export function Wheels({ children }: { children: ReactNode }) {
  return <div className={styles.wheels}>{children}</div>
}

type WheelProps = {
  label: string
  items: readonly string[]
  index: number
  onChange: (index: number) => void
}

/** A column that turns: by finger (native scrolling that snaps), by keys, by typing its number, by pressing a row. */
export function Wheel({ label, items, index, onChange }: WheelProps) {
  const list = useRef<HTMLDivElement>(null)
  const settle = useRef(0)
  const last = items.length - 1
  useLayoutEffect(() => {
    const element = list.current
    if (element && Math.round(element.scrollTop / rowPx) !== index) element.scrollTop = index * rowPx
  }, [index])
  const place = useRef(index)
  useEffect(() => {
    place.current = index
  })
  useEffect(() => {
    const element = list.current
    if (!element) return
    // What is hidden cannot be turned: it is when it is shown again. One that stays in sight keeps what a finger turned.
    let hidden = false
    const observer = new ResizeObserver(() => {
      if (hidden && element.clientHeight > 0) element.scrollTop = place.current * rowPx
      hidden = element.clientHeight === 0
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => () => window.clearTimeout(settle.current), [])

  const scrolled = (): void => {
    window.clearTimeout(settle.current)
    settle.current = window.setTimeout(() => {
      // What was hidden meanwhile says that it stands at its first row.
      if (!list.current?.clientHeight) return
      const next = Math.min(last, Math.max(0, Math.round(list.current.scrollTop / rowPx)))
      if (next !== index) onChange(next)
    }, 90)
  }
  const typed = useRef({ digits: '', at: -typingMs })
  /** The row of the number that is typed; null as long as there is none. */
  const rowOf = (event: KeyboardEvent): number | null => {
    const { digits, at } = typed.current
    const now = (event.timeStamp - at < typingMs ? digits : '') + event.key
    typed.current = { digits: now, at: event.timeStamp }
    const row = items.findIndex((item) => Number(item) === Number(now))
    return row === -1 ? null : row
  }
  const keyed = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    const next = /^\d$/.test(event.key)
      ? rowOf(event)
      : event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? last
          : step === undefined
            ? null
            : index + step
    if (next === null) return
    event.preventDefault()
    onChange(Math.min(last, Math.max(0, next)))
  }
  return (
    <div
      ref={list}
      className={styles.wheel}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a number input cannot hold a column that turns
      role="spinbutton"
      tabIndex={0}
      aria-label={label}
      aria-valuenow={index}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuetext={items[index]}
      onScroll={scrolled}
      onKeyDown={keyed}
    >
      {items.map((item, at) => (
        <div
          key={item}
          className={classes(styles.row, at === index && styles.chosen)}
          aria-hidden
          onClick={() => list.current?.scrollTo({ top: at * rowPx, behavior: 'smooth' })}
        >
          {item}
        </div>
      ))}
    </div>
  )
}
