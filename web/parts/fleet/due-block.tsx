import { useTranslations } from 'use-intl'
import type { Answer } from '../../app/data/call-types.ts'
import { useData } from '../../app/data/query.ts'
import { useAllowed } from '../../app/session/allowed.tsx'
import { useOrderName } from '../../app/phrases/order-name.ts'
import { pathTo } from '../../paths.ts'
import { DuePill } from '../work-orders/due-pill.tsx'
import { Dotted } from '../../kit/dotted.tsx'
import { Block, Line, renewMs } from './block.tsx'
import styles from './fleet.module.css'

type Order = Answer<'GET /api/orders/due'>['next'][number]

/** Orders by the clock: those overdue, the longest first, then those that are due next. */
export function DueBlock({ rows }: { rows: number }) {
  const t = useTranslations('board')
  const orders = useTranslations('orders')
  const nameOf = useOrderName()
  const sees = useAllowed('om:order:view')
  const found = useData(
    'GET /api/orders/due',
    { query: { limit: rows } },
    { enabled: sees, refetchInterval: renewMs },
  )
  if (!sees) return null
  const { overdue = [], next = [], counts } = found.data ?? {}
  // Half of the place is for what can still be kept.
  const late = overdue.slice(0, Math.max(Math.ceil(rows / 2), rows - next.length))
  const shown: Order[] = [...late, ...next].slice(0, rows)
  return (
    <Block
      title={t('due')}
      to={pathTo('om-page', { tab: 'orders' })}
      of={found}
      empty={
        shown.length > 0
          ? null
          : counts && counts.open > 0
            ? t('noneTimed', { count: counts.open })
            : t('noOrders')
      }
      head={
        counts &&
        shown.length > 0 && (
          <p className={styles.sum}>
            <span className={counts.overdue > 0 ? styles.late : undefined}>
              {t('overdue', { count: counts.overdue })}
            </span>
            <span>{t('dueSoon', { count: counts.dueSoon })}</span>
          </p>
        )
      }
    >
      {shown.map((order) => (
        <Line
          key={order.id}
          to={pathTo('work-order-detail', { orderId: order.id })}
          goesTo={nameOf(order)}
          label={nameOf(order)}
          hint={<Dotted parts={[order.station.name, order.handler?.name ?? orders('nobody')]} />}
          value={order.dueAt !== null && <DuePill at={order.dueAt} />}
        />
      ))}
    </Block>
  )
}
