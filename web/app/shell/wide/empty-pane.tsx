import { PanelRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ListRoute } from './panes.ts'
import styles from './frame.module.css'

const words = {
  'station-list': 'stationList',
  'om-page': 'omPage',
  'my-work-order': 'myWorkOrder',
  'device-upgrade': 'deviceUpgrade',
} as const satisfies Record<ListRoute, string>

/** Beside a list in which nothing is chosen. */
export function EmptyPane({ of }: { of: ListRoute }) {
  const t = useTranslations('wide')
  return (
    <aside className={styles.empty} aria-label={t('choose')}>
      <span className={styles.emptyIcon}>
        <PanelRight size={28} strokeWidth={1.6} aria-hidden />
      </span>
      <p className={styles.emptyTitle}>{t(words[of])}</p>
      <p className={styles.emptyText}>{t('text')}</p>
    </aside>
  )
}
