import { recordDone } from '../../platform/audit/audit.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../platform/refusal.ts'
import { lockToManage } from '../stations/station-to-manage.ts'
import type { Caller } from '../accounts/who.ts'
import { safetyOf, saveSafety, type Safety } from '../stations/safety-store.ts'

export const readSafety = async (
  { db }: Pick<Context, 'db'>,
  { who, now }: Pick<Caller, 'who' | 'now'>,
  stationId: string,
): Promise<Safety> => (await safetyOf(db, stationId, who, now)) ?? refuse('not_found')

/** Says how to get to a station, what is dangerous there and what has to be kept to. @throws Refusal `not_found` */
export const changeSafety = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  caller: Caller,
  stationId: string,
  given: Safety,
): Promise<Safety> => {
  await transact(db, async (trx) => {
    const row = await lockToManage(trx, caller, stationId)
    await saveSafety(trx, stationId, given)
    await recordDone(trx, caller, {
      companyId: row.company_id,
      action: 'station.safety',
      objectKind: 'station',
      objectId: stationId,
      detail: { ...given },
    })
  })
  changeEvents.tell({ type: 'changed', stationId, what: 'orders' })
  return given
}
