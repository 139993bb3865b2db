import { sql } from 'kysely'
import { PEOPLE_SHOWN } from '#domain/work-orders/limits.ts'
import type { OrderStatus } from '#domain/work-orders/order-states.ts'
import type { Db } from '../../platform/db/handle.ts'
import { knownAs } from '../../platform/db/known-statement.ts'
import { allTallies } from './find-open-orders.ts'
import { scopeOf } from './find-orders.ts'
import type { Holder } from './open-orders-mind.ts'

export type OrderCounts = Record<OrderStatus | 'overdue', number>

/** Open ones of all stations. */
export const countOpenOrders = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ open: number }>`
    SELECT coalesce(sum(t.n), 0)::int AS open FROM ${allTallies} AS t WHERE t.status NOT IN ('completed', 'invalid')`.execute(
    db,
  )
  return rows[0]?.open ?? 0
}

/** Makes the sum of all orders one row a state again; it has more with every change. */
export const sumUpOrders = async (db: Db): Promise<void> => {
  await sql`
    WITH gone AS (DELETE FROM order_total RETURNING status, n)
    INSERT INTO order_total (status, n) SELECT status, sum(n) FROM gone GROUP BY 1 HAVING sum(n) <> 0`.execute(
    db,
  )
}

/** Of each status, and how many are overdue. */
export const orderCountsOf = (tallies: ReadonlyMap<OrderStatus, number>, overdue: number): OrderCounts => ({
  dispatching: tallies.get('dispatching') ?? 0,
  receiving: tallies.get('receiving') ?? 0,
  pending: tallies.get('pending') ?? 0,
  in_progress: tallies.get('in_progress') ?? 0,
  audit: tallies.get('audit') ?? 0,
  completed: tallies.get('completed') ?? 0,
  invalid: tallies.get('invalid') ?? 0,
  overdue,
})

export const countOrders = async (
  db: Db,
  stations: readonly string[] | null,
  now: number,
): Promise<OrderCounts> => {
  const [tallies, overdue] = await Promise.all([
    sql<{ status: OrderStatus; n: number }>`
      SELECT t.status, sum(t.n)::int AS n FROM ${stations === null ? allTallies : sql`order_tally`} AS t
       WHERE ${stations === null ? sql`true` : scopeOf(stations, sql`t.station_id`)} GROUP BY t.status`.execute(
      db,
    ),
    sql<{ n: number }>`
      SELECT count(*)::int AS n FROM work_order o
       WHERE o.due_at < ${new Date(now)}::timestamptz AND ${scopeOf(stations, sql`o.station_id`)}`.execute(
      db,
    ),
  ])
  return orderCountsOf(new Map(tallies.rows.map(({ status, n }) => [status, n])), overdue.rows[0]?.n ?? 0)
}

export type Mine = { accept: number; do: number; review: number; created: number }

/** What waits for somebody: theirs to accept, to do, to review (of `reviewed` stations), and open ones they made. */
export const countMine = async (
  db: Db,
  accountId: string,
  stations: readonly string[] | null,
  reviewed: readonly string[] | null,
): Promise<Mine> => {
  const inScope = scopeOf(stations, sql`o.station_id`)
  const [mine, review] = await Promise.all([
    sql<{ accept: number; do: number; created: number }>`
      SELECT (SELECT count(*)::int FROM work_order o WHERE o.handler_id = ${accountId}::uuid AND o.rank < 10
                AND o.status = 'receiving' AND ${inScope}) AS accept,
             (SELECT count(*)::int FROM work_order o WHERE o.handler_id = ${accountId}::uuid AND o.rank < 10
                AND o.status IN ('pending', 'in_progress') AND ${inScope}) AS do,
             (SELECT count(*)::int FROM work_order o WHERE o.initiator_id = ${accountId}::uuid AND o.rank < 10
                AND ${inScope}) AS created`.execute(db),
    reviewed?.length === 0
      ? { rows: [{ n: 0 }] }
      : sql<{ n: number }>`
          SELECT coalesce(sum(t.n), 0)::int AS n FROM order_tally t
           WHERE t.status = 'audit' AND ${scopeOf(reviewed, sql`t.station_id`)}`.execute(db),
  ])
  const [counts = { accept: 0, do: 0, created: 0 }] = mine.rows
  return { ...counts, review: review.rows[0]?.n ?? 0 }
}

export type Holders = { people: { id: string; name: string; open: number }[]; unassigned: number }

/** Who has open orders of these stations, the most first, and how many nobody has. */
export const countByHandler = async (db: Db, stations: readonly string[] | null): Promise<Holders> => {
  const { rows } = await sql<{ id: string | null; name: string | null; open: number }>`
    SELECT o.handler_id AS id, a.name, count(*)::int AS open
      FROM work_order o LEFT JOIN account a ON a.id = o.handler_id
     WHERE o.rank < 10 AND ${scopeOf(stations, sql`o.station_id`)}
     GROUP BY o.handler_id, a.name ORDER BY open DESC, a.name, o.handler_id`.execute(db)
  return {
    people: rows
      .flatMap(({ id, name, open }) => (id === null ? [] : [{ id, name: name ?? '', open }]))
      .slice(0, PEOPLE_SHOWN),
    unassigned: rows.find(({ id }) => id === null)?.open ?? 0,
  }
}

/** The same people of these, of whom it is known how many they have. */
export const mostHolding = async (db: Db, holders: readonly Holder[]): Promise<Holders['people']> => {
  if (holders.length === 0) return []
  const { rows } = await sql<Holders['people'][number]>`${knownAs('order-holders')}
    SELECT a.id, a.name, h.open
      FROM unnest(${holders.map(([id]) => id)}::uuid[], ${holders.map(([, open]) => open)}::int[]) AS h(id, open)
      JOIN account a ON a.id = h.id
     ORDER BY h.open DESC, a.name, a.id LIMIT ${PEOPLE_SHOWN}`.execute(db)
  return rows
}
