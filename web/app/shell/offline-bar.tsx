import { CloudOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { useLostSince, useNow } from '../../kit/time/now.ts'
import { useNetwork } from '../data/network.ts'
import { setOfflineLine } from './offline-line.ts'
import styles from './notice.module.css'

/** Says that what is shown may be old. */
export function OfflineBar() {
  const t = useTranslations('shell')
  const online = useNetwork()
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
