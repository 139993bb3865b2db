import { Allowed } from '../../app/session/allowed.tsx'
import { useData } from '../../app/data/query.ts'
import { words } from '../../app/phrases/catalogues.ts'
import { lazyPart } from '../../kit/lazy-part.tsx'

// Most devices have none: their words come with the first.
const OrderRows = lazyPart(async () => {
  const [file] = await Promise.all([import('./order-rows.tsx'), words.need('orders')])
  return file.OrderRows
})

/** The most urgent that are listed; all of them stand on the station's tab of orders. */
const shown = 3

/** The open orders of a device, where there are any. */
export function OpenOrders({ deviceId }: { deviceId: string }) {
  return (
    <Allowed permission="om:order:view">
      <Open deviceId={deviceId} />
    </Allowed>
  )
}

function Open({ deviceId }: { deviceId: string }) {
  const { data } = useData('GET /api/orders', { query: { deviceId, status: 'open', limit: shown } })
  if (!data || data.orders.length === 0) return null
  return <OrderRows orders={data.orders} />
}
