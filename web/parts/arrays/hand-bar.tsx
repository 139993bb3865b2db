import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../kit/page.tsx'
import styles from './arrays.module.css'

type HandBarProps = {
  title: string
  text: string
  /** What to do with it. */
  hint?: string
  icon?: ReactNode
  children?: ReactNode
  onDone: () => void
}

/** What is in the hand and what can be done with it; stands above the lower edge while the page scrolls. */
export function HandBar({ title, text, hint, icon, children, onDone }: HandBarProps) {
  const t = useTranslations('arrays.tray')
  return (
    <section className={styles.bar} aria-label={title}>
      <div className={styles.barHead}>
        {icon}
        <div className={styles.barText} role="status">
          <b>{title}</b>
          <span>{text}</span>
          {hint && <span>{hint}</span>}
        </div>
        <IconButton label={t('unpick')} onClick={onDone}>
          <X size={20} aria-hidden />
        </IconButton>
      </div>
      {children && <div className={styles.barButtons}>{children}</div>}
    </section>
  )
}
