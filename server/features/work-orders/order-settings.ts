import { recordDone } from '../../platform/audit/audit.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Caller } from '../accounts/who.ts'
import { orderSettings, lockOrderSettings, saveOrderSettings } from '../accounts/company-store.ts'

type SettingsView = {
  version: number
  companyId: string
  companyName: string
  autoDispatch: boolean
  autoReview: boolean
}

export const readSettings = async (db: Db, companyId: string | null): Promise<SettingsView | null> => {
  if (companyId === null) return null
  const row = await orderSettings(db, companyId)
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
    const row = (await lockOrderSettings(trx, companyId)) ?? refuse('not_found')
    if (row.version !== given.version)
      refuse('version_stale', { current: { settings: await readSettings(trx, companyId) } })
    await saveOrderSettings(trx, companyId, given.autoDispatch, given.autoReview)
    await recordDone(trx, caller, {
      companyId,
      action: 'company.order-settings',
      objectKind: 'company',
      objectId: companyId,
      detail: {
        autoDispatch: [row.auto_dispatch, given.autoDispatch],
        autoReview: [row.auto_review, given.autoReview],
      },
    })
    return (await readSettings(trx, companyId)) ?? refuse('not_found')
  })
