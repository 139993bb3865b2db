import type { QueryOf } from '#contract/http/route.ts'
import type { orderRoutes } from '#contract/http/work-orders.ts'
import {
  openStatuses,
  orderStatuses,
  type OrderStatus,
  priorityNumber,
} from '#domain/work-orders/order-states.ts'
import { idPart, instantPart, numberPart, readPage } from '../../platform/page/page.ts'
import { bySorted, placeOfSeen, seenOf } from '../../platform/page/sorted.ts'
import { visibleStations } from '../accounts/scope.ts'
import { may, type Who } from '../accounts/who.ts'
import { scopeOfGroup } from '../favourites/group-routes.ts'
import { stationsInScope } from '../alarms/find-alarms.ts'
import { findDevice } from '../devices/device-store.ts'
import type { Handlers } from '../../call.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { findStation } from '../stations/station-store.ts'
import { changeOrder } from './change-order.ts'
import { checkAlarms } from './check-alarms.ts'
import { commentOnOrder } from './comment-on-order.ts'
import { createOrder } from './create-order.ts'
import { dispatchEach } from './dispatch-each.ts'
import { countOrdersInSight } from './count-orders.ts'
import { findOrders, type OrderFilter } from './find-orders.ts'
import { findSortedOrders, isOrderKey } from './find-sorted-orders.ts'
import { orderDetail, orderInScope } from './order-detail.ts'
import { presentFlow } from './order-flow.ts'
import { handlersOf, countHandlers } from './find-handlers.ts'
import { whereaboutsOf } from './find-whereabouts.ts'
import { changeSettings, readSettings } from './order-settings.ts'
import { presentOrder, presentOrders } from './present-order.ts'
import { changeSafety, readSafety } from './station-safety.ts'
import { takeAction } from './take-action.ts'
import { readVerification } from './verify-repair.ts'
import { ownStationsAmong } from '../stations/find-stations.ts'
import { filesOfOrder, newestFlow } from './order-flow-store.ts'
import { visibleAlarm } from '../alarms/alarm-detail-store.ts'
import { HANDLERS_SHOWN } from '#domain/work-orders/limits.ts'

const REPORT_MINUTES = 240
const byRank = {
  asOf: instantPart,
  rank: numberPart(/^\d{1,2}$/),
  place: numberPart(/^-?\d{1,16}$/),
  id: idPart,
}

type Query = QueryOf<(typeof orderRoutes)['GET /api/orders']>
type Mine = NonNullable<Query['mine']>

const statusesOf = (text: string | undefined): OrderStatus[] | undefined => {
  if (text === undefined) return undefined
  if (text === 'open') return [...openStatuses]
  const problem = { code: 'invalid_input', field: 'status' } as const
  return text
    .split(',')
    .map(
      (one) =>
        orderStatuses.find((status) => status === one) ??
        refuse('invalid_input', { field: 'status', problems: [problem] }),
    )
}

/** What "mine" means, beside the other filters. */
const ofMine = (
  mine: Mine,
  accountId: string,
): Pick<OrderFilter, 'handlerId' | 'initiatorId' | 'statuses'> => {
  if (mine === 'accept') return { handlerId: accountId, statuses: ['receiving'] }
  if (mine === 'do') return { handlerId: accountId, statuses: ['pending', 'in_progress'] }
  if (mine === 'done') return { handlerId: accountId, statuses: ['audit', 'completed'] }
  return mine === 'created' ? { initiatorId: accountId } : { statuses: ['audit'] }
}

/** Stations whose orders somebody reviews: their own ones. null = all. */
const reviewedStations = async (
  db: Db,
  who: Who,
  stations: readonly string[] | null,
): Promise<readonly string[] | null> => {
  if (!may(who, 'om:order:review')) return []
  if (stations === null || stations.length === 0) return stations
  const rows = await ownStationsAmong(db, stations, who)
  return rows.map(({ id }) => id)
}

const both = (
  mine: readonly OrderStatus[] | undefined,
  asked: readonly OrderStatus[] | undefined,
): readonly OrderStatus[] | undefined =>
  mine === undefined || asked === undefined ? (mine ?? asked) : mine.filter((one) => asked.includes(one))

export const orderHandlers: Handlers<typeof orderRoutes> = {
  'GET /api/orders': async ({ context, query, who, now }) => {
    const { db } = context
    const sight = visibleStations(who, now)
    const {
      stationId,
      deviceId,
      alarmId,
      cursor,
      limit,
      mine,
      overdue,
      handler,
      groupId,
      sort,
      order = 'falling',
      ...filter
    } = query
    const scope = await scopeOfGroup(db, sight, who.accountId, groupId)
    if (deviceId !== undefined && !(await findDevice(db, deviceId, scope))) refuse('not_found')
    if (alarmId !== undefined) {
      const alarm = await visibleAlarm(db, alarmId, scope)
      if (!alarm) refuse('not_found')
    }
    const stations =
      who.role === 'administrator' && stationId === undefined && groupId === undefined
        ? null
        : await stationsInScope(db, scope, stationId)
    if (stationId !== undefined && stations?.length === 0) refuse('not_found')
    const reviewed = await reviewedStations(db, who, stations)
    const own = mine === undefined ? {} : ofMine(mine, who.accountId)
    const wanted: OrderFilter = {
      ...own,
      ...(handler === 'none' ? { unassigned: true } : handler !== undefined && { handlerId: handler }),
      search: filter.search,
      type: filter.type,
      from: filter.from,
      to: filter.to,
      deviceId,
      alarmId,
      statuses: both(own.statuses, statusesOf(filter.status)),
      priority: filter.priority === undefined ? undefined : priorityNumber(filter.priority),
      dueBefore: overdue ? now : undefined,
    }
    const within = mine === 'review' ? reviewed : stations
    const [{ rows, next }, counted] = await Promise.all([
      sort === undefined
        ? readPage(
            { cursor, limit },
            {
              order: byRank,
              read: (after, most) => findOrders(db, within, wanted, { after, limit: most, now }),
              placeOf: ({ asOf, rank, place, id }) => ({ asOf, rank, place, id }),
            },
          )
        : readPage(
            { cursor, limit },
            {
              order: bySorted,
              read: (after, most) =>
                findSortedOrders(db, within, wanted, {
                  sort,
                  falls: order === 'falling',
                  after: placeOfSeen(after, `${sort} ${order}`, isOrderKey(sort)),
                  limit: most,
                }),
              placeOf: ({ id, key }) => seenOf({ by: `${sort} ${order}`, key, id }),
            },
          ),
      countOrdersInSight(context, { accountId: who.accountId, stations, reviewed }, now),
    ])
    return {
      orders: await presentOrders(
        db,
        rows.map((one) => one.id),
        now,
      ),
      next,
      ...counted,
    }
  },

  'GET /api/orders/check': async ({ context, query, who, now }) =>
    checkAlarms(context.db, query.alarmIds?.split(',') ?? [], who, now),

  'GET /api/orders/{orderId}': async ({ context, params, who, now }) => ({
    order: await orderDetail(context.db, params.orderId, who, now),
  }),

  'GET /api/orders/{orderId}/flow': async ({ context, params, who, now }) => {
    const { db } = context
    const row = await orderInScope(db, params.orderId, who, now)
    const { rows, total } = await newestFlow(db, row.id)
    const files = await filesOfOrder(
      db,
      row.id,
      rows.map(({ id }) => id),
    )
    return { order: presentOrder(row, now), flow: presentFlow(rows, total, files), total }
  },

  'GET /api/orders/{orderId}/verification': async ({ context, params, who, now }) => ({
    verification: await readVerification(
      context.db,
      await orderInScope(context.db, params.orderId, who, now),
      now,
    ),
  }),

  'POST /api/orders': async (call) => {
    const id = await createOrder(call.context, call, call.body, call.actId)
    return { order: await orderDetail(call.context.db, id, call.who, call.now) }
  },

  'POST /api/reports': async (call) => {
    const report = {
      ...call.body,
      type: 'repair',
      priority: 'middle',
      plannedStartAt: null,
      plannedEndAt: null,
      plannedMinutes: REPORT_MINUTES,
    } as const
    const id = await createOrder(call.context, call, report, call.actId)
    return { order: await orderDetail(call.context.db, id, call.who, call.now) }
  },

  'PUT /api/orders/{orderId}': async (call) => {
    const { context, params, body, who, now } = call
    await changeOrder(context, call, { id: params.orderId, version: call.ifMatch, change: body })
    return { order: await orderDetail(context.db, params.orderId, who, now) }
  },

  'POST /api/orders/{orderId}/actions': async (call) => {
    const { context, params, body, who, now } = call
    await takeAction(context, call, { id: params.orderId, version: call.ifMatch, asked: body })
    return { order: await orderDetail(context.db, params.orderId, who, now) }
  },

  'POST /api/orders/dispatch-each': async (call) => dispatchEach(call.context, call, call.body),

  'POST /api/orders/{orderId}/comments': async (call) => {
    const { context, params, body, who, now } = call
    await commentOnOrder(context, call, { id: params.orderId, comment: body, actId: call.actId })
    return { order: await orderDetail(context.db, params.orderId, who, now) }
  },

  'GET /api/stations/{stationId}/handlers': async ({ context, params, query, who, now }) => {
    const scope = visibleStations(who, now)
    const station = (await findStation(context.db, params.stationId, scope)) ?? refuse('not_found')
    const wanted = query.search === undefined ? {} : { search: query.search }
    const handlers = await handlersOf(context.db, station.id, now, wanted)
    const total =
      handlers.length < HANDLERS_SHOWN
        ? handlers.length
        : await countHandlers(context.db, station.id, now, wanted)
    const ids = handlers.map(({ id }) => id)
    const whereabouts = await whereaboutsOf(context.db, station, ids, who, now)
    return {
      handlers: handlers.map((one) => ({
        ...one,
        ...(whereabouts.get(one.id) ?? { near: null, wasHereAt: null }),
      })),
      total,
    }
  },

  'GET /api/company/settings': async ({ context, who }) => ({
    settings: await readSettings(context.db, who.companyId),
  }),

  'PUT /api/company/settings': async (call) => ({
    settings: await changeSettings(call.context, call, { ...call.body, version: call.ifMatch }),
  }),

  'GET /api/stations/{stationId}/safety': async (call) =>
    readSafety(call.context, call, call.params.stationId),

  'PUT /api/stations/{stationId}/safety': async (call) =>
    changeSafety(call.context, call, call.params.stationId, call.body),
}
