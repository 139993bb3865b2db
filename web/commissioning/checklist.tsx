import { Check as Tick, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { classes } from '../ui/classes.ts'
import { CheckAdvice } from './check-advice.tsx'
import type { Check, GatewayChecks } from './commissioning-queries.ts'
import styles from './commissioning.module.css'
import { useCheckText } from './use-check-text.ts'

type ChecklistProps = {
  gateway: GatewayChecks
  timeZone: string
  busy: boolean
  onScan: () => void
  onActivate: () => void
}

/** The checks under each other in the order in which they clear, each with what is known now and what helps. */
export function Checklist({ gateway, timeZone, ...acts }: ChecklistProps) {
  const t = useTranslations('commissioning')
  const say = useCheckText(gateway.activation, timeZone)
  return (
    <ol className={styles.checks} aria-label={t('list')}>
      {gateway.checks.map((check) => (
        <li key={check.key} className={classes(styles.check, styles[check.state])}>
          <Mark state={check.state} />
          <div className={styles.checkText}>
            <span className={styles.checkName}>
              {t(`check.${check.key}`)}
              <span className="sr-only">: {t(`checkState.${check.state}`)}</span>
            </span>
            <span className={styles.checkSaid}>{say(check)}</span>
            <CheckAdvice check={check} gateway={gateway} {...acts} />
          </div>
        </li>
      ))}
    </ol>
  )
}

function Mark({ state }: { state: Check['state'] }) {
  return (
    <span className={styles.mark} aria-hidden>
      {state === 'done' && <Tick size={16} strokeWidth={3} />}
      {state === 'problem' && <TriangleAlert size={15} strokeWidth={2.4} />}
      {state === 'waiting' && <span className={styles.pulse} />}
    </span>
  )
}
