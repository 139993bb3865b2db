import { CloudOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { useLostSince, useNow } from '../../kit/time/now.ts'
import { held } from '../../kit/navigation/held.ts'
import { setOfflineLine } from './offline-line.ts'
import styles from './notice.module.css'

const watch = (watcher: () => void): (() => void) => {
  window.addEventListener('online', watcher)
  window.addEventListener('offline', watcher)
  const leave = held.watch(watcher)
  return () => {
    leave()
    window.removeEventListener('online', watcher)
    window.removeEventListener('offline', watcher)
  }
}

/** Says that what is shown may be old. */
export function OfflineBar() {
  const t = useTranslations('shell')
  const online = useSyncExternalStore(watch, () => held.by()?.online() ?? navigator.onLine)
  const lostSince = useLostSince()
  if (online && lostSince === null) return null
  return (
    <output ref={setOfflineLine} className={styles.bar}>
      <CloudOff size={16} aria-hidden />
      {lostSince === null ? t('offline') : <Lost since={lostSince} />}
    </output>
  )
}

function Lost({ since }: { since: number }) {
  const t = useTranslations('shell')
  const format = useFormat()
  const now = useNow()
  return <span>{t('lost', { age: format.age(since, now) })}</span>
}
