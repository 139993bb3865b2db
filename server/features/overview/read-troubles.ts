import type { SortKey } from '#domain/name-order.ts'
import type * as z from 'zod/mini'
import { ALARMS_OF_TROUBLE, type trouble, type troubleRoutes } from '#contract/http/troubles.ts'
import { type AlarmLevel, alarmLevels, levelOf } from '#domain/alarms/alarm-states.ts'
import { mayCost } from '#domain/alarms/costs.ts'
import { nameOfCode } from '#domain/alarms/explain-alarm.ts'
import { atStakeW, comparePlaces, type Impact, type TroubleSort } from '#domain/alarms/impact.ts'
import type { AttentionReason } from '#domain/stations/station-kinds.ts'
import { ratedForReadings } from '#domain/telemetry/reading-ranges.ts'
import type { Call, Handlers } from '../../call.ts'
import type { Db } from '../../platform/db/handle.ts'
import { firstOf, idPart, numberPart, type Page, placeIn } from '../../platform/page/page.ts'
import { sortedPage } from '../../platform/page/sorted.ts'
import { refuse } from '../../platform/refusal.ts'
import { seesAll, visibleStations } from '../accounts/scope.ts'
import { may, type Who } from '../accounts/who.ts'
import { type OpenAlarm, openAlarmsIn } from '../alarms/find-open-alarms.ts'
import { presentAlarms } from '../alarms/present-alarm.ts'
import { isInScope } from '../favourites/favourite-store.ts'
import { scopeOfGroup } from '../favourites/group-routes.ts'
import { type HoldingOrder, ordersHolding } from '../work-orders/find-holding-orders.ts'
import type { AttentionView } from './attention.ts'
import { impactsOf } from './impacts.ts'
import { lookOver } from './look-over.ts'
import { oneStation } from './overview-store.ts'
import type { StationFacts } from './trouble-store.ts'

type View = z.output<typeof trouble>
type Answer = z.output<(typeof troubleRoutes)['GET /api/troubles']['output']>
type Query = Call<typeof troubleRoutes, 'GET /api/troubles'>['query']

/** Open alarms that one answer looks at: the worst of them. */
const ALARMS_MAX = 5_000
const PAGE = 20
const NO_ALARM = 5

type Entry = {
  id: string
  device: View['device']
  station: View['station']
  finding: AttentionView['devices'][number] | undefined
  alarms: OpenAlarm[]
  /** 1 to 4 of the worst alarm; 5: none is open. */
  level: number
  ratedW: number | null
}
type Placed = Entry & { impact: Impact; place: Place }
type Place = { urgent: number; stake: number; level: number; id: string }

const byPlace = {
  urgent: numberPart(/^[01]$/),
  stake: numberPart(/^\d{1,15}$/),
  level: numberPart(/^[1-5]$/),
  id: idPart,
}

const ordered = ({ urgent, stake, level, id }: Place) => ({ urgent: urgent === 1, stakeW: stake, level, id })
const compare = (a: Place, b: Place): number => comparePlaces(ordered(a), ordered(b))

const keys: Record<TroubleSort, (placed: Placed) => SortKey> = {
  stake: ({ impact }) => impact.powerW,
  // The first level is the worst.
  level: ({ level }) => (level === NO_ALARM ? null : -level),
  device: ({ device }) => device.name || device.sn,
  station: ({ station }) => station.name,
  since: ({ alarms: [worst], finding }) => worst?.occurred_at ?? finding?.since ?? null,
  alarms: ({ alarms }) => alarms.length,
}

const byUrgency = (placed: readonly Placed[], cursor: string | undefined, limit: number): Page<Placed> => {
  const after = placeIn<Place>(byPlace, cursor)
  const sorted = placed.toSorted((a, b) => compare(a.place, b.place))
  const rest = after === null ? sorted : sorted.filter(({ place }) => compare(place, after) > 0)
  return firstOf(byPlace, rest, limit, ({ place }) => place)
}

/** Findings and open alarms together, a device a row. */
const merge = (found: AttentionView['devices'], alarms: readonly OpenAlarm[], zones: Zones): Entry[] => {
  const ofDevice = Map.groupBy(alarms, (alarm) => alarm.device_id)
  const findings = new Map(found.map((one) => [one.id, one]))
  return [...new Set([...findings.keys(), ...ofDevice.keys()])].map((id): Entry => {
    const finding = findings.get(id)
    const own = ofDevice.get(id) ?? []
    const [worst] = own
    return {
      id,
      device: {
        id,
        kind: finding?.kind ?? worst?.kind ?? 'gateway',
        sn: finding?.sn ?? worst?.sn ?? '',
        name: finding?.name ?? worst?.name ?? '',
      },
      station: {
        id: finding?.stationId ?? worst?.station_id ?? '',
        name: finding?.stationName ?? worst?.station_name ?? '',
        timeZone: worst?.time_zone ?? zones.get(finding?.stationId ?? '') ?? 'UTC',
      },
      finding,
      alarms: own,
      level: worst?.level ?? NO_ALARM,
      ratedW:
        finding?.affectedW ?? (worst === undefined ? null : ratedForReadings(worst.rated_w, worst.shown_w)),
    }
  })
}
type Zones = ReadonlyMap<string, string>

/** Serials compare without case and without what scanners and people put between the characters. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/[\s-]/g, '')

const matches = ({ device, station, alarms }: Entry, search: string): boolean => {
  const wanted = plain(search)
  return (
    [device.name, device.sn, station.name].some((text) => plain(text).includes(wanted)) ||
    alarms.some(({ code }) => {
      const { en, zh_CN } = nameOfCode(code)
      return [code, en, zh_CN].some((text) => plain(text).includes(wanted))
    })
  )
}

const perHour = ({ of, powerW }: Impact, station: StationFacts | undefined): View['impact']['perHour'] => {
  const tariff = station?.tariff ?? null
  if (of !== 'lost' || powerW === null || tariff === null) return null
  return { amount: (powerW / 1000) * tariff.perKwh, currency: tariff.currency }
}

const countLevels = (entries: readonly Entry[]): Answer['counts'] => {
  const of = (level: number): number => entries.filter((one) => one.level === level).length
  const [very_urgent, emergent, important, prompt, no_alarm] = [of(1), of(2), of(3), of(4), of(NO_ALARM)]
  return { very_urgent, emergent, important, prompt, no_alarm } satisfies Record<
    AlarmLevel | 'no_alarm',
    number
  >
}

const countReasons = (entries: readonly Entry[]): Answer['reasons'] => {
  const of = (reason: AttentionReason): number =>
    entries.filter(({ finding }) => finding?.reason === reason).length
  return {
    gateway_silent: of('gateway_silent'),
    shutdown: of('shutdown'),
    device_silent: of('device_silent'),
    never_heard: of('never_heard'),
    clock: of('clock'),
    quarantine: of('quarantine'),
  }
}

/** What is lost now, by currency, and what nobody sees. */
const sumsOf = (placed: readonly Placed[], stations: ReadonlyMap<string, StationFacts>): Answer['lost'] => {
  const money = new Map<string, number>()
  let [powerW, unseenW, darkW] = [0, 0, 0]
  for (const { impact, station } of placed) {
    if (impact.of === 'lost') powerW += impact.powerW ?? 0
    if (impact.of === 'dark') darkW += impact.powerW ?? 0
    if (impact.of === 'unseen') unseenW += impact.powerW ?? 0
    const worth = perHour(impact, stations.get(station.id))
    if (worth) money.set(worth.currency, (money.get(worth.currency) ?? 0) + worth.amount)
  }
  return { powerW, unseenW, darkW, perHour: [...money].map(([currency, amount]) => ({ currency, amount })) }
}

/** Of all that holds a device or its alarms the newest. */
const orderOf = (entry: Entry, holding: ReadonlyMap<string, readonly HoldingOrder[]>): View['order'] => {
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

const present = async (
  db: Db,
  who: Who,
  rows: readonly Placed[],
  stations: ReadonlyMap<string, StationFacts>,
  now: number,
): Promise<View[]> => {
  const told = rows.flatMap(({ alarms }) => alarms.slice(0, ALARMS_OF_TROUBLE).map(({ id }) => id))
  const [views, holding] = await Promise.all([
    presentAlarms(db, told, now),
    may(who, 'om:order:view')
      ? ordersHolding(
          db,
          rows.flatMap(({ alarms }) => alarms.map(({ id }) => id)),
          rows.map(({ id }) => id),
        )
      : [],
  ])
  const viewsOf = Map.groupBy(views, ({ device }) => device.id)
  const held = Map.groupBy(holding, (order) => order.subject_id)
  return rows.map((entry) => ({
    id: entry.id,
    device: entry.device,
    station: entry.station,
    reason: entry.finding?.reason ?? null,
    since: entry.finding?.since ?? null,
    children: entry.finding?.children ?? 0,
    alarms: viewsOf.get(entry.id) ?? [],
    alarmCount: entry.alarms.length,
    level: entry.level === NO_ALARM ? null : levelOf(entry.level),
    impact: { ...entry.impact, perHour: perHour(entry.impact, stations.get(entry.station.id)) },
    order: orderOf(entry, held),
  }))
}

const isWanted =
  ({ level, reason }: Query) =>
  (entry: Entry): boolean =>
    (level === undefined || entry.level === alarmLevels.indexOf(level) + 1) &&
    (reason === undefined || entry.finding?.reason === reason)

export const readTroubles: Handlers<typeof troubleRoutes>['GET /api/troubles'] = async ({
  context,
  query,
  who,
  now,
}) => {
  const { db } = context
  const { stationId, groupId, search, kind, sort, order = 'falling', cursor, limit = PAGE } = query
  const sight = visibleStations(who, now)
  if (stationId !== undefined && !(await isInScope(db, stationId, sight))) refuse('not_found')
  const within = await scopeOfGroup(db, sight, who.accountId, groupId)
  const scope = stationId === undefined ? within : oneStation(within, stationId)
  const [{ found, onPurpose, rows }, open] = await Promise.all([
    lookOver(context, { scope, all: seesAll(who) && scope === sight }, now),
    may(who, 'om:alarm:view') ? openAlarmsIn(db, scope, ALARMS_MAX) : [],
  ])
  const zones = new Map(rows.map((row) => [row.station_id, row.time_zone]))
  const asked = merge(found, open, zones).filter(
    (entry) => (kind === undefined || entry.device.kind === kind) && (!search || matches(entry, search)),
  )
  const wanted = asked.filter(isWanted(query))
  const { impacts, stations } = await impactsOf(
    db,
    wanted.map((entry) => ({
      id: entry.id,
      stationId: entry.station.id,
      reason: entry.finding?.reason ?? null,
      costly: entry.alarms.some(({ code }) => mayCost(code)),
      ratedW: entry.ratedW,
    })),
    now,
  )
  const placed = wanted.map((entry): Placed => {
    const impact = impacts.get(entry.id) ?? { of: 'unknown', powerW: null, against: null }
    const stake = Math.round(atStakeW(impact))
    return {
      ...entry,
      impact,
      place: { urgent: Number(entry.level === 1), stake, level: entry.level, id: entry.id },
    }
  })
  const page =
    sort === undefined
      ? byUrgency(placed, cursor, limit)
      : sortedPage(placed, {
          by: `${sort} ${order}`,
          falls: order === 'falling',
          keyOf: keys[sort],
          cursor,
          limit,
        })
  return {
    troubles: await present(db, who, page.rows, stations, now),
    next: page.next,
    total: placed.length,
    stations: new Set(placed.map(({ station }) => station.id)).size,
    counts: countLevels(asked),
    reasons: countReasons(asked),
    lost: sumsOf(placed, stations),
    cut: open.length === ALARMS_MAX,
    ...onPurpose,
  }
}
