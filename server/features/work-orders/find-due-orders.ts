import { type Expression, type SqlBool, sql } from 'kysely'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'
import { countOpenOrders } from './find-order-counts.ts'
import { scopeOf } from './find-orders.ts'

/** What counts as due soon, from now on. */
const SOON_MS = 24 * 3_600_000

const dueIn = (db: Db, scope: Expression<SqlBool>) =>
  db
    .selectFrom('work_order as o')
    .innerJoin('station', 'station.id', 'o.station_id')
    .where('o.due_at', 'is not', null)
    .where(scope)

/** Open orders of a scope that have a time: ids of those past it and of those before it, by it. Each list is short. */
export const dueOrders = async (
  db: Db,
  scope: Expression<SqlBool>,
  now: number,
  limit: number,
): Promise<{ overdue: string[]; next: string[] }> => {
  const of = async (side: '<' | '>='): Promise<string[]> => {
    const rows = await dueIn(db, scope)
      .where('o.due_at', side, instant(now))
      .orderBy('o.due_at')
      .orderBy('o.id')
      .limit(limit)
      .select('o.id')
      .execute()
    return rows.map(({ id }) => id)
  }
  const [overdue, next] = await Promise.all([of('<'), of('>=')])
  return { overdue, next }
}

type Due = { overdue: number; dueSoon: number }

const dueUntil = (now: number) => ({
  overdue: sql<number>`count(*) FILTER (WHERE o.due_at < ${instant(now)})::int`,
  dueSoon: sql<number>`count(*) FILTER (WHERE o.due_at >= ${instant(now)})::int`,
  soon: instant(now + SOON_MS),
})

const countDueIn = async (db: Db, scope: Expression<SqlBool>, now: number): Promise<Due> => {
  const { overdue, dueSoon, soon } = dueUntil(now)
  const found = await dueIn(db, scope)
    .where('o.due_at', '<', soon)
    .select([overdue.as('overdue'), dueSoon.as('dueSoon')])
    .executeTakeFirst()
  return found ?? { overdue: 0, dueSoon: 0 }
}

/** Asks no station, but which ones are deleted. */
const countDueOfAll = async (db: Db, now: number): Promise<Due> => {
  const { overdue, dueSoon, soon } = dueUntil(now)
  const { rows } = await sql<Due>`
    SELECT ${overdue} AS overdue, ${dueSoon} AS "dueSoon" FROM work_order o
     WHERE o.due_at < ${soon} AND ${scopeOf(null, sql`o.station_id`)}`.execute(db)
  return rows[0] ?? { overdue: 0, dueSoon: 0 }
}

const countOpenIn = async (db: Db, scope: Expression<SqlBool>): Promise<number> => {
  const tally = await db
    .selectFrom('order_tally as t')
    .innerJoin('station', 'station.id', 't.station_id')
    .where('t.status', 'not in', ['completed', 'invalid'])
    .where(scope)
    .select(sql<number>`coalesce(sum(t.n), 0)::int`.as('open'))
    .executeTakeFirst()
  return tally?.open ?? 0
}

/** `scope` null: of every station that is not deleted. */
export const countDue = async (
  db: Db,
  scope: Expression<SqlBool> | null,
  now: number,
): Promise<Due & { open: number }> => {
  const [due, open] = await Promise.all([
    scope === null ? countDueOfAll(db, now) : countDueIn(db, scope, now),
    scope === null ? countOpenOrders(db) : countOpenIn(db, scope),
  ])
  return { ...due, open }
}
