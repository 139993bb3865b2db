import { sql } from 'kysely'
import { PEOPLE_SHOWN } from '#domain/work-orders/limits.ts'
import type { OrderStatus } from '#domain/work-orders/order-states.ts'
import type { Db } from '../../platform/db/handle.ts'
import { scopeOf } from './find-orders.ts'

export type OrderCounts = Record<OrderStatus | 'overdue', number>

/** Of every station that is not deleted from a sum that is kept, less those of deleted ones: of these there are few. */
const allTallies = sql`(
  SELECT status, n FROM order_total
  UNION ALL
  SELECT t.status, -t.n FROM station s JOIN order_tally t ON t.station_id = s.id WHERE s.deleted_at IS NOT NULL)`

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
  const of = (status: OrderStatus): number => tallies.rows.find((row) => row.status === status)?.n ?? 0
  return {
    dispatching: of('dispatching'),
    receiving: of('receiving'),
    pending: of('pending'),
    in_progress: of('in_progress'),
    audit: of('audit'),
    completed: of('completed'),
    invalid: of('invalid'),
    overdue: overdue.rows[0]?.n ?? 0,
  }
}

/** What waits for somebody: theirs to accept, to do, to review (of `reviewed` stations), and open ones they made. */
export const countMine = async (
  db: Db,
  accountId: string,
  stations: readonly string[] | null,
  reviewed: readonly string[] | null,
): Promise<{ accept: number; do: number; review: number; created: number }> => {
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

/** Who has open orders of these stations, the most first, and how many nobody has. */
export const countByHandler = async (
  db: Db,
  stations: readonly string[] | null,
): Promise<{ people: { id: string; name: string; open: number }[]; unassigned: number }> => {
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
