import { CloudOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import styles from './notice.module.css'

const watch = (watcher: () => void): (() => void) => {
  window.addEventListener('online', watcher)
  window.addEventListener('offline', watcher)
  return () => {
    window.removeEventListener('online', watcher)
    window.removeEventListener('offline', watcher)
  }
}

/** Says that what is shown may be old. */
export function OfflineBar() {
  const t = useTranslations('shell')
  const online = useSyncExternalStore(watch, () => navigator.onLine)
  if (online) return null
  return (
    <output className={styles.bar}>
      <CloudOff size={16} aria-hidden />
      {t('offline')}
    </output>
  )
}
