import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { useNow } from '../../kit/time/now.ts'
import { classes } from '../../kit/classes.ts'
import { staleMs, type Attention } from './use-attention.ts'
import styles from './om.module.css'

const b = (number: ReactNode): ReactNode => <b>{number}</b>

/** How many devices, at how many stations, and when that was true. */
export function Summary({ attention, checkedAt }: { attention: Attention; checkedAt: number }) {
  const t = useTranslations('om')
  const format = useFormat()
  const ui = useTranslations('ui')
  const now = useNow()
  const old = now - checkedAt > staleMs
  const stations = new Set(attention.devices.map(({ stationId }) => stationId)).size
  return (
    <div className={styles.summary}>
      <p className={styles.count}>{t.rich('count', { count: attention.total, b })}</p>
      <p className={classes(styles.quiet, old && styles.oldText)}>
        {old && <Clock size={13} aria-hidden />}
        {attention.total === attention.devices.length && `${t('stations', { count: stations })} · `}
        {t('checked', { age: format.age(checkedAt, now) })}
        {old && <span className="sr-only">, {ui('stale')}</span>}
      </p>
    </div>
  )
}
