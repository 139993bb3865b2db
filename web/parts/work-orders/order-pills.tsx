import {
  ArrowDown,
  Ban,
  CircleCheck,
  CircleDashed,
  ClipboardCheck,
  Equal,
  Hourglass,
  Inbox,
  OctagonAlert,
  TriangleAlert,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OrderPriority, OrderStatus } from '#domain/work-orders/order-states.ts'
import { classes } from '../../kit/classes.ts'
import pill from '../states/status-pill.module.css'

type Look = { tone: string | undefined; Icon: LucideIcon }

const statuses: Record<OrderStatus, Look> = {
  dispatching: { tone: pill.unknown, Icon: CircleDashed },
  receiving: { tone: pill.prompt, Icon: Inbox },
  pending: { tone: pill.standby, Icon: Hourglass },
  in_progress: { tone: pill.curtailed, Icon: Wrench },
  audit: { tone: pill.prompt, Icon: ClipboardCheck },
  completed: { tone: pill.producing, Icon: CircleCheck },
  invalid: { tone: pill.offline, Icon: Ban },
}
const priorities: Record<OrderPriority, Look> = {
  most_urgent: { tone: pill.veryUrgent, Icon: OctagonAlert },
  high: { tone: pill.emergent, Icon: TriangleAlert },
  middle: { tone: pill.offline, Icon: Equal },
  low: { tone: pill.offline, Icon: ArrowDown },
}

/** Where an order stands: icon and word. */
export function OrderStatusPill({ status }: { status: OrderStatus }) {
  const t = useTranslations('orders.status')
  const { tone, Icon } = statuses[status]
  return (
    <span className={classes(pill.pill, tone)}>
      <Icon size={12} strokeWidth={2.4} aria-hidden />
      {t(status)}
    </span>
  )
}

/** The class that gives `--ink` and `--soft` of a status to something drawn by hand, and its icon. */
export const orderLook = (status: OrderStatus): Look => statuses[status]

export function PriorityPill({ priority }: { priority: OrderPriority }) {
  const t = useTranslations('orders')
  const { tone, Icon } = priorities[priority]
  return (
    <span
      className={classes(pill.pill, tone)}
      aria-label={`${t('priorityLabel')}: ${t(`priority.${priority}`)}`}
    >
      <Icon size={12} strokeWidth={2.4} aria-hidden />
      {t(`priority.${priority}`)}
    </span>
  )
}
