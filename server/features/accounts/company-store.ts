import type { Db } from '../../platform/db/handle.ts'

const columns = ['id', 'name', 'auto_dispatch', 'auto_review', 'version'] as const

export const orderSettings = (db: Db, companyId: string) =>
  db.selectFrom('company').select(columns).where('id', '=', companyId).executeTakeFirst()

export const lockOrderSettings = (trx: Db, companyId: string) =>
  trx.selectFrom('company').select(columns).where('id', '=', companyId).forNoKeyUpdate().executeTakeFirst()

export const saveOrderSettings = async (
  trx: Db,
  companyId: string,
  autoDispatch: boolean,
  autoReview: boolean,
): Promise<void> => {
  await trx
    .updateTable('company')
    .set((eb) => ({
      auto_dispatch: autoDispatch,
      auto_review: autoReview,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', companyId)
    .execute()
}
