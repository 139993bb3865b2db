import { useTranslations } from 'use-intl'
import type { OrderPriority, OrderStatus } from '#domain/work-orders/order-states.ts'
import { classes } from '../../kit/classes.ts'
import { priorityMarks } from '../states/marks.ts'
import pill from '../states/status-pill.module.css'

const statuses: Readonly<Record<OrderStatus, string | undefined>> = {
  dispatching: pill.unknown,
  receiving: pill.prompt,
  pending: pill.standby,
  in_progress: pill.curtailed,
  audit: pill.prompt,
  completed: pill.producing,
  invalid: pill.offline,
}
const priorities: Readonly<Record<OrderPriority, string | undefined>> = {
  most_urgent: pill.veryUrgent,
  high: pill.emergent,
  middle: pill.offline,
  low: pill.offline,
}

/** Where an order stands: a word in a pill. */
export function OrderStatusPill({ status }: { status: OrderStatus }) {
  const t = useTranslations('orders.status')
  return <span className={classes(pill.pill, statuses[status])}>{t(status)}</span>
}

/** The class that gives `--ink` and `--soft` of a status to something drawn by hand. */
export const orderTone = (status: OrderStatus): string | undefined => statuses[status]

/** `brief`: what presses nobody is left out; a mark alone says nothing. */
export function PriorityPill({ priority, brief = false }: { priority: OrderPriority; brief?: boolean }) {
  const t = useTranslations('orders')
  const Icon = priorityMarks[priority]
  if (brief && priority !== 'most_urgent' && priority !== 'high') return null
  return (
    <span
      className={classes(pill.pill, priorities[priority])}
      title={t(`priority.${priority}`)}
      aria-label={`${t('priorityLabel')}: ${t(`priority.${priority}`)}`}
    >
      <Icon size={12} strokeWidth={2.4} aria-hidden />
      {t(`priority.${priority}`)}
    </span>
  )
}
