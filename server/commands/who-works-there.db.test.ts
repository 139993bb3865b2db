import { describe, expect, it } from 'vitest'
import { makeDevice } from '#tests/factories/devices.ts'
import { act, makeOrder, type NewOrder, orderOf, type OrderSeen } from '#tests/factories/work-orders.ts'
import { ask, controlApp, errorOf, type Preview } from '#tests/control-app.ts'
import { whoWorksThere } from './who-works-there.ts'

const { app, makeSite } = await controlApp()
const { db } = app
const installer = await app.asRole('installer')
const worker = await app.asRole('maintainer')

/** An order that the worker has begun. */
const begin = async (stationId: string, given: Partial<NewOrder> = {}): Promise<OrderSeen> => {
  let order = await makeOrder(installer, stationId, given)
  order = orderOf(await act(installer, order, { no: 1, handlerId: worker.accountId }))
  order = orderOf(await act(worker, order, { no: 2 }))
  return orderOf(await act(worker, order, { no: 4 }))
}

describe('C9: who works there', () => {
  it('C9: an order in progress holds up what is on the same string, and the rest of the station too', async () => {
    const site = await makeSite(2)
    const [first, second] = site.parts
    const other = await makeDevice(db, app.now(), site.stationId, 'inverter', { gatewayId: site.gateway.id })
    const seen = async (ids: string[], by = installer.accountId) =>
      (await whoWorksThere(db, site.stationId, ids, by)).map(({ kind, person }) => [kind, person.id])
    const waits = await makeOrder(installer, site.stationId, { deviceId: first?.id ?? '' })
    expect(await seen([first?.id ?? ''])).toEqual([])
    expect(waits.status).toBe('dispatching')
    const order = await begin(site.stationId, { deviceId: first?.id ?? '' })
    expect(order.status).toBe('in_progress')
    for (const { id } of [first, second, site.inverter, site.gateway].flatMap((one) => one ?? []))
      expect([id, await seen([id])]).toEqual([id, [['order', worker.accountId]]])
    expect(await seen([other.id])).toEqual([['checked_in', worker.accountId]])
    expect(await seen([first?.id ?? ''], worker.accountId)).toEqual([])
  })

  it('C9: with the name in the answer, until the order is no longer in progress', async () => {
    const site = await makeSite(1)
    const order = await begin(site.stationId)
    const reply = await ask(installer, site, [site.inverter.id], site.inverter.sn)
    const work = [
      {
        kind: 'order',
        orderId: order.id,
        title: expect.stringContaining(order.no),
        person: { id: worker.accountId },
      },
    ]
    expect(errorOf(reply)).toMatchObject({ code: 'people_at_work', current: { work } })
    const preview = await installer.request(`POST /api/stations/${site.stationId}/control/preview`, {
      body: { act: { op: 'restart' }, deviceIds: [site.inverter.id] },
    })
    expect((preview.body as Preview).work).toMatchObject([{ id: order.id, since: app.now() }])
    await act(worker, order, { no: 6, reason: 'Rain' })
    expect((await ask(installer, site, [site.inverter.id], site.inverter.sn)).status).toBe(201)
  })

  it('C9: one who works there alone may switch what they work at', async () => {
    const site = await makeSite(1)
    const hand = await app.newCaller('installer')
    let order = await makeOrder(installer, site.stationId)
    order = orderOf(await act(installer, order, { no: 1, handlerId: hand.accountId }))
    order = orderOf(await act(hand, order, { no: 2 }))
    await act(hand, order, { no: 4 })
    expect(errorOf(await ask(installer, site, [site.inverter.id], site.inverter.sn)).code).toBe(
      'people_at_work',
    )
    expect((await ask(hand, site, [site.inverter.id], site.inverter.sn)).status).toBe(201)
  })
})
