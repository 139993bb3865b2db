import type { Db } from '../../platform/db/handle.ts'

/** What the installation knows of itself, by name. */
export const valueOf = async (db: Db, key: string): Promise<unknown> =>
  (await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst())?.value

/** Locked until the end of the transaction; false when there is none. */
export const lockValue = async (tx: Db, key: string): Promise<boolean> =>
  (await tx
    .selectFrom('installation')
    .select('key')
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()) !== undefined

export const putValue = async (db: Db, key: string, value: string): Promise<void> => {
  await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Of servers that start together the first one's stays. */
export const addValue = async (db: Db, key: string, value: string): Promise<void> => {
  await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const dropValue = async (db: Db, key: string): Promise<void> => {
  await db.deleteFrom('installation').where('key', '=', key).execute()
}
