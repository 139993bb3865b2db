import { randomUUID } from 'node:crypto'
import type { BodyInput } from '#contract/http/route.ts'
import type { orderRoutes } from '#contract/http/work-orders.ts'
import { checklists } from '#domain/work-orders/checklists.ts'
import type { OrderType } from '#domain/work-orders/order-states.ts'
import type { Caller, Reply, TestApp } from '../app.ts'
import { makeAlarm } from './alarms.ts'
import { pngOf } from './files.ts'
import type { FactoryFile, Ids } from './objects.ts'
import { makeStation } from './stations.ts'

type Bodies<Key extends keyof typeof orderRoutes> = BodyInput<(typeof orderRoutes)[Key]>
export type NewOrder = Bodies<'POST /api/orders'>
export type OrderAction = Bodies<'POST /api/orders/{orderId}/actions'>

const picture = Uint8Array.from(pngOf(16, 12))
const document = new TextEncoder().encode('%PDF-1.7\n% a report\n')

/** Sends a file that belongs to nothing yet. */
export const sendFile = async (
  caller: Caller,
  purpose: 'order_image' | 'order_file',
  id: string = randomUUID(),
): Promise<string> => {
  const [name, type, raw] =
    purpose === 'order_image'
      ? (['roof.png', 'image/png', picture] as const)
      : (['plan.pdf', 'application/pdf', document] as const)
  const made = await caller.request(`PUT /api/files/${id}?purpose=${purpose}&name=${name}`, {
    raw,
    headers: { 'content-type': type },
  })
  if (made.status !== 200) throw new Error(`a file could not be sent: ${made.text}`)
  return id
}

export const newOrder = (stationId: string, given: Partial<NewOrder> = {}): NewOrder => ({
  type: 'repair',
  stationId,
  priority: 'middle',
  description: 'The fan is loud',
  plannedStartAt: null,
  plannedEndAt: null,
  plannedMinutes: 120,
  ...given,
})

export type OrderSeen = {
  id: string
  version: number
  no: string
  status: string
  handler: { id: string } | null
  flow: { no: number | null; note: string | null; by: { id: string } | null; text: string }[]
  actions: { no: number }[]
}
export const orderOf = (reply: Reply): OrderSeen => {
  const body = reply.body as { order?: OrderSeen } | null
  if (!body?.order) throw new Error(`no order: ${reply.status} ${reply.text}`)
  return body.order
}

export const makeOrder = async (
  caller: Caller,
  stationId: string,
  given: Partial<NewOrder> = {},
): Promise<OrderSeen> =>
  orderOf(await caller.request('POST /api/orders', { body: newOrder(stationId, given) }))

export const act = (
  caller: Caller,
  order: Pick<OrderSeen, 'id' | 'version'>,
  action: OrderAction,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  caller.request(`POST /api/orders/${order.id}/actions`, {
    body: action,
    headers: { 'if-match': `"${order.version}"`, ...headers },
  })

/** Sound answers to all that a type's checklist requires; its pictures are sent by the caller. */
export const answersOf = async (caller: Caller, type: OrderType) => {
  const answers: NonNullable<OrderAction['checklist']> = []
  for (const item of checklists[type].filter(({ required }) => required)) {
    const isPicture = item.kind === 'photo' || item.kind === 'signature'
    const value =
      item.kind === 'number'
        ? Math.max(item.min, 1)
        : item.kind === 'choice'
          ? (item.choices[0]?.key ?? '')
          : item.kind === 'text'
            ? 'done'
            : null
    answers.push({
      key: item.key,
      value,
      fileId: isPicture ? await sendFile(caller, 'order_image') : null,
    })
  }
  return answers
}

/** A station of the caller's company. */
export const stationFor = (app: TestApp, caller: Caller): Promise<string> =>
  makeStation(app.db, app.now(), caller.companyId ?? '')

/** An unhandled alarm of a string, which can become an order. */
export const makeStringAlarm = async (app: TestApp, stationId: string): Promise<string> =>
  (await makeAlarm(app.db, app.now(), stationId, { code: '2013' })).id

/** The newest order of each person: what belongs to an order is made in it. */
const newest = new Map<string, { id: string; stationId: string }>()

export const objects: NonNullable<FactoryFile['objects']> = {
  order: async (app, caller, given) => {
    const stationId = given ?? (await stationFor(app, caller))
    const { id } = await makeOrder(caller, stationId)
    newest.set(caller.accountId, { id, stationId })
    return id
  },
  string_alarm: async (app, caller, stationId) =>
    makeStringAlarm(app, stationId ?? (await stationFor(app, caller))),
  ordered_alarm: async (app, caller) => {
    const order = newest.get(caller.accountId) ?? {
      id: (await makeOrder(caller, await stationFor(app, caller))).id,
      stationId: await stationFor(app, caller),
    }
    const alarmId = await makeStringAlarm(app, order.stationId)
    await app.db.insertInto('order_alarm').values({ order_id: order.id, alarm_id: alarmId }).execute()
    await app.db
      .insertInto('order_item')
      .values({ order_id: order.id, alarm_id: alarmId, instance: '1' })
      .execute()
    return alarmId
  },
  order_image: async (_, caller) => sendFile(caller, 'order_image'),
  order_file: async (_, caller) => sendFile(caller, 'order_file'),
}

const listOf = (ids: Ids, name: string): string[] => {
  const id = ids[name]
  return id === undefined ? [] : [id]
}

export const bodies = {
  'POST /api/orders': (ids: Ids): Bodies<'POST /api/orders'> =>
    newOrder(ids['body.stationId'] ?? randomUUID(), {
      deviceId: ids['body.deviceId'] ?? null,
      aboutAlarmId: ids['body.aboutAlarmId'] ?? null,
      silent: { deviceId: ids['body.silent.deviceId'] ?? randomUUID(), reason: 'device_silent' },
      alarms: [{ alarmId: ids['body.alarms.alarmId'] ?? randomUUID(), instances: ['1'] }],
      handlerId: ids['body.handlerId'] ?? null,
      images: listOf(ids, 'body.images'),
      files: listOf(ids, 'body.files'),
    }),
  'POST /api/reports': (ids: Ids): Bodies<'POST /api/reports'> => ({
    stationId: ids['body.stationId'] ?? randomUUID(),
    deviceId: ids['body.deviceId'] ?? null,
    description: 'No light on the inverter',
    images: listOf(ids, 'body.images'),
    files: listOf(ids, 'body.files'),
  }),
  'PUT /api/orders/{orderId}': (ids: Ids): Bodies<'PUT /api/orders/{orderId}'> => ({
    priority: 'high',
    alarms: [{ alarmId: ids['body.alarms.alarmId'] ?? randomUUID(), instances: ['1'] }],
  }),
  'POST /api/orders/{orderId}/actions': (ids: Ids): Bodies<'POST /api/orders/{orderId}/actions'> => ({
    no: 1,
    handlerId: ids['body.handlerId'] ?? randomUUID(),
    checklist: [{ key: 'signature', value: null, fileId: ids['body.checklist.fileId'] ?? randomUUID() }],
    images: listOf(ids, 'body.images'),
    files: listOf(ids, 'body.files'),
  }),
  'POST /api/orders/dispatch-each': (ids: Ids): Bodies<'POST /api/orders/dispatch-each'> => ({
    orders: [{ orderId: ids['body.orders.orderId'] ?? randomUUID(), version: 1 }],
    handlerId: ids['body.handlerId'] ?? randomUUID(),
  }),
  'POST /api/orders/{orderId}/comments': (ids: Ids): Bodies<'POST /api/orders/{orderId}/comments'> => ({
    text: 'The key is with the neighbour',
    images: listOf(ids, 'body.images'),
  }),
  'PUT /api/company/settings': (): Bodies<'PUT /api/company/settings'> => ({
    autoDispatch: false,
    autoReview: false,
  }),
  'PUT /api/stations/{stationId}/safety': (): Bodies<'PUT /api/stations/{stationId}/safety'> => ({
    access: 'Key at the gate',
    hazards: 'Skylights',
    safety: 'Fall protection',
  }),
}
