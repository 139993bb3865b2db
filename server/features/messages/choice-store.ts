import type { Db } from '../../platform/db/handle.ts'

export const putChoice = async (
  db: Db,
  accountId: string,
  values: {
    levels: number[]
    stations: string[] | null
    orders: boolean
    quiet_from: number | null
    quiet_to: number | null
    zone: string
    reports?: boolean
  },
): Promise<void> => {
  await db
    .insertInto('notification_choice')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet((eb) => ({ ...values, version: eb('notification_choice.version', '+', 1) })),
    )
    .execute()
}

export const choiceOf = (db: Db, accountId: string) =>
  db.selectFrom('notification_choice').selectAll().where('account_id', '=', accountId).executeTakeFirst()

export const choiceRows = (db: Db, accountIds: readonly string[]) =>
  db
    .selectFrom('notification_choice')
    .selectAll()
    .where('account_id', 'in', [...accountIds])
    .execute()
