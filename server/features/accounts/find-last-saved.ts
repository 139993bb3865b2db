import type { Db } from '../../platform/db/handle.ts'

/** Who saved an object last, and when (epoch ms), as the audit log has it; null = nobody is noted. */
export const lastSaved = async (
  db: Db,
  objectKind: string,
  objectId: string,
): Promise<{ changedBy: string | null; changedAt: number | null }> => {
  const row = await db
    .selectFrom('audit')
    .leftJoin('account', 'account.id', 'audit.account_id')
    .where('audit.object_kind', '=', objectKind)
    .where('audit.object_id', '=', objectId)
    .where('audit.result', '=', 'done')
    .orderBy('audit.id', 'desc')
    .select(['account.name as changedBy', 'audit.at as changedAt'])
    .executeTakeFirst()
  return row ?? { changedBy: null, changedAt: null }
}
