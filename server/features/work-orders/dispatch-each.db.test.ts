import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { EACH_MOST } from '#domain/accounts/each.ts'
import { type Caller, testApp } from '#tests/app.ts'
import { makeShare } from '#tests/factories/shares.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { act, makeOrder, orderOf, stationFor } from '#tests/factories/work-orders.ts'

const app = await testApp()
const chief = await app.asRole('installer', 'a')
const worker = await app.newCaller('maintainer', 'a')
const stranger = await app.asRole('installer', 'b')
const guest = await app.newCaller('maintainer', 'b')

type Order = { id: string; version: number }
type Result = { id: string; refused: { code: string; field: string | null } | null }
const dispatch = (orders: readonly Order[], given: object = {}, caller: Caller = chief) =>
  caller.request('POST /api/orders/dispatch-each', {
    body: {
      orders: orders.map(({ id, version }) => ({ orderId: id, version })),
      handlerId: worker.accountId,
      ...given,
    },
  })
const briefly = ({ body }: { body: unknown }) =>
  (body as { results: Result[] }).results.map(({ refused }) => refused?.code ?? 'done')
const stateOf = async (id: string) => {
  const { status, handler } = orderOf(await chief.request(`GET /api/orders/${id}`))
  return [status, handler?.id ?? null]
}

describe('dispatching many orders to one person', () => {
  it('gives them those that wait for somebody, and says of each other why not', async () => {
    const [one, two] = [await stationFor(app, chief), await stationFor(app, chief)]
    const [first, second] = [await makeOrder(chief, one), await makeOrder(chief, two)]
    const held = await makeOrder(chief, one, { handlerId: worker.accountId })
    const made = await makeOrder(chief, one)
    const discarded = orderOf(await act(chief, made, { no: 16, reason: 'Made twice', confirmation: made.no }))
    const foreign = await makeOrder(stranger, await stationFor(app, stranger))
    const stale = { ...(await makeOrder(chief, one)), version: 99 }
    const orders = [first, held, discarded, foreign, stale, { id: randomUUID(), version: 1 }, second]
    const expected = ['done', 'wrong_state', 'order_over', 'not_found', 'version_stale', 'not_found', 'done']
    const ahead = await dispatch(orders, { preview: true })
    expect(briefly(ahead)).toEqual(expected)
    expect(await stateOf(first.id)).toEqual(['dispatching', null])
    const before = orderOf(await chief.request(`GET /api/orders/${first.id}`))
    expect(before.version).toBe(first.version)
    const reply = await dispatch(orders, { remark: 'The key is at the gate' })
    expect(reply.text).toBe(ahead.text)
    for (const { id } of [first, second]) expect(await stateOf(id)).toEqual(['receiving', worker.accountId])
    const { flow } = orderOf(await chief.request(`GET /api/orders/${first.id}`))
    expect(flow.some(({ no, text }) => no === 1 && text === 'The key is at the gate')).toBe(true)
  })

  it('is refused at stations that the person, or the caller, has no part in', async () => {
    const shared = await makeStation(app.db, app.now(), app.companies.b)
    await makeShare(app.db, app.now(), { stationId: shared, accountId: chief.accountId })
    const theirs = await makeOrder(stranger, shared)
    expect((await dispatch([theirs])).status).toBe(403)
    const own = await makeOrder(chief, await stationFor(app, chief))
    const reply = await dispatch([own], { handlerId: guest.accountId })
    expect([reply.status, reply.text]).toEqual([404, expect.stringContaining('handlerId')])
    expect(await stateOf(own.id)).toEqual(['dispatching', null])
  })

  it('takes as many as can be given at once', async () => {
    const station = await stationFor(app, chief)
    const orders: Order[] = []
    for (let no = 0; no < EACH_MOST; no += 1) orders.push(await makeOrder(chief, station))
    expect((await dispatch([...orders, { id: randomUUID(), version: 1 }])).text).toContain('too_long')
    expect(new Set(briefly(await dispatch(orders)))).toEqual(new Set(['done']))
    expect(await stateOf(orders.at(-1)?.id ?? '')).toEqual(['receiving', worker.accountId])
  })
})
