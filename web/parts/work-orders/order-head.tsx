import { Clock } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useOrderName } from '../../app/phrases/order-name.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { useNow } from '../../kit/time/now.ts'
import { Tag } from '../states/status-pill.tsx'
import { OrderStatusPill, PriorityPill } from './order-pills.tsx'
import { useDuration } from './use-duration.ts'
import type { Order } from './use-orders.ts'
import styles from './order.module.css'

/** What it is, where it stands, how urgent, who has it. */
export function OrderHead({ order }: { order: Order }) {
  const nameOf = useOrderName()
  const t = useTranslations('order')
  const orders = useTranslations('orders')
  return (
    <Card>
      <div className={styles.hero}>
        <span className={styles.pills}>
          <OrderStatusPill status={order.status} />
          <PriorityPill priority={order.priority} />
          <Tag>{orders(`type.${order.type}`)}</Tag>
        </span>
        <h2>{nameOf(order)}</h2>
        <p className={styles.number}>
          <span className={styles.quiet}>{t('number')}</span>
          <CopyButton text={order.no} what={t('number')} />
        </p>
        <p className={styles.quiet}>
          {order.station.name}
          {order.device && ` · ${order.device.name || order.device.sn}`}
        </p>
        <p className={styles.quiet}>
          {t('handler')}: <b>{order.handler?.name ?? orders('nobody')}</b>
        </p>
        <Due order={order} />
      </div>
    </Card>
  )
}

/** While nobody works at it: when it is due. The countdown says the rest. */
function Due({ order }: { order: Order }) {
  const t = useTranslations('order')
  const orders = useTranslations('orders')
  const format = useFormat()
  const duration = useDuration()
  const now = useNow()
  if (order.dueAt === null || order.countdownEndAt !== null) return null
  const late = now > order.dueAt
  return (
    <p className={late ? styles.lateText : styles.quiet}>
      {late && <Clock size={14} aria-hidden />}
      {t('dueAt', { at: format.instant(order.dueAt, order.station.timeZone) })} ·{' '}
      {orders(late ? 'overdueBy' : 'dueIn', { time: duration(Math.abs(order.dueAt - now)) })}
    </p>
  )
}
