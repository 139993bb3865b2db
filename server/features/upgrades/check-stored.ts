import type { FirmwareManifest } from '#contract/mqtt/firmware.ts'
import { signedText } from '#contract/mqtt/firmware.ts'
import type { UpgradeReason } from '#domain/upgrades/reasons.ts'
import { keyVerdict, type SigningKey } from '#domain/upgrades/signing-keys.ts'
import type { Db } from '../../platform/db/handle.ts'
import { type ImageRow, storedImage } from './package-store.ts'
import { isSigned } from './signature.ts'

/** The manifest that a stored image was signed with, made of its columns again. */
export const manifestOf = (image: ImageRow): FirmwareManifest => ({
  vendor: image.vendor,
  component: image.level,
  model: image.model,
  ...(image.hw_min === null || image.hw_max === null ? {} : { hw: { min: image.hw_min, max: image.hw_max } }),
  version: image.version,
  seq: image.sequence,
  size: image.bytes,
  sha256: image.sha256,
  expires: image.expires_at,
  key: image.key_id,
})

/** Whether what is stored is still what was signed, by a key that is still accepted, and has not expired; else why. */
export const checkStored = async (
  db: Db,
  image: ImageRow,
  keys: readonly SigningKey[],
  now: number,
): Promise<UpgradeReason | null> => {
  const key = keyVerdict(keys, image.key_id)
  if (key === 'unknown') return 'unknown_key'
  if (key === 'revoked') return 'key_revoked'
  if (!isSigned(signedText(manifestOf(image)), image.signature, key.publicKey)) return 'package_changed'
  const stored = await storedImage(db, image.id)
  if (stored?.bytes !== image.bytes || stored.sha256 !== image.sha256) return 'package_changed'
  return image.expires_at <= now ? 'package_expired' : null
}
