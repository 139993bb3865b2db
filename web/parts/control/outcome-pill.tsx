import { CircleAlert, CircleCheck, CircleX, LoaderCircle, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { classes } from '../../kit/classes.ts'
import { statusTone, type Status } from '../states/status-pill.tsx'
import type { Outcome } from './control-queries.ts'
import styles from './control.module.css'

const looks: Record<Outcome, { tone: Status; Icon: LucideIcon }> = {
  success: { tone: 'producing', Icon: CircleCheck },
  fail: { tone: 'fault', Icon: CircleX },
  abnormal: { tone: 'curtailed', Icon: CircleAlert },
  in_progress: { tone: 'standby', Icon: LoaderCircle },
}
export const outcomes = ['success', 'abnormal', 'fail', 'in_progress'] as const

/** One of the four words, with its icon. null = nothing was sent. */
export function OutcomePill({ outcome }: { outcome: Outcome | null }) {
  const t = useTranslations('control')
  if (outcome === null)
    return <span className={classes(styles.pill, statusTone('offline'))}>{t('notSent')}</span>
  const { tone, Icon } = looks[outcome]
  return (
    <span className={classes(styles.pill, statusTone(tone))}>
      <Icon
        size={13}
        strokeWidth={2.4}
        className={outcome === 'in_progress' ? styles.turning : undefined}
        aria-hidden
      />
      {t(`outcome.${outcome}`)}
    </span>
  )
}

export const outcomeTone = (outcome: Outcome): string => statusTone(looks[outcome].tone)
