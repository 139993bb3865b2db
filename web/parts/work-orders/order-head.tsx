import { ChevronRight, MapPin } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useOrderName } from '../../app/phrases/order-name.ts'
import { Card } from '../../kit/card.tsx'
import { Dotted } from '../../kit/dotted.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { DueChip } from './due-chip.tsx'
import { OrderStatusPill, PriorityPill } from './order-pills.tsx'
import { RoundActs } from './round-acts.tsx'
import { SafetyLine } from './safety-line.tsx'
import type { Order } from './use-orders.ts'
import { WhatIsWrong } from './what-is-wrong.tsx'
import { whereOf } from './where-of.ts'
import styles from './head.module.css'

/** All that somebody on the way to a roof has to know, on the first screen. */
export function OrderHead({ order }: { order: Order }) {
  const nameOf = useOrderName()
  const t = useTranslations('order')
  const orders = useTranslations('orders')
  const format = useFormat()
  const { dueAt, station } = order
  return (
    <Card>
      <div className={styles.head}>
        <span className={styles.pills}>
          <OrderStatusPill status={order.status} />
          <PriorityPill priority={order.priority} />
          <DueChip order={order} />
        </span>
        <h2>{nameOf(order)}</h2>
        <WhereLine order={order} />
        <WhatIsWrong order={order} />
        <p className={styles.quiet}>
          <Dotted
            parts={[
              orders(`type.${order.type}`),
              t('handlerIs', { name: order.handler?.name ?? orders('nobody') }),
              dueAt !== null && t('dueAt', { at: format.instant(dueAt, station.timeZone) }),
            ]}
          />
        </p>
        <RoundActs order={order} />
        <SafetyLine order={order} />
      </div>
    </Card>
  )
}

/** Station, device and part: leads to where the part is marked. */
function WhereLine({ order }: { order: Order }) {
  const t = useTranslations('order')
  const { device, part, to } = whereOf(order)
  return (
    <Go
      to={to}
      title={to.startsWith('/inverter-detail') ? device?.name || device?.sn : undefined}
      className={styles.where}
    >
      <MapPin size={18} aria-hidden />
      <b className={styles.words}>
        <Dotted
          parts={[
            order.station.name,
            device && (device.name || device.sn),
            part && ('mppt' in part ? `MPPT ${part.mppt}` : t('stringNo', { no: part.string })),
          ]}
        />
      </b>
      <ChevronRight size={18} className={styles.chevron} aria-hidden />
    </Go>
  )
}
