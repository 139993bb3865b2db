import { auditOf, record } from '../../platform/audit/audit.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Caller } from '../accounts/who.ts'

type SettingsView = {
  version: number
  companyId: string
  companyName: string
  autoDispatch: boolean
  autoReview: boolean
}

const columns = ['id', 'name', 'auto_dispatch', 'auto_review', 'version'] as const

export const readSettings = async (db: Db, companyId: string | null): Promise<SettingsView | null> => {
  if (companyId === null) return null
  const row = await db.selectFrom('company').select(columns).where('id', '=', companyId).executeTakeFirst()
  return row
    ? {
        version: row.version,
        companyId: row.id,
        companyName: row.name,
        autoDispatch: row.auto_dispatch,
        autoReview: row.auto_review,
      }
    : null
}

/**
 * Changes the settings of the caller's company. No order is touched: what waits for somebody goes on waiting for them.
 * @throws Refusal `not_found` without a company, `version_stale`
 */
export const changeSettings = async (
  { db }: Pick<Context, 'db'>,
  caller: Caller,
  given: { version: number; autoDispatch: boolean; autoReview: boolean },
): Promise<SettingsView> =>
  transact(db, async (trx) => {
    const { companyId } = caller.who
    if (companyId === null) return refuse('not_found')
    const row =
      (await trx
        .selectFrom('company')
        .select(columns)
        .where('id', '=', companyId)
        .forNoKeyUpdate()
        .executeTakeFirst()) ?? refuse('not_found')
    if (row.version !== given.version)
      refuse('version_stale', { current: { settings: await readSettings(trx, companyId) } })
    await trx
      .updateTable('company')
      .set((eb) => ({
        auto_dispatch: given.autoDispatch,
        auto_review: given.autoReview,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', companyId)
      .execute()
    await record(trx, {
      ...auditOf(caller),
      companyId,
      action: 'company.order-settings',
      objectKind: 'company',
      objectId: companyId,
      result: 'done',
      detail: {
        autoDispatch: [row.auto_dispatch, given.autoDispatch],
        autoReview: [row.auto_review, given.autoReview],
      },
    })
    return (await readSettings(trx, companyId)) ?? refuse('not_found')
  })
