import { type Expression, type SqlBool, sql } from 'kysely'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'

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

export const countDue = async (
  db: Db,
  scope: Expression<SqlBool>,
  now: number,
): Promise<{ overdue: number; dueSoon: number; open: number }> => {
  const [due, tally] = await Promise.all([
    dueIn(db, scope)
      .where('o.due_at', '<', instant(now + SOON_MS))
      .select([
        sql<number>`count(*) FILTER (WHERE o.due_at < ${instant(now)})::int`.as('overdue'),
        sql<number>`count(*) FILTER (WHERE o.due_at >= ${instant(now)})::int`.as('dueSoon'),
      ])
      .executeTakeFirst(),
    db
      .selectFrom('order_tally as t')
      .innerJoin('station', 'station.id', 't.station_id')
      .where('t.status', 'not in', ['completed', 'invalid'])
      .where(scope)
      .select(sql<number>`coalesce(sum(t.n), 0)::int`.as('open'))
      .executeTakeFirst(),
  ])
  return { overdue: due?.overdue ?? 0, dueSoon: due?.dueSoon ?? 0, open: tally?.open ?? 0 }
}
