import { useTranslations } from 'use-intl'
import { canBeOrdered } from '#domain/work-orders/subjects.ts'
import { useAllowed } from '../../app/session/allowed.tsx'
import { useData } from '../../app/data/query.ts'
import { pathTo } from '../../paths.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Rows } from '../../kit/row.tsx'
import type { AlarmDetail } from '../alarms/use-alarms.ts'
import { OrderLine } from './order-line.tsx'

type Detail = AlarmDetail['alarm']

export const useOrdersOfAlarm = ({ id }: Detail) => {
  const sees = useAllowed('om:order:view')
  return useData('GET /api/orders', { query: { alarmId: id, limit: 10 } }, { enabled: sees })
}

/** The orders that this alarm is or was part of. */
export function OrdersOfAlarm({ alarm }: { alarm: Detail }) {
  const t = useTranslations('alarms')
  const orders = useTranslations('orders')
  const { data } = useOrdersOfAlarm(alarm)
  if (!data || data.orders.length === 0) return null
  return (
    <Card flush title={t('inOrder')}>
      <Rows>
        {data.orders.map((order) => (
          <OrderLine key={order.id} order={order} value={orders(`status.${order.status}`)} />
        ))}
      </Rows>
    </Card>
  )
}

/** Makes an order of it; of an inverter's own alarm, which cannot become one, a repair order for its station. */
export function MakeOrder({ alarm }: { alarm: Detail }) {
  const t = useTranslations('alarms')
  const may = useAllowed('om:order:create')
  if (!may || alarm.status === 'closed') return null
  if (!canBeOrdered(alarm.device.kind, alarm.code))
    return (
      <ButtonLink
        to={pathTo('add-work-order', { stationId: alarm.station.id, type: 'repair', about: alarm.id })}
      >
        {t('repairOrder')}
      </ButtonLink>
    )
  if (alarm.status !== 'unsolved') return null
  return <ButtonLink to={pathTo('add-work-order', { alarms: alarm.id })}>{t('makeOrder')}</ButtonLink>
}
