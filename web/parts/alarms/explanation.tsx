import { ShieldAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { classes } from '../../kit/classes.ts'
import { statusTone } from '../states/status-pill.tsx'
import type { AlarmDetail } from './use-alarms.ts'
import styles from './alarms.module.css'

/** Cause, what has to be so before anybody works at it, and what to do in which order. */
export function Explanation({ alarm }: { alarm: AlarmDetail['alarm'] }) {
  const t = useTranslations('alarms')
  const format = useFormat()
  const { cause, safety, steps } = alarm.explanation[format.language]
  return (
    <Card title={t('cause')}>
      <p className={styles.text}>{cause}</p>
      <div className={classes(styles.safety, statusTone('curtailed'))}>
        <ShieldAlert size={18} aria-hidden />
        <p>
          <b>{t('safety')}</b>
          {safety}
        </p>
      </div>
      <h3 className={styles.sub}>{t('steps')}</h3>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>
            <span>{step}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
