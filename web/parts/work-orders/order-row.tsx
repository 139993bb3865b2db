import { ChevronRight, Clock } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { PickBox, pickingClass } from '../../app/lists/pick-box.tsx'
import type { Pick } from '../../app/lists/picks.ts'
import { useOrderName } from '../../app/phrases/order-name.ts'
import { pathTo } from '../../paths.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { classes } from '../../kit/classes.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { useNow } from '../../kit/time/now.ts'
import { OrderStatusPill, PriorityPill } from './order-pills.tsx'
import { useDuration } from './use-duration.ts'
import type { OrderRowData } from './use-orders.ts'
import styles from '../alarms/alarms.module.css'

type OrderRowProps = {
  order: OrderRowData
  /** On the page of its own station that need not be said. */
  without?: 'station'
  pick?: Pick | undefined
}

/** An order in a list: what, where, how urgent, who has it and how much time is left. */
export function OrderRow({ order, without, pick }: OrderRowProps) {
  const nameOf = useOrderName()
  const t = useTranslations('orders')
  const device = order.device ?? order.aboutDevice
  const over = order.status === 'completed' || order.status === 'invalid'
  return (
    <li {...(pick && { className: pickingClass, 'data-picking': true })}>
      {pick && <PickBox pick={pick} label={t('selectThis', { no: order.no })} />}
      <Go
        to={pathTo('work-order-detail', { orderId: order.id })}
        title={t('one')}
        data-row
        className={classes(styles.row, over && styles.closed)}
      >
        <span className={styles.main}>
          <span className={styles.head}>
            <OrderStatusPill status={order.status} />
            {!over && <PriorityPill priority={order.priority} brief />}
            <Due order={order} />
          </span>
          <span className={styles.name}>{nameOf(order)}</span>
          <span className={styles.place}>
            <Dotted
              parts={[
                without !== 'station' && order.station.name,
                device ? device.name || device.sn : order.alarms === 0 && t('wholeStation'),
              ]}
            />
          </span>
          <span className={styles.place}>
            <Dotted
              parts={[
                t(`type.${order.type}`),
                order.no,
                order.handler?.name ?? t('nobody'),
                order.alarms > 0 && t('alarms', { count: order.alarms }),
              ]}
            />
          </span>
        </span>
        <ChevronRight size={18} className={styles.chevron} aria-hidden />
      </Go>
    </li>
  )
}

/** Apart, so that the clock draws this alone. Of an order that nothing presses, when it was made. */
function Due({ order: { dueAt, initiatedAt } }: { order: OrderRowData }) {
  const t = useTranslations('orders')
  const format = useFormat()
  const duration = useDuration()
  const now = useNow()
  if (dueAt === null) return <span className={styles.age}>{format.age(initiatedAt, now)}</span>
  const late = now > dueAt
  return (
    <span className={classes(styles.age, late && styles.late)}>
      {late && <Clock size={12} aria-hidden />}
      {t(late ? 'overdueBy' : 'dueIn', { time: duration(Math.abs(dueAt - now), 'rough') })}
    </span>
  )
}
