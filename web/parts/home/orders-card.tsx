import { useTranslations } from 'use-intl'
import { useAllowed } from '../../app/session/allowed.tsx'
import { useData } from '../../app/data/query.ts'
import { CountRow, MyOrders } from './my-orders.tsx'

const lists = ['accept', 'do', 'review', 'created'] as const
const others = ['review', 'created'] as const

type OrdersCardProps = {
  /** What I have to do and to accept stands above already. */
  without?: 'work'
}

/** My open orders by what they wait for, where there are any. */
export function OrdersCard({ without }: OrdersCardProps) {
  const t = useTranslations('home')
  const sees = useAllowed('om:order:view')
  const { data } = useData('GET /api/orders', { query: { status: 'open', limit: 1 } }, { enabled: sees })
  const some = (without ? others : lists).filter((one) => (data?.mine[one] ?? 0) > 0)
  if (!data || some.length === 0) return null
  return (
    <MyOrders title={t(without ? 'ordersAlso' : 'orders')}>
      {some.map((one) => (
        <CountRow key={one} list={one} count={data.mine[one]} />
      ))}
    </MyOrders>
  )
}
