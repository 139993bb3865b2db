import { useId, useRef, type PointerEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { useModal } from './modal.ts'
import styles from './sheet.module.css'

type SheetProps = {
  open: boolean
  /** Called by cancel, Escape, the back gesture, a press beside it and by dragging down. Without it the sheet stays. */
  onClose?: () => void
  title: string
  /** `auto`: as high as its content; `full`: the whole height; `cover`: like a page of its own. */
  size?: 'auto' | 'full' | 'cover'
  /** The button below the content, where the thumb is; without it the sheet has a close button alone. */
  done?: { label?: string; onPress: () => void; disabled?: boolean }
  children: ReactNode
}

const closesAt = 90

/** On a wide screen it does not rise from below, see the style sheet. */
const besideThePage = (): boolean => window.matchMedia('(min-width: 900px)').matches

/** Moves the sheet with the finger; null lets it go back. */
const pull = (event: PointerEvent, by: number | null): void => {
  const style = event.currentTarget.closest('dialog')?.style
  if (!style) return
  style.transition = by === null ? '' : 'none'
  style.translate = by === null ? '' : `0 ${Math.max(0, by)}px`
}

/** Rises from below over the page; the page under it keeps everything. */
export function Sheet({ open, onClose, title, size = 'auto', done, children }: SheetProps) {
  const t = useTranslations('ui')
  const titleId = useId()
  const { dialog, shown } = useModal(open, onClose)
  const drag = useRef<{ y: number; at: number } | null>(null)

  const move = (event: PointerEvent): void => {
    if (drag.current) pull(event, event.clientY - drag.current.y)
  }
  const release = (event: PointerEvent): void => {
    const from = drag.current
    drag.current = null
    if (!from) return
    pull(event, null)
    const distance = event.clientY - from.y
    const speed = distance / Math.max(1, event.timeStamp - from.at)
    if (distance > closesAt || (distance > 24 && speed > 0.6)) onClose?.()
  }

  return (
    <dialog
      ref={dialog}
      className={classes(styles.sheet, size !== 'auto' && styles.full, size === 'cover' && styles.cover)}
      aria-labelledby={titleId}
    >
      {shown && (
        <>
          {size !== 'cover' && (
            <div
              className={styles.grip}
              onPointerDown={(event) => {
                if (
                  !onClose ||
                  besideThePage() ||
                  (event.target instanceof Element && event.target.closest('button'))
                )
                  return
                drag.current = { y: event.clientY, at: event.timeStamp }
                event.currentTarget.setPointerCapture(event.pointerId)
              }}
              onPointerMove={move}
              onPointerUp={release}
              onPointerCancel={release}
            >
              <div className={styles.head}>
                {onClose ? (
                  <button type="button" className={styles.side} onClick={onClose}>
                    {done ? t('cancel') : t('close')}
                  </button>
                ) : (
                  <span />
                )}
                <h2 className={styles.title} id={titleId}>
                  {title}
                </h2>
              </div>
            </div>
          )}
          {size === 'cover' && (
            <h2 className="sr-only" id={titleId}>
              {title}
            </h2>
          )}
          <div className={classes(styles.body, !done && styles.last)}>{children}</div>
          {done && (
            <div className={classes(styles.foot, styles.last)}>
              <Button wide disabled={done.disabled} onClick={done.onPress}>
                {done.label ?? t('done')}
              </Button>
            </div>
          )}
        </>
      )}
    </dialog>
  )
}
