import type { PackageBlock } from '#domain/upgrades/reasons.ts'
import { keyVerdict, type SigningKey } from '#domain/upgrades/signing-keys.ts'
import type { ImageRow, PackageRow } from './package-store.ts'

/** What keeps a package from being used at `now`, whatever the gateway. */
export const blocksOfPackage = (
  row: Pick<PackageRow, 'state' | 'expires_at' | 'key_id'>,
  images: readonly Pick<ImageRow, 'key_id'>[],
  keys: readonly SigningKey[],
  now: number,
): PackageBlock[] => {
  const verdicts = [row.key_id, ...images.map((image) => image.key_id)].map((id) => keyVerdict(keys, id))
  return [
    ...(row.state === 'uploaded' ? (['not_approved'] as const) : []),
    ...(row.state === 'withdrawn' ? (['package_withdrawn'] as const) : []),
    ...(row.expires_at <= now ? (['package_expired'] as const) : []),
    ...(verdicts.includes('revoked') ? (['key_revoked'] as const) : []),
    ...(verdicts.includes('unknown') ? (['unknown_key'] as const) : []),
  ]
}
