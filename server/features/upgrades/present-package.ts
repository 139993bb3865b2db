import type * as z from 'zod/mini'
import type { packageView } from '#contract/http/upgrades.ts'
import { areIndependent } from '#domain/commands/independent.ts'
import { sameCompany } from '#domain/accounts/same-company.ts'
import type { SigningKey } from '#domain/upgrades/signing-keys.ts'
import { may, type Caller, type Who } from '../accounts/who.ts'
import type { Db } from '../../platform/db/handle.ts'
import { accountChangesOfDay } from '../commands/find-account-changes.ts'
import { blocksOfPackage } from './package-blocks.ts'
import { imagesOf, type ShownPackage } from './package-store.ts'

export type PackageView = z.output<typeof packageView>

export const person = (id: string | null, name: string | null | undefined) =>
  id === null ? null : { id, name: name ?? '' }

/**
 * Whether somebody may let a package be used: of their own company, or of the installation when there is a company they
 * do it for. Whoever has none has no part in what belongs to all.
 */
export const mayLetUse = (who: Who, row: Pick<ShownPackage, 'company_id'>): boolean =>
  who.role === 'administrator' ||
  sameCompany(row.company_id, who.companyId) ||
  (row.company_id === null && who.companyId !== null)

/** A package of the installation is not one company's to take away. */
export const mayTakeBack = (who: Who, row: Pick<ShownPackage, 'company_id'>): boolean =>
  who.role === 'administrator' || sameCompany(row.company_id, who.companyId)

export const presentPackages = async (
  db: Db,
  rows: readonly ShownPackage[],
  { who, now, keys }: Pick<Caller, 'who' | 'now'> & { keys: readonly SigningKey[] },
): Promise<PackageView[]> => {
  const images = Map.groupBy(
    await imagesOf(
      db,
      rows.map(({ id }) => id),
    ),
    (image) => image.package_id,
  )
  const waiting = rows.some(({ state }) => state === 'uploaded')
  const hands = waiting ? await accountChangesOfDay(db, now) : []
  return rows.map((row) => {
    const independent = areIndependent(row.uploaded_by, who.accountId, hands)
    const own = images.get(row.id) ?? []
    return {
      id: row.id,
      name: row.name,
      version: row.version,
      vendor: row.vendor,
      bytes: row.bytes,
      sha256: row.sha256.toString('hex'),
      state: row.state,
      blocks: blocksOfPackage(row, own, keys, now),
      expiresAt: row.expires_at,
      images: own.map((image) => ({
        level: image.level,
        vendor: image.vendor,
        model: image.model,
        hwMin: image.hw_min,
        hwMax: image.hw_max,
        version: image.version,
        sequence: image.sequence,
        bytes: image.bytes,
        sha256: image.sha256,
        expiresAt: image.expires_at,
        keyId: image.key_id,
      })),
      uploadedBy: person(row.uploaded_by, row.uploaded_by_name),
      uploadedAt: row.uploaded_at,
      approvedBy: person(row.approved_by, row.approved_by_name),
      approvedAt: row.approved_at,
      withdrawnBy: person(row.withdrawn_by, row.withdrawn_by_name),
      withdrawnAt: row.withdrawn_at,
      mayApprove:
        row.state === 'uploaded' && may(who, 'device:upgrade:approve') && mayLetUse(who, row) && independent,
      tooClose: row.state === 'uploaded' && row.uploaded_by !== who.accountId && !independent,
      mayWithdraw: row.state !== 'withdrawn' && may(who, 'device:upgrade:approve') && mayTakeBack(who, row),
    }
  })
}
