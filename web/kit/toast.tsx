import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import styles from './toast.module.css'
import { createWatchers } from './watchers.ts'

type Toast = { id: number; text: string; kind: 'done' | 'failed' }

let present: Toast | null = null
let count = 0
let timer = 0
const watchers = createWatchers()
const set = (next: Toast | null): void => {
  present = next
  watchers.tell()
}
const shownMs = 2600

/** Says what succeeded (or a small thing that did not); never what must be read. One at a time. */
export const toast = (text: string, kind: Toast['kind'] = 'done'): void => {
  count += 1
  set({ id: count, text, kind })
  window.clearTimeout(timer)
  timer = window.setTimeout(() => set(null), shownMs)
}

/** Where toasts appear; stands once in the root layout, above sheets too. */
export function Toasts() {
  const box = useRef<HTMLOutputElement>(null)
  const shown = useSyncExternalStore(watchers.watch, () => present)
  useEffect(() => {
    const element = box.current
    if (!element || typeof element.showPopover !== 'function') return
    if (element.matches(':popover-open')) element.hidePopover()
    // Shown anew it comes to lie over a dialog that was opened meanwhile.
    if (shown) element.showPopover()
  }, [shown])
  return (
    <output ref={box} popover="manual" className={styles.toasts} aria-live="polite">
      {shown && (
        <span key={shown.id} className={styles.toast}>
          {shown.kind === 'done' ? (
            <CircleCheck size={18} aria-hidden />
          ) : (
            <CircleAlert size={18} aria-hidden />
          )}
          {shown.text}
        </span>
      )}
    </output>
  )
}
