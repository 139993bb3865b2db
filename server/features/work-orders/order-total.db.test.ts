import { expect, it } from 'vitest'
import { orderStatuses } from '#domain/work-orders/order-states.ts'
import { testApp } from '#tests/app.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { makeOrder } from '#tests/factories/work-orders.ts'
import { visibleStations } from '../accounts/scope.ts'
import { stationsInScope } from '../alarms/find-alarms.ts'
import { countOrders, sumUpOrders } from './find-order-counts.ts'

const app = await testApp()
const { db } = app
const administrator = await app.asRole('administrator')
const everybody = visibleStations({ accountId: '', role: 'administrator', companyId: null }, app.now())

/** What who sees all is told, and the sum over the stations one by one. */
const both = async () => {
  const stations = await stationsInScope(db, everybody, undefined)
  return { all: await countOrders(db, null, app.now()), each: await countOrders(db, stations, app.now()) }
}

it('orders of all stations are counted as the sum of those of each, whatever happens to them', async () => {
  const stations: string[] = []
  for (let n = 0; n < 3; n += 1)
    stations.push(await makeStation(db, app.now(), administrator.companyId ?? ''))
  const made: string[] = []
  for (const station of [...stations, ...stations]) made.push((await makeOrder(administrator, station)).id)
  for (const [n, id] of made.entries()) {
    const status = orderStatuses[n % orderStatuses.length]
    const isOver = status === 'completed' || status === 'invalid'
    await db
      .updateTable('work_order')
      .set({
        status,
        closed_at: isOver ? new Date(app.now()) : null,
        handler_id: status === 'dispatching' ? null : administrator.accountId,
      })
      .where('id', '=', id)
      .execute()
    const { all, each } = await both()
    expect(all).toEqual(each)
    expect(Object.values(all).reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(made.length)
  }
  for (const deleted of [new Date(app.now()), null]) {
    await db
      .updateTable('station')
      .set({ deleted_at: deleted })
      .where('id', '=', stations[0] ?? '')
      .execute()
    const { all, each } = await both()
    expect(all).toEqual(each)
  }
  const { all } = await both()
  await sumUpOrders(db)
  expect((await both()).all).toEqual(all)
  const rows = await db.selectFrom('order_total').select('n').execute()
  expect(rows).toHaveLength(Object.entries(all).filter(([name, n]) => name !== 'overdue' && n > 0).length)
})
