import { type RawBuilder, sql } from 'kysely'
import type { OrderStatus } from '#domain/work-orders/order-states.ts'
import { behindNow, writtenSince } from '../../platform/db/behind.ts'
import type { Db } from '../../platform/db/handle.ts'
import { knownAs } from '../../platform/db/known-statement.ts'

/** Ranks of what is over are higher. */
const OPEN_BELOW = 10

/** What lists of orders count of one that is open or due. */
export type OpenOrder = {
  id: string
  stationId: string
  status: OrderStatus
  isOpen: boolean
  handlerId: string | null
  initiatorId: string
  /** When it is due, epoch µs; null = it is not. */
  dueUs: number | null
}
export type OrdersSince = {
  open: OpenOrder[]
  /** Ids of those that are no longer either. */
  over: string[]
  /** How many orders all stations in force have, by status. */
  tallies: ReadonlyMap<OrderStatus, number>
  /** Ids of deleted stations that have some of these, with a space between. */
  gone: string
  /** Of what is written later the next call reads what this says. */
  behind: string
}

/** An order in few characters: thousands are read at once. */
type Told = [
  id: string,
  station: string,
  status: OrderStatus,
  rank: number,
  handler: string | null,
  initiator: string,
  due: number | null,
]

/** Of every station that is not deleted from a sum that is kept, less those of deleted ones: of these there are few. */
export const allTallies: RawBuilder<unknown> = sql`(
  SELECT status, n FROM order_total
  UNION ALL
  SELECT t.status, -t.n FROM station s JOIN order_tally t ON t.station_id = s.id WHERE s.deleted_at IS NOT NULL)`

/**
 * Orders written by transactions that were not to be seen in `seen`, in one statement; null: all that are open or due. None
 * is ever taken out (everyday-rights.ts).
 */
export const ordersSince = async (db: Db, seen: string | null): Promise<OrdersSince> => {
  const open = sql.lit(OPEN_BELOW)
  const wanted =
    seen === null ? sql`o.rank < ${open} OR o.due_at IS NOT NULL` : writtenSince('o.changed', seen)
  const { rows } = await sql<{
    rows: Told[] | null
    tallies: [OrderStatus, number][] | null
    gone: string | null
    behind: string
  }>`${knownAs('orders-since', seen !== null)}
    SELECT (SELECT json_agg(json_build_array(o.id, o.station_id, o.status, o.rank, o.handler_id, o.initiator_id,
                     (extract(epoch FROM o.due_at) * 1000000)::bigint))
              FROM work_order o WHERE ${wanted}) AS rows,
           (SELECT json_agg(json_build_array(t.status, t.n))
              FROM (SELECT status, sum(n) AS n FROM ${allTallies} AS each GROUP BY status) AS t) AS tallies,
           (SELECT string_agg(s.id::text, ' ' ORDER BY s.id) FROM station s
             WHERE s.deleted_at IS NOT NULL
               AND EXISTS (SELECT FROM work_order o WHERE o.station_id = s.id AND (o.rank < ${open} OR o.due_at IS NOT NULL))) AS gone,
           ${behindNow} AS behind`.execute(db)
  const [found] = rows
  const since: OrdersSince = {
    open: [],
    over: [],
    tallies: new Map(found?.tallies),
    gone: found?.gone ?? '',
    behind: found?.behind ?? '',
  }
  for (const [id, stationId, status, rank, handlerId, initiatorId, dueUs] of found?.rows ?? []) {
    const isOpen = rank < OPEN_BELOW
    if (isOpen || dueUs !== null)
      since.open.push({ id, stationId, status, isOpen, handlerId, initiatorId, dueUs })
    else since.over.push(id)
  }
  return since
}
