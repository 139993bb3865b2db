import type { Db } from '../../platform/db/handle.ts'
import type { Insertable } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

export const ownAmong = (trx: Db, orderId: string, ids: readonly string[]) =>
  trx
    .selectFrom('order_file')
    .innerJoin('file', 'file.id', 'order_file.file_id')
    .select(['file.id', 'file.purpose'])
    .where('order_file.order_id', '=', orderId)
    .where('file.id', 'in', [...ids])
    .where('file.removed_at', 'is', null)
    .execute()

export const insertFiles = async (
  trx: Db,
  rows: readonly Insertable<Tables['order_file']>[],
): Promise<void> => {
  await trx
    .insertInto('order_file')
    .values([...rows])
    .execute()
}

export const insertAnswers = async (
  trx: Db,
  rows: readonly Insertable<Tables['order_answer']>[],
): Promise<void> => {
  await trx
    .insertInto('order_answer')
    .values([...rows])
    .execute()
}
