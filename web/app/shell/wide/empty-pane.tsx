import { PanelRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { listOf } from './panes.ts'
import styles from './frame.module.css'

/** Beside a list in which nothing is chosen. */
export function EmptyPane({ of }: { of: NonNullable<ReturnType<typeof listOf>> }) {
  const t = useTranslations('wide')
  return (
    <aside className={styles.empty} aria-label={t('choose')}>
      <span className={styles.emptyIcon}>
        <PanelRight size={28} strokeWidth={1.6} aria-hidden />
      </span>
      <p className={styles.emptyTitle}>{t(of)}</p>
      <p className={styles.emptyText}>{t('text')}</p>
    </aside>
  )
}
