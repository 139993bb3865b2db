import { Clock, Timer } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { classes } from '../../kit/classes.ts'
import { useClock } from '../../kit/time/now.ts'
import pill from '../states/status-pill.module.css'
import { useDuration } from './use-duration.ts'

/** What is left until then, or has passed since, by the minute: a screen that stands all day counts no seconds. */
export function DuePill({ at }: { at: number }) {
  const t = useTranslations('orders')
  const duration = useDuration()
  const late = useClock((now) => at < now)
  const time = useClock((now) => duration(Math.abs(at - now), 'rough'))
  const Icon = late ? Clock : Timer
  return (
    <span className={classes(pill.pill, late ? pill.fault : pill.offline)}>
      <Icon size={12} strokeWidth={2.4} aria-hidden />
      {t(late ? 'overdueBy' : 'dueIn', { time })}
    </span>
  )
}
