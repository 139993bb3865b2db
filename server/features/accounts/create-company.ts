import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../platform/refusal.ts'
import { insertCompany } from './account-store.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import type { Caller } from './who.ts'

/** @throws Refusal `invalid_input` when the id is taken */
export const createCompany = async (
  call: Caller & { context: Context },
  company: { id: string; name: string },
): Promise<{ id: string; name: string; createdAt: number }> =>
  transact(call.context.db, async (tx) => {
    if (!(await insertCompany(tx, call.now, company))) {
      throw new Refusal('invalid_input', { field: 'id', problems: [{ code: 'invalid_input', field: 'id' }] })
    }
    await recordDone(tx, call, {
      action: 'company.create',
      objectKind: 'company',
      objectId: company.id,
    })
    return { ...company, createdAt: call.now }
  })
