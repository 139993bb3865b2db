import { describe, expect, it } from 'vitest'
import { COMMENT_MAX, COMMENTS_MAX } from '#domain/work-orders/limits.ts'
import { type Caller, type Reply, testApp } from '../../../tests/app.ts'
import {
  act,
  makeOrder,
  orderOf,
  type OrderSeen,
  sendFile,
  stationFor,
} from '../../../tests/factories/work-orders.ts'
import { makeShare } from '../../../tests/factories/shares.ts'
import { tellWhatHappened } from '../messages/tell.ts'

const app = await testApp()
const chief = await app.asRole('installer')
const worker = await app.asRole('maintainer')
const stationId = await stationFor(app, chief)

const say = (
  caller: Caller,
  { id }: Pick<OrderSeen, 'id'>,
  text: string,
  images: string[] = [],
  headers: Record<string, string> = {},
): Promise<Reply> => caller.request(`POST /api/orders/${id}/comments`, { body: { text, images }, headers })
const codeOf = ({ body, status }: Reply): string =>
  (body as { error?: { code: string } } | null)?.error?.code ?? String(status)
const given = async (): Promise<OrderSeen> => makeOrder(chief, stationId, { handlerId: worker.accountId })
type Told = { messages: { kind: string; text: string; by: string | null; order: { id: string } | null }[] }
const toldOf = async (caller: Caller, { id }: Pick<OrderSeen, 'id'>): Promise<string[]> => {
  await tellWhatHappened(app.context, app.now())
  const { messages } = (await caller.request('GET /api/messages?limit=100')).body as Told
  return messages.flatMap(({ kind, text, order }) =>
    order?.id === id && kind === 'order_comment' ? [text] : [],
  )
}

describe('comments on an order', () => {
  it('stand among its records, with pictures, move nothing and are told to whom they concern', async () => {
    const order = await given()
    const image = await sendFile(worker, 'order_image')
    const after = orderOf(await say(worker, order, 'Which module is it?', [image]))
    expect([after.version, after.status]).toEqual([order.version, order.status])
    const { flow } = (await chief.request(`GET /api/orders/${order.id}/flow`)).body as {
      flow: { no: number | null; note: string | null; text: string; images: { id: string }[] }[]
    }
    expect(flow.at(-1)).toMatchObject({
      no: null,
      note: 'comment',
      text: 'Which module is it?',
      images: [{ id: image }],
    })
    await say(chief, order, 'The third from the left')
    expect(await toldOf(chief, order)).toEqual(['Which module is it?'])
    expect(await toldOf(worker, order)).toEqual(['The third from the left'])
  })

  it('do not keep the handler from a step that was begun before they came', async () => {
    const order = await given()
    await say(chief, order, 'Take the long ladder')
    expect((await act(worker, order, { no: 2 })).status).toBe(200)
  })

  it('of an order that nobody has go to its dispatchers', async () => {
    const owner = await app.newCaller('owner')
    await app.db
      .updateTable('station')
      .set({ owner_account_id: owner.accountId })
      .where('id', '=', stationId)
      .execute()
    const order = orderOf(
      await owner.request('POST /api/reports', { body: { stationId, description: 'It hums' } }),
    )
    expect((await say(owner, order, 'Now it smells, too')).status).toBe(201)
    expect(await toldOf(chief, order)).toEqual(['Now it smells, too'])
    expect(await toldOf(owner, order)).toEqual([])
  })

  it('may be said once it is over, and by whoever had it in hand', async () => {
    const guest = await app.newCaller('maintainer', 'b')
    await makeShare(app.db, app.now(), { stationId, accountId: guest.accountId })
    const order = await makeOrder(chief, stationId, { handlerId: guest.accountId })
    const back = orderOf(await act(guest, order, { no: 3, reason: 'Too far' }))
    const gone = await act(chief, back, { no: 16, reason: 'Twice', confirmation: back.no })
    expect(orderOf(gone).status).toBe('invalid')
    expect((await say(guest, order, 'It was the fuse, by the way')).status).toBe(201)
  })

  it('Z14: are refused of people to whom the station is only shown, and of strangers', async () => {
    const order = await given()
    const viewer = await app.newCaller('installer', 'b')
    expect(codeOf(await say(viewer, order, 'Hello'))).toBe('not_found')
    await makeShare(app.db, app.now(), { stationId, accountId: viewer.accountId })
    expect(codeOf(await say(viewer, order, 'Hello'))).toBe('forbidden')
    const seen = (await viewer.request(`GET /api/orders/${order.id}`)).body as {
      order: { commentable: boolean }
    }
    expect(seen.order.commentable).toBe(false)
  })

  it('say something, and not too much of it', async () => {
    const order = await given()
    expect(codeOf(await say(chief, order, ' \n'))).toBe('required')
    expect(codeOf(await say(chief, order, 'x'.repeat(COMMENT_MAX + 1)))).toBe('too_long')
    await app.db
      .insertInto('order_flow')
      .values(
        Array.from({ length: COMMENTS_MAX }, () => ({
          order_id: order.id,
          no: null,
          note: 'comment' as const,
          at: new Date(app.now()),
          account_id: chief.accountId,
          from_status: 'receiving' as const,
          to_status: 'receiving' as const,
          handler_id: worker.accountId,
          alarm_id: null,
          told: true,
        })),
      )
      .execute()
    expect(codeOf(await say(chief, order, 'One more'))).toBe('order_comments_full')
  })

  it('happen once however often they are sent, and take no picture that is not the sender’s', async () => {
    const order = await given()
    const key = { 'idempotency-key': crypto.randomUUID() }
    await say(worker, order, 'Fixed?', [], key)
    const again = orderOf(await say(worker, order, 'Fixed?', [], key))
    expect(again.flow.filter(({ note }) => note === 'comment')).toHaveLength(1)
    const foreign = await sendFile(chief, 'order_image')
    expect(codeOf(await say(worker, order, 'Look', [foreign]))).toBe('not_found')
  })
})
