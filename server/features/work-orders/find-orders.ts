// The list of orders with its filters, its counts and its figures: all of them are parts of the same condition.
import { type RawBuilder, sql } from 'kysely'
import { serialKey } from '#domain/devices/fields.ts'
import {
  openStatuses,
  orderStatuses,
  type OrderStatus,
  type OrderType,
} from '#domain/work-orders/order-states.ts'
import { anywhere, nameHolds } from '../../platform/search/part-of-text.ts'
import type { Db } from '../../platform/db/handle.ts'

/**
 * The list stays instant with a hundred thousand orders: what is asked for is cut into ranges of an index (one rank of
 * one station, device or person), each gives at most a page, and the page is the worst of those. What is late comes
 * first, of all open ranks together; then, rank after rank while the page has room, what is not.
 */
export type OrderFilter = {
  search?: string | undefined
  statuses?: readonly OrderStatus[] | undefined
  type?: OrderType | undefined
  /** 1 to 4. */
  priority?: number | undefined
  handlerId?: string | undefined
  initiatorId?: string | undefined
  /** Nobody has it. */
  unassigned?: boolean | undefined
  deviceId?: string | undefined
  alarmId?: string | undefined
  /** Due before this instant. */
  dueBefore?: number | undefined
  from?: number | undefined
  to?: number | undefined
}
/** `asOf`: the instant by which the list's first page told what is late, so that the pages after it agree with it. */
export type OrderPlace = { asOf: number; rank: number; place: number; id: string }
type FoundOrder = Omit<OrderPlace, 'asOf'>

/** With more stations than this the ranges are those of all orders, and the others are passed over. */
const STATIONS_APART = 300
/** What a search may name of each sort. */
const NAMED_MAX = 200
const firstId = '00000000-0000-0000-0000-000000000000'
const LOWEST = -9e15
const HIGHEST = 9e15
/** The rank of what is late, in places. */
const LATE = 0

const groupOf = (status: OrderStatus): number => (status === 'completed' ? 10 : status === 'invalid' ? 20 : 0)

/** Ranks that can match, worst first: open 1 to 4, completed 11 to 14, discarded 21 to 24. */
export const ranksOf = ({ statuses, priority, dueBefore }: OrderFilter): number[] => {
  const wanted = dueBefore === undefined ? (statuses ?? orderStatuses) : openStatuses
  const groups = new Set(wanted.map(groupOf))
  const priorities = priority === undefined ? [1, 2, 3, 4] : [priority]
  return [0, 10, 20].flatMap((group) => (groups.has(group) ? priorities.map((one) => group + one) : []))
}

type Column = 'station_id' | 'device_id' | 'handler_id' | 'initiator_id' | 'type' | 'id'
type Range = { column: Column; values: readonly string[] }

export const scopeOf = (
  stations: readonly string[] | null,
  column: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  stations === null
    ? // Of deleted ones there are few.
      sql`${column} NOT IN (SELECT s.id FROM station s WHERE s.deleted_at IS NOT NULL)`
    : sql`${column} = ANY(${[...stations]}::uuid[])`

const idsOf = async (query: RawBuilder<{ id: string }>, db: Db): Promise<string[]> =>
  (await query.execute(db)).rows.map(({ id }) => id)

/** What a search names, as ranges; any of them may hold what is looked for. */
const rangesOf = async (db: Db, search: string, stations: readonly string[] | null): Promise<Range[]> => {
  const key = serialKey(search)
  const digits = /^(?:WO)?(\d{2,})$/.exec(key)?.[1]
  const [devices, named, orders, people] = await Promise.all([
    idsOf(
      sql`SELECT d.id FROM device d WHERE ${scopeOf(stations, sql`d.station_id`)}
           AND (${nameHolds('d.name', search)} OR (${key} <> '' AND d.sn_key LIKE ${anywhere(key)})) LIMIT ${NAMED_MAX}`,
      db,
    ),
    idsOf(
      sql`SELECT s.id FROM station s WHERE ${scopeOf(stations, sql`s.id`)} AND ${nameHolds('s.name', search)} LIMIT ${NAMED_MAX}`,
      db,
    ),
    idsOf(
      sql`(SELECT o.id FROM work_order o WHERE ${nameHolds('o.called', search)} AND ${scopeOf(stations, sql`o.station_id`)}
             ORDER BY o.rank LIMIT ${NAMED_MAX})
          ${
            digits === undefined
              ? sql``
              : sql`UNION (SELECT o.id FROM work_order o WHERE o.no BETWEEN ${`WO${digits}`} AND ${`WO${digits.padEnd(20, '9')}`}
                       AND ${scopeOf(stations, sql`o.station_id`)} LIMIT ${NAMED_MAX})`
          }`,
      db,
    ),
    idsOf(sql`SELECT a.id FROM account a WHERE ${nameHolds('a.name', search)} LIMIT ${NAMED_MAX}`, db),
  ])
  const ranges: Range[] = [
    { column: 'device_id', values: devices },
    { column: 'station_id', values: named },
    { column: 'id', values: orders },
    { column: 'handler_id', values: people },
  ]
  return ranges.filter(({ values }) => values.length > 0)
}

export const conditionsOf = (filter: OrderFilter): RawBuilder<unknown>[] => {
  const conditions: RawBuilder<unknown>[] = []
  if (filter.statuses !== undefined) conditions.push(sql`o.status = ANY(${[...filter.statuses]}::text[])`)
  if (filter.type !== undefined) conditions.push(sql`o.type = ${filter.type}`)
  if (filter.handlerId !== undefined) conditions.push(sql`o.handler_id = ${filter.handlerId}::uuid`)
  if (filter.unassigned) conditions.push(sql`o.handler_id IS NULL`)
  if (filter.initiatorId !== undefined) conditions.push(sql`o.initiator_id = ${filter.initiatorId}::uuid`)
  if (filter.deviceId !== undefined) conditions.push(sql`o.device_id = ${filter.deviceId}::uuid`)
  if (filter.from !== undefined) conditions.push(sql`o.initiated_at >= ${new Date(filter.from)}::timestamptz`)
  if (filter.to !== undefined) conditions.push(sql`o.initiated_at < ${new Date(filter.to)}::timestamptz`)
  return conditions
}

const ordersOfAlarm = (db: Db, alarmId: string): Promise<string[]> =>
  idsOf(
    sql`SELECT order_id AS id FROM order_alarm WHERE alarm_id = ${alarmId}::uuid
        UNION SELECT id FROM work_order WHERE about_alarm_id = ${alarmId}::uuid`,
    db,
  )

export const baseRanges = async (
  db: Db,
  filter: OrderFilter,
  stations: readonly string[] | null,
): Promise<(Range | null)[]> => {
  if (filter.search) return rangesOf(db, filter.search, stations)
  if (filter.alarmId !== undefined) return [{ column: 'id', values: await ordersOfAlarm(db, filter.alarmId) }]
  if (filter.deviceId !== undefined) return [{ column: 'device_id', values: [filter.deviceId] }]
  if (filter.handlerId !== undefined) return [{ column: 'handler_id', values: [filter.handlerId] }]
  if (filter.initiatorId !== undefined) return [{ column: 'initiator_id', values: [filter.initiatorId] }]
  if (stations !== null && stations.length <= STATIONS_APART)
    return [{ column: 'station_id', values: stations }]
  return [filter.type === undefined ? null : { column: 'type', values: [filter.type] }]
}

/** Ranges of ranks: in each of them from a place on, up to an instant. */
type Ranked = { rank: number; begin: number; until: number; id: string }

/** Of these ranges at most `limit` rows: by place over all ranks, or rank after rank, the next only while there is room. */
type Cut = { ranked: readonly Ranked[]; limit: number; together: boolean }

/** Null: there are none. */
const rowsOf = (
  ranges: readonly (Range | null)[],
  where: readonly RawBuilder<unknown>[],
  { ranked, limit, together }: Cut,
): RawBuilder<unknown> | null => {
  if (ranked.length === 0 || ranges.length === 0) return null
  const arrays = sql`unnest(${ranked.map((one) => one.rank)}::smallint[], ${ranked.map((one) => one.begin)}::bigint[],
    ${ranked.map((one) => one.until)}::bigint[], ${ranked.map((one) => one.id)}::uuid[]) AS r(rank, place, until, id)`
  const parts = ranges.map((range) => {
    const type = range?.column === 'type' ? sql`text[]` : sql`uuid[]`
    const all = [...(range === null ? [] : [sql`${sql.ref(`o.${range.column}`)} = v.value`]), ...where]
    const also = all.length === 0 ? sql`` : sql`AND ${sql.join(all, sql` AND `)}`
    const pages = sql`
        SELECT o.id, o.rank, o.place FROM work_order o
         WHERE o.rank = r.rank AND (o.place, o.id) > (r.place, r.id) AND o.place < r.until ${also}
         ORDER BY o.place, o.id LIMIT ${limit}`
    const ofRank =
      range === null
        ? pages
        : sql`
        SELECT p.* FROM unnest(${[...range.values]}::${type}) AS v(value) CROSS JOIN LATERAL (${pages}) AS p
         ORDER BY p.place, p.id LIMIT ${limit}`
    // A loop over an array keeps its order, and ends where the page is full.
    return sql`(
      SELECT c.* FROM ${arrays} CROSS JOIN LATERAL (${ofRank}) AS c
       ${together ? sql`ORDER BY c.place, c.id` : sql``} LIMIT ${limit})`
  })
  // UNION leaves out what two ranges of a search both found.
  return sql`
    SELECT id, ${together ? sql`${sql.lit(LATE)}::smallint AS rank` : sql`rank`}, place FROM (${sql.join(parts, sql` UNION `)}) AS found`
}

/**
 * Ids of a page of orders, worst first: the late ones, the most late on top, then the open ones by priority and time.
 * `stations`: those in scope; null = every station that is not deleted.
 */
export const findOrders = async (
  db: Db,
  stations: readonly string[] | null,
  filter: OrderFilter,
  page: { after: OrderPlace | null; limit: number; now: number },
): Promise<OrderPlace[]> => {
  const { after, limit } = page
  const asOf = after?.asOf ?? page.now
  const ranks = ranksOf(filter)
  if (ranks.length === 0 || stations?.length === 0) return []
  const due = filter.dueBefore ?? HIGHEST
  const goesOn = after !== null && after.rank !== LATE
  const late = goesOn
    ? []
    : ranks
        .filter((rank) => rank < 10)
        .map((rank) => ({
          rank,
          begin: after?.place ?? LOWEST,
          until: Math.min(asOf, due),
          id: after?.id ?? firstId,
        }))
  // What is over stands by its initiation, the newest first; what is open by when it is due.
  const newest = filter.to === undefined ? LOWEST : -filter.to
  const oldest = filter.from === undefined ? HIGHEST : -filter.from + 1
  const others = ranks
    .filter((rank) => !goesOn || rank >= after.rank)
    .map((rank) => ({
      rank,
      begin: goesOn && rank === after.rank ? after.place : rank > 10 ? newest : asOf,
      until: rank > 10 ? oldest : due,
      id: goesOn && rank === after.rank ? after.id : firstId,
    }))
    .filter(({ begin, until }) => begin < until)
  const ranges = await baseRanges(db, filter, stations)
  const inEach = !filter.search && ranges.every((range) => range?.column === 'station_id')
  const where = [...(inEach ? [] : [scopeOf(stations, sql`o.station_id`)]), ...conditionsOf(filter)]
  const lateRows = rowsOf(ranges, where, { ranked: late, limit, together: true })
  const otherRows = rowsOf(ranges, where, { ranked: others, limit, together: false })
  const [only = null] = [lateRows, otherRows].filter((one) => one !== null)
  if (only === null) return []
  const inOrder = sql`ORDER BY rank, place, id`
  const { rows } = await (
    lateRows === null || otherRows === null
      ? sql<FoundOrder>`${only} ${inOrder} LIMIT ${limit}`
      : // What is not late is looked for only while there is room behind what is.
        sql<FoundOrder>`
          WITH late AS MATERIALIZED (${lateRows} ${inOrder} LIMIT ${limit})
          SELECT * FROM late UNION ALL
          (${otherRows} ${inOrder} LIMIT (SELECT ${limit} - count(*) FROM late)) ${inOrder}`
  ).execute(db)
  return rows.map((one) => ({ ...one, asOf }))
}
