// Longer than other files: every step of the flow is taken on one server with one set of people.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rolePermissions } from '#domain/accounts/permissions.ts'
import { askedNumbers, type AskedNo, flowName } from '#domain/work-orders/flow-table.ts'
import { judgeAction } from '#domain/work-orders/open-actions.ts'
import type { OrderStatus } from '#domain/work-orders/order-states.ts'
import { type Caller, type Reply, testApp } from '../../../tests/app.ts'
import { makeAlarm } from '../../../tests/factories/alarms.ts'
import {
  act,
  answersOf,
  makeOrder,
  makeStringAlarm,
  newOrder,
  type OrderAction,
  orderOf,
  type OrderSeen,
  sendFile,
  stationFor,
} from '../../../tests/factories/work-orders.ts'
import { makeShare } from '../../../tests/factories/shares.ts'
import { factsOf } from './order-store.ts'

const app = await testApp()
const chief = await app.asRole('installer')
const worker = await app.asRole('maintainer')
const other = await app.newCaller('maintainer')
const second = await app.newCaller('installer')
const stationId = await stationFor(app, chief)

const codeOf = (reply: Reply): string =>
  (reply.body as { error?: { code: string } } | null)?.error?.code ?? String(reply.status)
const seen = async (id: string): Promise<OrderSeen> => orderOf(await chief.request(`GET /api/orders/${id}`))
const rowOf = (id: string) =>
  app.db.selectFrom('work_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const alarmOf = (id: string) =>
  app.db.selectFrom('alarm').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Takes an action on the order as it stands; gives the order afterwards. */
const done = async (caller: Caller, id: string, action: OrderAction): Promise<OrderSeen> =>
  orderOf(await act(caller, await seen(id), action))

/** A sound body for any action. */
const bodyOf = async (no: AskedNo, caller: Caller, order: OrderSeen, to: Caller): Promise<OrderAction> => {
  if (no === 1 || no === 14) return { no, handlerId: to.accountId }
  if (no === 3 || no === 6) return { no, reason: 'No ladder' }
  if (no === 5) return { no, report: 'Mended', checklist: await answersOf(caller, 'repair') }
  if (no === 11) return { no, remark: 'The photo is dark', next: 12 }
  return no === 16 ? { no, reason: 'Made twice', confirmation: order.no } : { no }
}

/** Brings a new order to a status by the actions that lead there. */
const orderIn = async (status: OrderStatus, given: Parameters<typeof newOrder>[1] = {}): Promise<string> => {
  const { id, no } = await makeOrder(chief, stationId, given)
  if (status === 'invalid') await done(chief, id, { no: 16, reason: 'Made twice', confirmation: no })
  const path: [OrderStatus, Caller, OrderAction][] = [
    ['receiving', chief, { no: 1, handlerId: worker.accountId }],
    ['pending', worker, { no: 2 }],
    ['in_progress', worker, { no: 4 }],
    ['audit', worker, { no: 5, report: 'Mended' }],
    ['completed', chief, { no: 10 }],
  ]
  const end = path.findIndex(([reached]) => reached === status)
  for (const [, caller, action] of path.slice(0, end + 1)) {
    const checklist = action.no === 5 ? await answersOf(worker, given.type ?? 'repair') : undefined
    await done(caller, id, checklist ? { ...action, checklist } : action)
  }
  expect((await rowOf(id)).status).toBe(status)
  return id
}

describe('an order from begin to end', () => {
  it('is dispatched, rejected, dispatched again, done with photos, failed, continued, passed; its alarm closes', async () => {
    const alarmId = await makeStringAlarm(app, stationId)
    const made = await makeOrder(chief, stationId, {
      type: 'alarm',
      alarms: [{ alarmId, instances: ['1'] }],
      images: [await sendFile(chief, 'order_image')],
    })
    expect(made.no).toMatch(/^WO20260621\d{4}$/)
    expect((await alarmOf(alarmId)).status).toBe('processing')
    const { id } = made
    await done(chief, id, { no: 1, handlerId: worker.accountId })
    await done(worker, id, { no: 3, reason: 'On holiday' })
    await done(chief, id, { no: 1, handlerId: worker.accountId })
    await done(worker, id, { no: 2 })
    await done(worker, id, { no: 4 })
    app.advance(45 * 60_000)
    const report = async (): Promise<OrderAction> => ({
      no: 5,
      report: 'Fuse replaced',
      checklist: await answersOf(worker, 'alarm'),
      images: [await sendFile(worker, 'order_image'), await sendFile(worker, 'order_image')],
    })
    await done(worker, id, await report())
    await done(chief, id, { no: 11, remark: 'Photo of the label is missing', next: 12 })
    expect((await alarmOf(alarmId)).status).toBe('processing')
    await done(worker, id, await report())
    const end = await done(chief, id, { no: 10, remark: 'Well done' })
    expect(end).toMatchObject({ status: 'completed', actions: [], actualDurationMinutes: 45 })
    expect(end.flow.map(({ no }) => no)).toEqual([0, 1, 3, 1, 2, 4, 5, 9, 11, 12, 5, 9, 10, 15])
    expect(end.flow.flatMap(({ no, by }) => (by === null ? [no] : []))).toEqual([9, 9, 15])
    expect(await alarmOf(alarmId)).toMatchObject({
      status: 'closed',
      close_type: 'work_order_closed',
      closed_by: chief.accountId,
    })
  })

  it('is done without a review where none is needed', async () => {
    const id = await orderIn('in_progress', { needsReview: false })
    const end = await done(worker, id, {
      no: 5,
      report: 'Mended',
      checklist: await answersOf(worker, 'repair'),
    })
    expect(end.status).toBe('completed')
    expect(end.flow.slice(-2).map(({ no }) => no)).toEqual([5, 15])
  })

  it('gives its alarms back when it is discarded, and those that are taken out', async () => {
    const [one, two] = [await makeStringAlarm(app, stationId), await makeStringAlarm(app, stationId)]
    const alarms = [one, two].map((alarmId) => ({ alarmId, instances: ['1'] }))
    const made = await makeOrder(chief, stationId, { type: 'alarm', alarms })
    const put = (body: object): Promise<Reply> =>
      chief.request(`PUT /api/orders/${made.id}`, { body, headers: { 'if-match': `"${made.version}"` } })
    expect(codeOf(await put({ alarms: [] }))).toBe('order_content_empty')
    expect(codeOf(await put({ alarms: [{ alarmId: one, instances: [] }] }))).toBe('order_content_empty')
    expect((await put({ alarms: [{ alarmId: one, instances: ['1'] }] })).status).toBe(200)
    expect([(await alarmOf(one)).status, (await alarmOf(two)).status]).toEqual(['processing', 'unsolved'])
    const back = await put({ alarms })
    expect([codeOf(back), back.status]).toEqual(['version_stale', 412])
    await done(chief, made.id, { no: 16, reason: 'Wrong station', confirmation: made.no })
    expect((await alarmOf(one)).status).toBe('unsolved')
    // What was given back can become an order again.
    expect((await makeOrder(chief, stationId, { type: 'alarm', alarms })).status).toBe('dispatching')
  })

  it('tells its handler when an alarm of it ends by itself or is cleared', async () => {
    const alarmId = await makeStringAlarm(app, stationId)
    const { id } = await makeOrder(chief, stationId, {
      type: 'alarm',
      alarms: [{ alarmId, instances: ['1'] }],
      handlerId: worker.accountId,
    })
    await chief.request('POST /api/alarms/clear', { body: { ids: [alarmId], remark: 'Birds' } })
    const { flow } = await seen(id)
    expect(flow.at(-1)).toMatchObject({ note: 'alarm_cleared', text: 'Birds', by: { id: chief.accountId } })
    const notes = await app.db
      .selectFrom('order_flow')
      .select(['note', 'handler_id', 'alarm_id', 'told'])
      .where('order_id', '=', id)
      .where('note', 'is not', null)
      .execute()
    expect(notes).toEqual([
      { note: 'alarm_cleared', handler_id: worker.accountId, alarm_id: alarmId, told: false },
    ])
  })
})

const from = (alarms: string[], station = stationId): Promise<Reply> =>
  chief.request('POST /api/orders', {
    body: newOrder(station, {
      type: 'alarm',
      alarms: alarms.map((alarmId) => ({ alarmId, instances: ['1'] })),
    }),
  })

describe('what is refused', () => {
  it('alarms of two stations, of an inverter itself, and handled ones, with the words of the list', async () => {
    const elsewhere = await stationFor(app, chief)
    const mine = await makeStringAlarm(app, stationId)
    const far = await makeStringAlarm(app, elsewhere)
    expect(codeOf(await from([mine, far]))).toBe('alarms_of_one_station')
    const inverters = (await makeAlarm(app.db, app.now(), stationId)).id
    expect(codeOf(await from([mine, inverters]))).toBe('order_inverter')
    expect((await alarmOf(mine)).status).toBe('unsolved')
    expect((await from([mine])).status).toBe(201)
    expect(codeOf(await from([mine]))).toBe('order_alarm_handled')
    const check = await chief.request(`GET /api/orders/check?alarmIds=${far},${inverters},${mine}`)
    expect(check.body).toMatchObject({ problem: 'alarms_of_one_station' })
    const checked = (check.body as { alarms: { id: string; problem: string | null }[] }).alarms
    expect(Object.fromEntries(checked.map(({ id, problem }) => [id, problem]))).toEqual({
      [far]: null,
      [inverters]: 'order_inverter',
      [mine]: 'order_alarm_handled',
    })
  })
  it('Z1: alarms, pictures and people of another company, whatever they are called', async () => {
    const stranger = await app.asRole('plenary', 'b')
    const strange = await stationFor(app, stranger)
    const alarm = await makeStringAlarm(app, strange)
    expect(codeOf(await from([alarm]))).toBe('not_found')
    expect(codeOf(await chief.request(`GET /api/orders/check?alarmIds=${alarm}`))).toBe('not_found')
    const open = await makeOrder(chief, stationId)
    for (const handlerId of [stranger.accountId, randomUUID()]) {
      expect(codeOf(await act(chief, open, { no: 1, handlerId }))).toBe('not_found')
      const body = newOrder(stationId, { handlerId })
      expect(codeOf(await chief.request('POST /api/orders', { body }))).toBe('not_found')
    }
    expect((await rowOf(open.id)).status).toBe('dispatching')
    const picture = await sendFile(stranger, 'order_image')
    const id = await orderIn('in_progress')
    const checklist = (await answersOf(worker, 'repair')).map((answer) =>
      answer.key === 'signature' ? { ...answer, fileId: picture } : answer,
    )
    const reply = await act(worker, await seen(id), { no: 5, report: 'Mended', checklist })
    expect([codeOf(reply), (await rowOf(id)).status]).toEqual(['not_found', 'in_progress'])
  })
  it('a plan that ends before it begins, and what an action does not tell', async () => {
    const plan = newOrder(stationId, { plannedStartAt: 2_000_000, plannedEndAt: 1_000_000 })
    expect(codeOf(await chief.request('POST /api/orders', { body: plan }))).toBe('planned_times')
    const order = await makeOrder(chief, stationId)
    const missing = await act(chief, order, { no: 16 })
    const fields = (missing.body as { error: { problems: { field: string }[] } }).error.problems
    expect(fields.map(({ field }) => field)).toEqual(['reason', 'confirmation'])
    const wrong = await act(chief, order, { no: 16, reason: 'Twice', confirmation: 'WO1' })
    expect(codeOf(wrong)).toBe('order_number_differs')
    const id = await orderIn('in_progress')
    const report = await act(worker, await seen(id), { no: 5, report: 'Mended' })
    expect(report.text).toContain('checklist.signature')
    expect((await rowOf(id)).status).toBe('in_progress')
  })
})

describe('Z14 and Z15: every step, every status, everybody', () => {
  const people: [string, Caller][] = [
    ['who made it', chief],
    ['who has it', worker],
    ['another maintainer', other],
    ['another dispatcher', second],
  ]
  const statuses: OrderStatus[] = [
    'dispatching',
    'receiving',
    'pending',
    'in_progress',
    'audit',
    'completed',
    'invalid',
  ]
  it.each(statuses)('Z14: of an order that is %s only what the table allows is done', async (status) => {
    let id = await orderIn(status)
    for (const [name, caller] of people)
      for (const no of askedNumbers) {
        const order = await seen(id)
        const before = await rowOf(id)
        const role = caller === chief || caller === second ? 'installer' : 'maintainer'
        const actor = { accountId: caller.accountId, permissions: rolePermissions[role] }
        const verdict = judgeAction(flowName(no), factsOf(before), actor)
        const reply = await act(caller, order, await bodyOf(no, caller, order, other))
        expect([name, no, reply.status === 200]).toEqual([name, no, verdict.ok])
        const after = await rowOf(id)
        // Z15: not done means not done.
        const saved = verdict.ok ? after.version === before.version + 1 : isDeepStrictEqual(after, before)
        expect([name, no, saved]).toEqual([name, no, true])
        expect(verdict.ok ? [200] : [403, 409]).toContain(reply.status)
        if (verdict.ok) id = await orderIn(status)
      }
  })

  it('Z15: a review cannot be passed before the report, a foreign dispatch not accepted, nothing reopened', async () => {
    const id = await orderIn('in_progress')
    const before = await rowOf(id)
    expect(codeOf(await act(chief, await seen(id), { no: 10 }))).toBe('wrong_state')
    expect(codeOf(await act(other, await seen(id), { no: 2 }))).toBe('order_other_handler')
    const invalid = await orderIn('invalid')
    for (const no of [1, 2, 4, 10, 14] as const) {
      const order = await seen(invalid)
      const reply = await act(chief, order, await bodyOf(no, chief, order, other))
      expect([no, reply.status]).toEqual([no, 409])
    }
    expect(await rowOf(id)).toEqual(before)
  })

  it('Z14: an owner who is given an order does its steps, and none of the others', async () => {
    const owner = await app.newCaller('owner')
    await app.db
      .updateTable('station')
      .set({ owner_account_id: owner.accountId })
      .where('id', '=', stationId)
      .execute()
    const id = (await makeOrder(chief, stationId)).id
    expect(codeOf(await act(owner, await seen(id), { no: 1, handlerId: owner.accountId }))).toBe('forbidden')
    await done(chief, id, { no: 1, handlerId: owner.accountId })
    await done(owner, id, { no: 2 })
    await done(owner, id, { no: 4 })
    await done(owner, id, { no: 5, report: 'Done', checklist: await answersOf(owner, 'repair') })
    expect(codeOf(await act(owner, await seen(id), { no: 10 }))).toBe('forbidden')
    const report = await owner.request('POST /api/reports', {
      body: { stationId, description: 'Smell of burning' },
    })
    expect(orderOf(report)).toMatchObject({ status: 'dispatching', type: 'repair' })
    const alarmOrder = await owner.request('POST /api/orders', { body: newOrder(stationId) })
    expect(codeOf(alarmOrder)).toBe('forbidden')
  })

  it('Z14: people of a company that a station is only shared with give out, review and discard nothing', async () => {
    const guest = await app.asRole('installer', 'b')
    await makeShare(app.db, app.now(), { stationId, accountId: guest.accountId })
    const id = await orderIn('audit')
    const open = await makeOrder(chief, stationId)
    expect(codeOf(await act(guest, await seen(id), { no: 10 }))).toBe('forbidden')
    expect(codeOf(await act(guest, open, { no: 1, handlerId: guest.accountId }))).toBe('forbidden')
    const discard = { no: 16, reason: 'Mine now', confirmation: open.no } as const
    expect(codeOf(await act(guest, open, discard))).toBe('forbidden')
    await done(chief, open.id, { no: 1, handlerId: guest.accountId })
    expect((await done(guest, open.id, { no: 2 })).status).toBe('pending')
  })

  it('Z14: walks over the wire end where the table says, one version a step', async () => {
    const walkers = [chief, worker, other, second]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...askedNumbers), fc.nat(3), fc.nat(3)), {
          minLength: 8,
          maxLength: 12,
        }),
        async (steps) => {
          const { id } = await makeOrder(chief, stationId)
          let moves = 1
          for (const [no, by, to] of steps) {
            const caller = walkers[by] ?? chief
            const order = await seen(id)
            const asked = await bodyOf(no, caller, order, walkers[to] ?? worker)
            const reply = await act(caller, order, asked)
            expect([200, 400, 403, 409]).toContain(reply.status)
            if (reply.status === 200) moves += 1
          }
          expect((await rowOf(id)).version).toBe(moves)
        },
      ),
      { numRuns: 25, seed: 7 },
    )
  })
})

const settings = async (caller: Caller): Promise<{ version: number }> =>
  ((await caller.request('GET /api/company/settings')).body as { settings: { version: number } }).settings
const set = async (caller: Caller, body: object): Promise<Reply> =>
  caller.request('PUT /api/company/settings', {
    body,
    headers: { 'if-match': `"${(await settings(caller)).version}"` },
  })

describe('Z16: the settings', () => {
  it('Z16: a handler cannot switch them; a switch is noted and moves no order', async () => {
    const [waiting, working, unassigned] = [
      await orderIn('audit'),
      await orderIn('in_progress'),
      await orderIn('dispatching'),
    ]
    expect(codeOf(await set(worker, { autoDispatch: true, autoReview: true }))).toBe('forbidden')
    expect((await set(chief, { autoDispatch: true, autoReview: true })).status).toBe(200)
    const statuses = await Promise.all(
      [waiting, working, unassigned].map(async (id) => (await rowOf(id)).status),
    )
    expect(statuses).toEqual(['audit', 'in_progress', 'dispatching'])
    const noted = await app.db
      .selectFrom('audit')
      .select(['account_id', 'detail'])
      .where('action', '=', 'company.order-settings')
      .execute()
    expect(noted).toEqual([
      { account_id: chief.accountId, detail: { autoDispatch: [false, true], autoReview: [false, true] } },
    ])
    // A new one goes to whoever made it, at once and by the system; what is reported now is approved by it.
    const own = await makeOrder(worker, stationId)
    expect(own).toMatchObject({ status: 'receiving', handler: { id: worker.accountId } })
    expect(own.flow.map(({ no, by }) => [no, by === null])).toEqual([
      [0, false],
      [1, true],
    ])
    const end = await done(worker, working, {
      no: 5,
      report: 'Mended',
      checklist: await answersOf(worker, 'repair'),
    })
    expect(end.status).toBe('completed')
    expect(end.flow.slice(-4).map(({ no, by }) => [no, by === null])).toEqual([
      [5, false],
      [9, true],
      [8, true],
      [15, true],
    ])
    expect((await set(chief, { autoDispatch: false, autoReview: false })).status).toBe(200)
    expect((await rowOf(waiting)).status).toBe('audit')
  })
})

describe('many at once', () => {
  it('L9: two people who turn one alarm into orders make exactly one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const alarmId = await makeStringAlarm(app, stationId)
      const body = newOrder(stationId, { type: 'alarm', alarms: [{ alarmId, instances: ['1'] }] })
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, no) =>
          (no % 2 ? chief : second).request('POST /api/orders', { body }),
        ),
      )
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(new Set(replies.filter(({ status }) => status !== 201).map(codeOf))).toEqual(
        new Set(['order_alarm_handled']),
      )
      const kept = await app.db
        .selectFrom('order_alarm')
        .select('order_id')
        .where('alarm_id', '=', alarmId)
        .execute()
      expect(kept).toHaveLength(1)
    }
  })
  it('L9: of a hundred who dispatch one order one does, and of its handlers one accepts', async () => {
    const order = await makeOrder(chief, stationId)
    const dispatches = await Promise.all(
      Array.from({ length: 100 }, (_, no) =>
        act(no % 2 ? chief : second, order, { no: 1, handlerId: (no % 3 ? worker : other).accountId }),
      ),
    )
    expect(dispatches.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(dispatches.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true)
    const given = await seen(order.id)
    expect(given.flow.map(({ no }) => no)).toEqual([0, 1])
    const accepts = await Promise.all(
      Array.from({ length: 20 }, (_, no) => act(no % 2 ? worker : other, given, { no: 2 })),
    )
    expect(accepts.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await seen(order.id)).flow.map(({ no }) => no)).toEqual([0, 1, 2])
  })
  it('L9: of two who reassign, edit and discard one version, one wins', async () => {
    const id = await orderIn('in_progress')
    const order = await seen(id)
    const replies = await Promise.all([
      act(chief, order, { no: 14, handlerId: other.accountId }),
      act(second, order, { no: 14, handlerId: second.accountId }),
      chief.request(`PUT /api/orders/${id}`, {
        body: { priority: 'low' },
        headers: { 'if-match': `"${order.version}"` },
      }),
      act(chief, order, { no: 16, reason: 'Twice', confirmation: order.no }),
    ])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await rowOf(id)).version).toBe(order.version + 1)
  })
  it('numbers run without a gap or a twin', async () => {
    await Promise.all(Array.from({ length: 30 }, () => makeOrder(chief, stationId)))
    const rows = await app.db.selectFrom('work_order').select('no').orderBy('no').execute()
    const numbers = rows.map(({ no }) => Number(no.slice(10)))
    expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  })
  it('Z1: numbers run within a company: what others make does not show in them, nor keep them from being found', async () => {
    const theirs = await app.newCaller('installer', 'b')
    const theirStation = await stationFor(app, theirs)
    const before = (await makeOrder(chief, stationId)).no
    const made = [await makeOrder(theirs, theirStation), await makeOrder(theirs, theirStation)]
    expect(made.map(({ no }) => Number(no.slice(10)))).toEqual([1, 2])
    const next = await makeOrder(chief, stationId)
    expect(Number(next.no.slice(10))).toBe(Number(before.slice(10)) + 1)
    const found = await theirs.request(`GET /api/orders?search=${made[0]?.no}`)
    expect((found.body as { orders: { id: string }[] }).orders.map(({ id }) => id)).toEqual([made[0]?.id])
  })
  it('numbers begin behind those the company has of the day already', async () => {
    const theirs = await app.newCaller('installer', 'b')
    const theirStation = await stationFor(app, theirs)
    const one = await makeOrder(theirs, theirStation)
    const kept = `${one.no.slice(0, 10)}0123`
    await app.db.updateTable('work_order').set({ no: kept }).where('id', '=', one.id).execute()
    expect((await makeOrder(theirs, theirStation)).no).toBe(`${one.no.slice(0, 10)}0124`)
  })
})

describe('O3: what was done while offline', () => {
  it('O3: a report for an order that was given to somebody else answers 409 and says why', async () => {
    const id = await orderIn('in_progress')
    const old = await seen(id)
    const report: OrderAction = { no: 5, report: 'Mended', checklist: await answersOf(worker, 'repair') }
    await done(chief, id, { no: 14, handlerId: other.accountId })
    const key = { 'idempotency-key': randomUUID() }
    const late = await act(worker, old, report, key)
    expect([late.status, codeOf(late)]).toEqual([409, 'order_other_handler'])
    await done(chief, id, { no: 16, reason: 'Not needed', confirmation: old.no })
    expect(codeOf(await act(worker, old, report, key))).toBe('order_over')
    expect((await rowOf(id)).status).toBe('invalid')
    // The pictures of the draft still belong to whoever sent them.
    const [picture] = report.checklist?.flatMap(({ fileId }) => fileId ?? []) ?? []
    expect((await worker.request(`GET /api/files/${picture}`)).status).toBe(200)
  })
})
