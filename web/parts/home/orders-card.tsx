import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../app/session/allowed.tsx'
import { useData } from '../../app/data/query.ts'
import { pathTo } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import styles from './home.module.css'

const lists = ['accept', 'do', 'review', 'created'] as const
const others = ['review', 'created'] as const

type OrdersCardProps = {
  /** What I have to do and to accept stands above already. */
  without?: 'work'
}

/** My open orders by what they wait for, where there are any. */
export function OrdersCard({ without }: OrdersCardProps) {
  const t = useTranslations('home')
  const format = useFormat()
  const sees = useAllowed('om:order:view')
  const { data } = useData('GET /api/orders', { query: { status: 'open', limit: 1 } }, { enabled: sees })
  const some = (without ? others : lists).filter((one) => (data?.mine[one] ?? 0) > 0)
  if (!data || some.length === 0) return null
  return (
    <Card
      flush
      title={t(without ? 'ordersAlso' : 'orders')}
      action={
        <Go to={pathTo('my-work-order')} className={styles.all}>
          {t('ordersAll')}
          <ChevronRight size={16} aria-hidden />
        </Go>
      }
    >
      <Rows>
        {some.map((one) => (
          <Row
            key={one}
            label={t(`ordersTo.${one}`)}
            value={format.number(data.mine[one])}
            to={pathTo('my-work-order', { list: one })}
          />
        ))}
      </Rows>
    </Card>
  )
}
