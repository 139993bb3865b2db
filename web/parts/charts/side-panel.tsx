import { X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '../../kit/classes.ts'
import { IconButton } from '../../kit/page.tsx'
import styles from './panel.module.css'

type SidePanelProps = {
  title: string
  note?: string | undefined
  wide?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog that lies in the turned content and turns with it; a native one stands in the top layer, which nothing
 * turns. The page makes everything else inert while it is open.
 */
export function SidePanel({ title, note, wide = false, onClose, children }: SidePanelProps) {
  const t = useTranslations('ui')
  const titleId = useId()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus()
    return () => {
      if (before instanceof HTMLElement) requestAnimationFrame(() => before.focus())
    }
  }, [])
  useEffect(() => {
    const keyed = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose()
    }
    document.addEventListener('keydown', keyed)
    return () => document.removeEventListener('keydown', keyed)
  }, [onClose])
  return (
    <div className={classes(styles.over, wide && styles.wide)}>
      <div
        ref={panel}
        className={styles.panel}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
      >
        <header className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <IconButton label={t('close')} onClick={onClose}>
            <X size={20} aria-hidden />
          </IconButton>
        </header>
        {note && (
          <p className={styles.note} role="status">
            {note}
          </p>
        )}
        <div className={styles.body}>{children}</div>
      </div>
      <button type="button" className={styles.scrim} tabIndex={-1} aria-hidden onClick={onClose} />
    </div>
  )
}
