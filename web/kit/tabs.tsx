import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import styles from './controls.module.css'
import { showInRow } from './row-scroll.ts'

type TabsProps<T extends string> = {
  label: string
  items: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
  /** Buttons in the same line. */
  end?: ReactNode
  /** What belongs to the chosen tab. */
  children: ReactNode
}

/** Tabs over parts of one page; arrow keys move between them. */
export function Tabs<T extends string>({ label, items, value, onChange, end, children }: TabsProps<T>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    showInRow(list.current, list.current?.querySelector<HTMLElement>('[aria-selected=true]'))
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what is chosen is found by what is drawn
  }, [value])
  const keyed = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const at = items.findIndex((one) => one.value === value)
    const next = items[(at + step + items.length) % items.length]
    if (!next) return
    onChange(next.value)
    list.current?.querySelector<HTMLButtonElement>(`[data-tab="${next.value}"]`)?.focus()
  }
  const tabs = (
    <div ref={list} className={styles.tabs} role="tablist" tabIndex={-1} aria-label={label} onKeyDown={keyed}>
      {items.map((one) => (
        <button
          key={one.value}
          type="button"
          role="tab"
          id={`${id}-${one.value}`}
          data-tab={one.value}
          aria-selected={one.value === value}
          aria-controls={`${id}-panel`}
          tabIndex={one.value === value ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(one.value)}
        >
          {one.label}
        </button>
      ))}
    </div>
  )
  return (
    <>
      {end === undefined ? (
        tabs
      ) : (
        <div className={styles.tabsLine}>
          {tabs}
          <span className={styles.tabsEnd}>{end}</span>
        </div>
      )}
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        style={{ display: 'contents' }}
      >
        {children}
      </div>
    </>
  )
}
