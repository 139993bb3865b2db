import type { Db } from '../../platform/db/handle.ts'

/** People who want to be told of a month and were not yet. */
export const findUntold = async (db: Db, of: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('account')
    .leftJoin('notification_choice as choice', 'choice.account_id', 'account.id')
    .where('account.disabled_at', 'is', null)
    .where('account.role', 'is not', null)
    .where((eb) => eb(eb.fn.coalesce('choice.reports', eb.lit(true)), '=', true))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('message')
            .select('message.id')
            .whereRef('message.account_id', '=', 'account.id')
            .where('message.report_of', '=', of),
        ),
      ),
    )
    .select('account.id')
    .orderBy('account.id')
    .execute()
  return rows.map(({ id }) => id)
}
