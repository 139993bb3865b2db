import { createHash } from 'node:crypto'
import { type FirmwareManifest, firmwareManifest, manifestText, signedText } from '#contract/mqtt/firmware.ts'
import type { ErrorCode } from '#domain/errors.ts'
import {
  entryNames,
  indexText,
  type PackageIndex,
  packageIndex,
  signaturePattern,
  signedIndexText,
} from '#domain/upgrades/bundle.ts'
import { IMAGES_MAX } from '#domain/upgrades/limits.ts'
import { keyVerdict, type SigningKey } from '#domain/upgrades/signing-keys.ts'
import { packBundle, unpackBundle } from './bundle-archive.ts'
import { isSigned } from './signature.ts'

export type OpenedImage = { manifest: FirmwareManifest; signature: string; data: Buffer }
export type OpenedBundle = { index: PackageIndex; images: OpenedImage[] }

/** Why a bundle is not accepted. */
export class BundleRefused extends Error {
  override name = 'BundleRefused'
  readonly code: Extract<ErrorCode, `package_${string}`>
  /** The entry it was found in. */
  readonly entry: string

  constructor(code: BundleRefused['code'], entry: string) {
    super(`${code}: ${entry}`)
    this.code = code
    this.entry = entry
  }
}

const hex = (data: Buffer): string => createHash('sha256').update(data).digest('hex')

/** Text of the one form that `write` gives for what it says; every other spelling of the same is refused. */
const readExactly = <T>(
  { name, data }: { name: string; data: Buffer },
  schema: { safeParse: (json: unknown) => { success: true; data: T } | { success: false } },
  write: (value: T) => string,
): T => {
  try {
    const parsed = schema.safeParse(JSON.parse(data.toString('utf8')))
    if (parsed.success && Buffer.from(write(parsed.data), 'utf8').equals(data)) return parsed.data
  } catch {
    // Not JSON: the same refusal.
  }
  throw new BundleRefused('package_unreadable', name)
}

const mustBeSigned = (
  keys: readonly SigningKey[],
  keyId: string,
  text: string,
  signature: { name: string; data: Buffer },
): string => {
  const key = keyVerdict(keys, keyId)
  if (key === 'unknown') throw new BundleRefused('package_key_unknown', signature.name)
  if (key === 'revoked') throw new BundleRefused('package_key_revoked', signature.name)
  const sig = signature.data.toString('latin1')
  if (!signaturePattern.test(sig) || !isSigned(text, sig, key.publicKey))
    throw new BundleRefused('package_unsigned', signature.name)
  return sig
}

/**
 * A package with everything in it checked: that it is exactly the file its content makes, both kinds of signatures,
 * each image's size and hash, and that nothing has expired.
 * @throws BundleRefused
 */
export const openBundle = async (
  bytes: Buffer,
  keys: readonly SigningKey[],
  now: number,
): Promise<OpenedBundle> => {
  const entries = await unpackBundle(bytes, 2 + 3 * IMAGES_MAX)
  const [first, firstSig, ...rest] = entries ?? []
  if (!entries || !first || !firstSig) throw new BundleRefused('package_unreadable', 'tar')
  const expected = entryNames(rest.length / 3)
  if (rest.length % 3 !== 0 || entries.some(({ name }, at) => name !== expected[at]))
    throw new BundleRefused('package_unreadable', 'tar')
  // Signatures come before anything that is said about the rest.
  const index = readExactly(first, packageIndex, indexText)
  mustBeSigned(keys, index.key, signedIndexText(index), firstSig)
  if (index.manifests.length !== rest.length / 3) throw new BundleRefused('package_changed', first.name)
  const images = index.manifests.map((sha256, at): OpenedImage => {
    const [manifestEntry, sigEntry, imageEntry] = rest.slice(at * 3, at * 3 + 3)
    if (!manifestEntry || !sigEntry || !imageEntry) throw new BundleRefused('package_unreadable', 'tar')
    if (hex(manifestEntry.data) !== sha256) throw new BundleRefused('package_changed', manifestEntry.name)
    const manifest = readExactly(manifestEntry, firmwareManifest, manifestText)
    const signature = mustBeSigned(keys, manifest.key, signedText(manifest), sigEntry)
    if (imageEntry.data.length !== manifest.size || hex(imageEntry.data) !== manifest.sha256)
      throw new BundleRefused('package_changed', imageEntry.name)
    if (manifest.expires <= now) throw new BundleRefused('package_expired', manifestEntry.name)
    return { manifest, signature, data: imageEntry.data }
  })
  if (!(await packBundle(entries)).equals(bytes)) throw new BundleRefused('package_changed', 'tar')
  return { index, images }
}
