import { createHash, createPublicKey, verify } from 'node:crypto'
import { type FirmwareOffer, firmwareChunkBytes, signedText } from '#contract/mqtt/firmware.ts'
import { isInRange } from '#domain/upgrades/hardware-range.ts'
import { keyVerdict, type SigningKey } from '#domain/upgrades/signing-keys.ts'

/** A device as its gateway knows it, itself included. */
export interface OwnDevice {
  readonly sn: string
  readonly component: FirmwareOffer['manifest']['component']
  readonly vendor: string
  readonly model: string
  readonly hw: string
  readonly version: string
  /** Of the release it runs: nothing older is taken. */
  readonly sequence: number
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

const isSigned = (offer: FirmwareOffer, publicKey: string): boolean => {
  const signature = Buffer.from(offer.sig, 'base64url')
  if (signature.toString('base64url') !== offer.sig) return false
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
    return verify(null, Buffer.from(signedText(offer.manifest), 'utf8'), key, signature)
  } catch {
    return false
  }
}

/**
 * Why a gateway does not take an offer; null = it does. Nothing is believed that the signature does not cover, and
 * the signature is looked at first. `now` is the gateway's own clock.
 */
export function refusalOf(
  offer: FirmwareOffer,
  devices: readonly OwnDevice[],
  keys: readonly SigningKey[],
  now: number,
): string | null {
  const { manifest, targets, n } = offer
  const key = keyVerdict(keys, manifest.key)
  if (key === 'unknown') return 'unknown_key'
  if (key === 'revoked') return 'key_revoked'
  if (!isSigned(offer, key.publicKey)) return 'bad_signature'
  if (manifest.expires <= now) return 'expired'
  if (n !== Math.ceil(manifest.size / firmwareChunkBytes)) return 'bad_size'
  for (const sn of targets) {
    const device = devices.find((one) => one.sn === sn)
    if (!device || device.component !== manifest.component) return 'unknown_target'
    if (!same(device.vendor, manifest.vendor)) return 'wrong_vendor'
    if (!same(device.model, manifest.model)) return 'wrong_model'
    if (manifest.hw && !isInRange(device.hw, manifest.hw)) return 'wrong_hardware'
    if (manifest.seq < device.sequence) return 'older_sequence'
  }
  return null
}

export const sha256Of = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex')
