import { describe, expect, it } from 'vitest'
import { makeDevice } from '#tests/factories/devices.ts'
import { act, makeOrder, type NewOrder, orderOf, type OrderSeen } from '#tests/factories/work-orders.ts'
import { ask, controlApp, errorOf, type Preview } from '#tests/control-app.ts'
import { whoWorksThere } from './who-works-there.ts'

const { app, makeSite } = await controlApp()
const { db } = app
const installer = await app.asRole('installer')
const worker = await app.asRole('maintainer')
const seenBy = (by: string) => async (stationId: string, ids: string[]) =>
  (await whoWorksThere(db, stationId, ids, by, app.now())).map(({ kind, person }) => [kind, person.id])
const seen = seenBy(installer.accountId)

/** An order that the worker has begun. */
const begin = async (stationId: string, given: Partial<NewOrder> = {}): Promise<OrderSeen> => {
  let order = await makeOrder(installer, stationId, given)
  order = orderOf(await act(installer, order, { no: 1, handlerId: worker.accountId }))
  order = orderOf(await act(worker, order, { no: 2 }))
  return orderOf(await act(worker, order, { no: 4 }))
}

describe('C9: who works there', () => {
  it('C9: an order in progress holds up its string, its inverter and its gateway, and leaves the others free', async () => {
    const site = await makeSite(2)
    const [first, second] = site.parts
    const other = await makeDevice(db, app.now(), site.stationId, 'inverter', { gatewayId: site.gateway.id })
    const ofString = async (stringNo: number | null) =>
      makeDevice(db, app.now(), site.stationId, 'shutdown', {
        gatewayId: site.gateway.id,
        parentId: site.inverter.id,
        stringNo,
      })
    const [next, unknown] = [await ofString(2), await ofString(null)]
    const waits = await makeOrder(installer, site.stationId, { deviceId: first?.id ?? '' })
    expect(await seen(site.stationId, [first?.id ?? ''])).toEqual([])
    expect(waits.status).toBe('dispatching')
    const order = await begin(site.stationId, { deviceId: first?.id ?? '' })
    expect(order.status).toBe('in_progress')
    for (const { id } of [first, second, unknown, site.inverter, site.gateway].flatMap((one) => one ?? []))
      expect([id, await seen(site.stationId, [id])]).toEqual([id, [['order', worker.accountId]]])
    for (const { id } of [other, next])
      expect([id, await seen(site.stationId, [id])]).toEqual([id, [['elsewhere', worker.accountId]]])
    expect(await seenBy(worker.accountId)(site.stationId, [first?.id ?? ''])).toEqual([])
    // Another string can be switched; the whole with it cannot.
    expect(errorOf(await ask(installer, site, [next.id, first?.id ?? ''], site.gateway.sn)).code).toBe(
      'people_at_work',
    )
    expect((await ask(installer, site, [next.id], next.sn)).status).toBe(201)
  })

  it('C9: an order about no device, or about one that is gone, holds up the whole station', async () => {
    const site = await makeSite(1)
    const order = await begin(site.stationId)
    for (const { id } of [site.inverter, site.gateway, ...site.parts])
      expect([id, await seen(site.stationId, [id])]).toEqual([id, [['order', worker.accountId]]])
    await act(worker, order, { no: 6, reason: 'Rain' })
    const other = await makeDevice(db, app.now(), site.stationId, 'inverter', { gatewayId: site.gateway.id })
    const gone = await makeDevice(db, app.now(), site.stationId, 'optimizer', {
      gatewayId: site.gateway.id,
      parentId: other.id,
    })
    await begin(site.stationId, { deviceId: gone.id })
    expect(await seen(site.stationId, [site.inverter.id])).toEqual([['elsewhere', worker.accountId]])
    await db
      .updateTable('device')
      .set({ removed_at: new Date(app.now()) })
      .where('id', '=', gone.id)
      .execute()
    expect(await seen(site.stationId, [site.inverter.id])).toEqual([['order', worker.accountId]])
  })

  it('C9: with the name in the answer, until the order is no longer in progress', async () => {
    const site = await makeSite(1)
    const order = await begin(site.stationId)
    const reply = await ask(installer, site, [site.inverter.id], site.inverter.sn)
    const work = [
      {
        kind: 'order',
        id: order.id,
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
