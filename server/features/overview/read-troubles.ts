import { ALARMS_OF_TROUBLE, type troubleRoutes } from '#contract/http/troubles.ts'
import { levelOf } from '#domain/alarms/alarm-states.ts'
import type { Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { seesAll, type Sight, visibleStations } from '../accounts/scope.ts'
import { may, type Who } from '../accounts/who.ts'
import { type OpenAlarm, openAlarmsIn } from '../alarms/find-open-alarms.ts'
import { presentAlarms } from '../alarms/present-alarm.ts'
import { isInScope } from '../favourites/favourite-store.ts'
import { scopeOfGroup } from '../favourites/group-routes.ts'
import { type HoldingOrder, ordersHolding } from '../work-orders/find-holding-orders.ts'
import { impactsOf } from './impacts.ts'
import { keptTroubles, type LookedAt } from './kept-troubles.ts'
import { type LookedOver, lookOver } from './look-over.ts'
import { oneStation } from './overview-store.ts'
import {
  askedFor,
  countLevels,
  countReasons,
  type Entry,
  levelTold,
  merge,
  pageOf,
  place,
  type Placed,
  sumsOf,
  troubledOf,
  type TroublesAnswer,
  type TroublesQuery,
  type TroubleView,
  wantedOf,
  type Weighing,
} from './trouble-entries.ts'

const MOST: LookedAt = { alarms: 5_000, beside: 5_000 }
const PAGE = 20

/** Of all that holds a device or its alarms the newest. */
const orderOf = (
  entry: Entry,
  holding: ReadonlyMap<string, readonly HoldingOrder[]>,
): TroubleView['order'] => {
  const [order] = [entry.id, ...entry.alarms.map(({ id }) => id)].flatMap((id) => holding.get(id) ?? [])
  return order === undefined
    ? null
    : {
        id: order.id,
        no: order.no,
        version: order.version,
        status: order.status,
        handler: order.handler_id === null ? null : { id: order.handler_id, name: order.handler_name ?? '' },
      }
}

const present = async (db: Db, who: Who, rows: readonly Placed[], now: number): Promise<TroubleView[]> => {
  const told = rows.flatMap(({ entry }) => entry.alarms.slice(0, ALARMS_OF_TROUBLE).map(({ id }) => id))
  const [views, holding] = await Promise.all([
    presentAlarms(db, told, now),
    may(who, 'om:order:view')
      ? ordersHolding(
          db,
          rows.flatMap(({ entry }) => entry.alarms.map(({ id }) => id)),
          rows.map(({ id }) => id),
        )
      : [],
  ])
  const viewsOf = Map.groupBy(views, ({ device }) => device.id)
  const held = Map.groupBy(holding, (order) => order.subject_id)
  return rows.map(({ entry, impact, perHour }) => {
    const level = levelTold(entry)
    return {
      id: entry.id,
      device: entry.device,
      station: entry.station,
      reason: entry.finding?.reason ?? null,
      since: entry.finding?.since ?? null,
      children: entry.finding?.children ?? 0,
      alarms: viewsOf.get(entry.id) ?? [],
      alarmCount: entry.alarms.length,
      level: level === null ? null : levelOf(level),
      impact: { ...impact, perHour },
      order: orderOf(entry, held),
    }
  })
}

type Asking = { context: Context; who: Who; now: number }

/** Of few stations: all of it is read and weighed. */
const weighingByReading = (
  { context: { db }, now }: Asking,
  { found, zones }: LookedOver,
  open: readonly OpenAlarm[],
  most: LookedAt,
): Weighing<Entry> => ({
  entries: merge(found, open, zones),
  cut: open.length === most.alarms,
  weigh: async (wanted) => {
    const { impacts, stations } = await impactsOf(db, wanted.map(troubledOf), now, most.beside)
    const placed = wanted.map((entry) =>
      place(entry, impacts.get(entry.id), stations.get(entry.station.id)?.tariff ?? null),
    )
    return { placed, until: now }
  },
  again: async (_, make) => (await make()).told,
})

const answer = async <One extends Entry>(
  { context, who, now }: Asking,
  { entries, weigh, again, cut }: Weighing<One>,
  query: TroublesQuery,
): Promise<Omit<TroublesAnswer, keyof LookedOver['onPurpose']>> => {
  const { page, ...told } = await again(query, async () => {
    const asked = askedFor(entries, query)
    const { placed, until } = await weigh(wantedOf(asked, query))
    const found = {
      page: pageOf(placed, query, query.limit ?? PAGE),
      total: placed.length,
      stations: new Set(placed.map(({ entry }) => entry.station.id)).size,
      counts: countLevels(asked),
      reasons: countReasons(asked),
      lost: sumsOf(placed),
    }
    return { told: found, until }
  })
  return { troubles: await present(context.db, who, page.rows, now), next: page.next, ...told, cut }
}

/** What trouble there is at the stations that somebody sees; of very many, where all are seen, what is in mind of it. */
export const troublesIn = async (
  asking: Asking,
  sight: Sight,
  query: TroublesQuery,
  most: LookedAt = MOST,
): Promise<TroublesAnswer> => {
  const { context, who, now } = asking
  const readOpen = async (): Promise<OpenAlarm[]> =>
    may(who, 'om:alarm:view') ? openAlarmsIn(context.db, sight.scope, most.alarms) : []
  const { alarms: mind, gathered } = context.overview.troubles
  const [looked, open, ahead] = await Promise.all([
    lookOver(context, sight, now),
    sight.all ? null : readOpen(),
    // Where trouble of all is in mind, its alarms are read beside the rest.
    sight.all && gathered !== null ? mind.read(context.db) : null,
  ])
  const { all } = looked
  const kept = async (whole: NonNullable<LookedOver['all']>) => {
    const alarms = ahead ?? (await mind.read(context.db))
    return keptTroubles(context, { ...whole, alarms, looked, most }, now)
  }
  const found =
    all !== null && may(who, 'om:alarm:view')
      ? await answer(asking, await kept(all), query)
      : await answer(asking, weighingByReading(asking, looked, open ?? (await readOpen()), most), query)
  return { ...found, ...looked.onPurpose }
}

export const readTroubles: Handlers<typeof troubleRoutes>['GET /api/troubles'] = async ({
  context,
  query,
  who,
  now,
}) => {
  const { db } = context
  const { stationId, groupId } = query
  const sight = visibleStations(who, now)
  if (stationId !== undefined && !(await isInScope(db, stationId, sight))) refuse('not_found')
  const within = await scopeOfGroup(db, sight, who.accountId, groupId)
  const scope = stationId === undefined ? within : oneStation(within, stationId)
  return troublesIn({ context, who, now }, { scope, all: seesAll(who) && scope === sight }, query)
}
