import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { classes } from '../../kit/classes.ts'
import { statusTone, type Status } from '../states/status-pill.tsx'
import { useNow } from '../../kit/time/now.ts'
import { countEnds } from './limit-groups.ts'
import { useLimitWords } from './limit-words.ts'
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

function Moment({ at, timeZone }: { at: number; timeZone: string }) {
  const format = useFormat()
  const seconds = new Intl.DateTimeFormat('en-GB', { timeZone, second: '2-digit' })
  return (
    <time dateTime={new Date(at).toISOString()}>
      {format.clock(at, timeZone)}:{seconds.format(at).padStart(2, '0')}
    </time>
  )
}

/** Every step of a command with its time, to the second; of a limit what ended it. */
export function Steps({ command, timeZone }: { command: Pick<Command, 'steps' | 'ends'>; timeZone: string }) {
  const t = useTranslations('control')
  const ofLimits = useTranslations('limits')
  const limits = useLimitWords(timeZone)
  const now = useNow()
  const ended = countEnds(command.ends).flatMap((end) =>
    end.limit.endedAt === null ? [] : [{ ...end, at: end.limit.endedAt }],
  )
  return (
    <ol aria-label={t('steps')}>
      {command.steps.map(({ step, at }) => (
        <li key={step} className={classes(styles.step, statusTone(tones[step] ?? 'standby'))}>
          <span>{t(`step.${step}`)}</span>
          <Moment at={at} timeZone={timeZone} />
        </li>
      ))}
      {ended.map(({ limit, count, at }) => (
        <li key={`${limit.endedBy} ${at}`} className={classes(styles.step, statusTone('standby'))}>
          <span>
            {ended.length === 1
              ? limits.end(limit, now)
              : ofLimits('endCount', { end: limits.end(limit, now), count: String(count) })}
          </span>
          <Moment at={at} timeZone={timeZone} />
        </li>
      ))}
    </ol>
  )
}
