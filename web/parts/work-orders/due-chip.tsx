import { Clock, Timer } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useNow, useSecond } from '../../kit/time/now.ts'
import { classes } from '../../kit/classes.ts'
import pill from '../states/status-pill.module.css'
import { clockOf } from './clock-of.ts'
import { useDuration } from './use-duration.ts'
import type { Order } from './use-orders.ts'

type DueProps = { order: Pick<Order, 'dueAt' | 'countdownEndAt'> }

/** What is left until an order is due, by the one deadline that lists say too: by the second while somebody works at it. */
export function DueChip({ order }: DueProps) {
  if (order.dueAt === null) return null
  return order.countdownEndAt === null ? <Waits dueAt={order.dueAt} /> : <Runs dueAt={order.dueAt} />
}

function Waits({ dueAt }: { dueAt: number }) {
  const duration = useDuration()
  const left = dueAt - useNow()
  return <Chip left={left} time={duration(Math.abs(left))} />
}

function Runs({ dueAt }: { dueAt: number }) {
  const t = useTranslations('orders')
  const left = dueAt - useSecond()
  const { days, clock } = clockOf(left)
  const time = days > 0 ? `${t('wholeDays', { days: String(days) })} ${clock}` : clock
  return <Chip left={left} time={time} running />
}

function Chip({ left, time, running = false }: { left: number; time: string; running?: boolean }) {
  const t = useTranslations('orders')
  const late = left < 0
  const Icon = late ? Clock : Timer
  return (
    <span
      className={classes(pill.pill, late ? pill.fault : pill.offline)}
      {...(running && { role: 'timer', 'aria-live': 'off' as const })}
    >
      <Icon size={12} strokeWidth={2.4} aria-hidden />
      {t(late ? 'overdueBy' : 'dueIn', { time })}
    </span>
  )
}
