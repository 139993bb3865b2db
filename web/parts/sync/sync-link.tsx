import { useTranslations } from 'use-intl'
import { usePerson } from '../../app/session/session.ts'
import { syncCentre } from '../../app/outbox/sync-centre.ts'
import { useQueue } from '../../app/outbox/queue.ts'
import styles from '../../app/shell/notice.module.css'

/** Stands in the line that says there is no network: how much waits, and where to look. */
export function SyncLink() {
  const t = useTranslations('sync')
  const person = usePerson()
  const { acts } = useQueue(person?.id ?? null)
  if (!person) return null
  return (
    <button type="button" className={styles.press} onClick={syncCentre.open}>
      {acts.length > 0 ? t('count', { count: acts.length }) : t('title')}
    </button>
  )
}
