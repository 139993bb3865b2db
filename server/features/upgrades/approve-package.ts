import { areIndependent } from '#domain/commands/independent.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { PackageBlock } from '#domain/upgrades/reasons.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import type { Caller } from '../accounts/who.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../platform/refusal.ts'
import { accountChangesOfDay } from '../commands/find-account-changes.ts'
import { blocksOfPackage } from './package-blocks.ts'
import { imagesOf, lockPackage, visiblePackages, markWithdrawn, markApproved } from './package-store.ts'
import { mayLetUse, mayTakeBack } from './present-package.ts'
import { keysInForce } from './receive-package.ts'

export const codeOfBlock: Readonly<Record<PackageBlock, ErrorCode>> = {
  not_approved: 'package_not_approved',
  package_withdrawn: 'package_withdrawn',
  package_expired: 'package_expired',
  key_revoked: 'package_key_revoked',
  unknown_key: 'package_key_unknown',
}

/**
 * A second person lets a package be used. Approving again changes nothing.
 * @throws Refusal `not_found`, `forbidden` for whoever has no company, `package_own` for whoever uploaded it, `not_independent` for whoever they had a hand in, `wrong_state` for a withdrawn one, `package_…`
 */
export const approvePackage = async (
  context: Pick<Context, 'db' | 'firmware' | 'log'>,
  caller: Caller,
  packageId: string,
): Promise<void> => {
  const { who, now } = caller
  const keys = await keysInForce(context)
  await transact(context.db, async (trx) => {
    const row = (await lockPackage(trx, visiblePackages(who), packageId)) ?? refuse('not_found')
    if (!mayLetUse(who, row)) refuse('forbidden', { why: 'administrators' })
    if (row.uploaded_by === who.accountId) refuse('package_own')
    if (row.state === 'withdrawn') refuse('wrong_state')
    if (row.state === 'approved') return
    if (!areIndependent(row.uploaded_by, who.accountId, await accountChangesOfDay(trx, now)))
      refuse('not_independent')
    const [block] = blocksOfPackage(row, await imagesOf(trx, [row.id]), keys, now).filter(
      (one) => one !== 'not_approved',
    )
    if (block) refuse(codeOfBlock[block])
    await markApproved(trx, who.accountId, row.id, now)
    await recordDone(trx, caller, {
      companyId: row.company_id,
      action: 'package.approve',
      objectKind: 'package',
      objectId: row.id,
      detail: { name: row.name, version: row.version, uploadedBy: row.uploaded_by },
    })
  })
}

/** Nothing starts with it any more. @throws Refusal `not_found`, `wrong_state` for one that is withdrawn already */
export const withdrawPackage = async (
  { db }: Pick<Context, 'db'>,
  caller: Caller,
  packageId: string,
  remark: string,
): Promise<void> => {
  const { who, now } = caller
  await transact(db, async (trx) => {
    const row = (await lockPackage(trx, visiblePackages(who), packageId)) ?? refuse('not_found')
    if (!mayTakeBack(who, row)) refuse('forbidden', { why: 'administrators' })
    if (row.state === 'withdrawn') refuse('wrong_state')
    await markWithdrawn(trx, who.accountId, row.id, now)
    await recordDone(trx, caller, {
      companyId: row.company_id,
      action: 'package.withdraw',
      objectKind: 'package',
      objectId: row.id,
      detail: { name: row.name, version: row.version, remark },
    })
  })
}
