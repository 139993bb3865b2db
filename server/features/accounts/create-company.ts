import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../platform/refusal.ts'
import { companyOf, insertCompany } from './account-store.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import type { Caller } from './who.ts'

/**
 * Asked again, since the answer to the commit was lost, it gives what is there.
 * @throws Refusal `invalid_input` when another company has the id
 */
export const createCompany = async (
  call: Caller & { context: Context },
  company: { id: string; name: string },
): Promise<{ id: string; name: string; createdAt: number }> =>
  transact(call.context.db, async (tx) => {
    if (!(await insertCompany(tx, call.now, company))) {
      const there = await companyOf(tx, company.id)
      if (there?.name === company.name) return there
      throw new Refusal('invalid_input', { field: 'id', problems: [{ code: 'invalid_input', field: 'id' }] })
    }
    await recordDone(tx, call, {
      action: 'company.create',
      objectKind: 'company',
      objectId: company.id,
    })
    return { ...company, createdAt: call.now }
  })
