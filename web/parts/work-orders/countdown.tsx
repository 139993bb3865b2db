import { Clock, Timer } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { classes } from '../../kit/classes.ts'
import { useSecond } from '../../kit/time/now.ts'
import { clockOf } from './clock-of.ts'
import { useDuration } from './use-duration.ts'
import type { Order } from './use-orders.ts'
import styles from './order.module.css'

/** What is left until an order that somebody works at is due, running down by the second; then beyond it. */
export function Countdown({ order }: { order: Order }) {
  const t = useTranslations('order')
  const orders = useTranslations('orders')
  const format = useFormat()
  const duration = useDuration()
  const now = useSecond()
  const { countdownEndAt, plannedEndAt, plannedMinutes, startedAt } = order
  if (countdownEndAt === null || startedAt === null) return null
  const left = countdownEndAt - now
  const late = left < 0
  const { days, clock } = clockOf(left)
  const share = Math.min(1, Math.max(0, (now - startedAt) / Math.max(1, countdownEndAt - startedAt)))
  return (
    <Card>
      <div className={classes(styles.countdown, late && styles.late)}>
        <p className={styles.countdownLabel}>
          {late ? <Clock size={16} aria-hidden /> : <Timer size={16} aria-hidden />}
          {t(late ? 'timeOver' : 'timeLeft')}
        </p>
        <p className={styles.clock} role="timer" aria-live="off">
          {days > 0 && <small>{orders('wholeDays', { days: String(days) })}</small>}
          {late && '+'}
          {clock}
        </p>
        <div className={styles.track} aria-hidden>
          <div style={{ inlineSize: `${share * 100}%` }} />
        </div>
        <p className={styles.quiet}>
          {t('dueAt', { at: format.instant(countdownEndAt, order.station.timeZone) })} ·{' '}
          {countdownEndAt === plannedEndAt
            ? t('plannedEnd')
            : t('countdownOf', { time: duration(plannedMinutes * 60_000) })}
        </p>
      </div>
    </Card>
  )
}
