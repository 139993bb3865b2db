import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { rolePermissions } from '#domain/accounts/permissions.ts'
import { askedNumbers, type AskedNo } from '#domain/work-orders/flow-table.ts'
import { orderStatuses, type OrderStatus } from '#domain/work-orders/order-states.ts'
import type { NewAct } from '#web/app/outbox/queued-act.ts'
import { withAct } from '#web/app/outbox/queued-act.ts'
import { asQueued } from '#web/parts/work-orders/queued/as-queued.ts'
import { type Caller, testApp } from '../app.ts'
import { act, answersOf, makeOrder, type OrderAction, stationFor } from '../factories/work-orders.ts'

const app = await testApp()
const chief = await app.asRole('installer')
const worker = await app.asRole('maintainer')
const stationId = await stationFor(app, chief)

type Order = Parameters<typeof asQueued>[0]

const read = async (caller: Caller, id: string): Promise<Order> =>
  ((await caller.request(`GET /api/orders/${id}`)).body as { order: Order }).order

const report = async (): Promise<OrderAction> => ({
  no: 5,
  report: 'Mended',
  checklist: await answersOf(worker, 'repair'),
})
const take = async (caller: Caller, id: string, action: OrderAction): Promise<void> => {
  const reply = await act(caller, await read(caller, id), action)
  if (reply.status !== 200) throw new Error(`action ${action.no} answered ${reply.status} ${reply.text}`)
}

/** A new order that the worker had in hand before, so that its times are there to be kept or taken away. */
const orderIn = async (status: OrderStatus): Promise<string> => {
  const { id, no } = await makeOrder(chief, stationId)
  const given = { no: 1 as const, handlerId: worker.accountId }
  for (const action of [given, { no: 2 as const }, { no: 4 as const }]) {
    await take(action.no === 1 ? chief : worker, id, action)
    app.advance(60_000)
  }
  if (status === 'invalid') await take(chief, id, { no: 16, reason: 'Made twice', confirmation: no })
  const open = orderStatuses.indexOf(status)
  if (open < 3) await take(worker, id, { no: 6, reason: 'No ladder' })
  if (open === 1 || open === 2) await take(chief, id, given)
  if (open === 2) await take(worker, id, { no: 2 })
  if (status === 'audit' || status === 'completed') await take(worker, id, await report())
  if (status === 'completed') await take(chief, id, { no: 10 })
  app.advance(60_000)
  return id
}

/** A sound body for each action; one for each way that a failed review can go. */
const bodiesOf = async (no: AskedNo, order: Order): Promise<OrderAction[]> => {
  if (no === 1 || no === 14) return [{ no, handlerId: no === 1 ? worker.accountId : chief.accountId }]
  if (no === 3 || no === 6) return [{ no, reason: 'No ladder' }]
  if (no === 5) return [await report()]
  if (no === 11) return ([12, 13] as const).map((next) => ({ no, remark: 'The photo is dark', next }))
  return [no === 16 ? { no, reason: 'Made twice', confirmation: order.no } : { no }]
}

const fieldsOf = (order: Order) => ({
  status: order.status,
  handlerId: order.handler?.id ?? null,
  startedAt: order.startedAt,
  actualStartAt: order.actualStartAt,
  actualEndAt: order.actualEndAt,
  closedAt: order.closedAt,
  dueAt: order.dueAt,
  countdownEndAt: order.countdownEndAt,
  report: order.report?.text ?? null,
  actions: order.actions.map(({ name }) => name),
})

describe('an action on the phone and on the server', () => {
  it.each(orderStatuses)(
    'leads to the same order from %s: status, handler, times and what is open',
    async (status) => {
      let compared = 0
      for (const caller of [chief, worker]) {
        const permissions = rolePermissions[caller === chief ? 'installer' : 'maintainer']
        const me = { id: caller.accountId, name: 'Me', permissions }
        const offered = (await read(caller, await orderIn(status))).actions.map(({ no }) => no)
        for (const no of askedNumbers.filter((one) => offered.includes(one)))
          for (const way of no === 11 ? [0, 1] : [0]) {
            const before = await read(caller, await orderIn(status))
            const body = (await bodiesOf(no, before))[way] ?? { no }
            const call: NewAct['call'] = {
              route: 'POST /api/orders/{orderId}/actions',
              params: { orderId: before.id },
              body,
              ifMatch: before.version,
            }
            const rest = { subject: before.id, title: '', seen: null, files: [], drafts: [], restore: null }
            const waiting = withAct([], { id: randomUUID(), call, at: app.now(), ...rest })
            const onPhone = asQueued(before, waiting, me)
            await take(caller, before.id, body)
            expect([no, way, fieldsOf(onPhone)]).toEqual([no, way, fieldsOf(await read(caller, before.id))])
            compared += 1
          }
      }
      // Nothing leads out of what is over.
      expect(compared > 0).toBe(status !== 'completed' && status !== 'invalid')
    },
  )
})
