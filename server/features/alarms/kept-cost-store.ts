import { sql } from 'kysely'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'

/** Open alarms that are to be reckoned: those that never were, the worst first, then those that are due. */
export const alarmsToReckon = async (db: Db, now: number, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    (SELECT a.id FROM alarm a
      WHERE a.rank < 10 AND NOT EXISTS (SELECT FROM alarm_cost c WHERE c.alarm_id = a.id)
      ORDER BY a.rank, a.occurred_at DESC LIMIT ${limit})
    UNION ALL
    (SELECT c.alarm_id FROM alarm_cost c WHERE c.due_at <= ${instant(now)} ORDER BY c.due_at LIMIT ${limit})
    LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export const keepCost = async (
  db: Db,
  one: { alarmId: string; at: number; dueAt: number; wh: number | null },
): Promise<void> => {
  const fresh = { at: new Date(one.at), due_at: new Date(one.dueAt), wh: one.wh }
  await db
    .insertInto('alarm_cost')
    .values({ alarm_id: one.alarmId, ...fresh })
    .onConflict((conflict) => conflict.column('alarm_id').doUpdateSet(fresh))
    .execute()
}

export const forgetCosts = async (db: Db, ids: readonly string[]): Promise<void> => {
  await sql`DELETE FROM alarm_cost WHERE alarm_id = ANY(${[...ids]}::uuid[])`.execute(db)
}
