import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { classes } from '../../kit/classes.ts'
import { statusTone, type Status } from '../states/status-pill.tsx'
import styles from './control.module.css'
import type { Command } from './control-queries.ts'

type Step = Command['steps'][number]['step']
const tones: Partial<Record<Step, Status>> = {
  verified: 'producing',
  read: 'producing',
  contradicted: 'curtailed',
  unverified: 'curtailed',
  rejected: 'fault',
  expired: 'fault',
  cancelled: 'fault',
}

/** Every step of a command with its time, to the second. */
export function Steps({ command, timeZone }: { command: Pick<Command, 'steps'>; timeZone: string }) {
  const t = useTranslations('control')
  const format = useFormat()
  const seconds = new Intl.DateTimeFormat('en-GB', { timeZone, second: '2-digit' })
  return (
    <ol aria-label={t('steps')}>
      {command.steps.map(({ step, at }) => (
        <li key={step} className={classes(styles.step, statusTone(tones[step] ?? 'standby'))}>
          <span>{t(`step.${step}`)}</span>
          <time dateTime={new Date(at).toISOString()}>
            {format.clock(at, timeZone)}:{seconds.format(at).padStart(2, '0')}
          </time>
        </li>
      ))}
    </ol>
  )
}
