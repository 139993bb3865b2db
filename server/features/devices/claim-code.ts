import { createHash, timingSafeEqual } from 'node:crypto'
import { normaliseSerial } from '#domain/devices/fields.ts'

/** What the registry keeps of a claim code, which is random: SHA-256 of it in the form serials are compared in. */
export const claimCodeHash = (code: string): Buffer =>
  createHash('sha256').update(normaliseSerial(code)).digest()

const nobody = Buffer.alloc(32)

/** Compares in constant time, also when there is nothing to compare with. */
export const isClaimCode = (code: string, stored: Uint8Array | undefined): boolean =>
  timingSafeEqual(claimCodeHash(code), stored?.length === 32 ? stored : nobody) && stored !== undefined
