import { upgradableKinds } from '#domain/devices/kinds.ts'
import * as z from 'zod/mini'
import { deviceSerial, instant, job, maybe, measured, protocol, text, whole } from './fields.ts'

export const firmwareChunkBytes = 4096
/** A gateway asks for at most this many chunks at once. */
export const firmwareWindow = 16
export const maxFirmwareBytes = 64 * 1024 * 1024
const maxChunks = maxFirmwareBytes / firmwareChunkBytes

/** What is signed (Ed25519, over `signedText`); checked by server and gateway. */
export const firmwareManifest = z.object({
  vendor: text(64, 'Vendor of the device the image is for'),
  component: z.enum(upgradableKinds),
  model: text(64, 'Model the image is for'),
  hw: maybe(z.object({ min: text(64, 'Oldest hardware version'), max: text(64, 'Newest hardware version') })),
  version: text(64, 'Version of the image'),
  seq: whole(0, Number.MAX_SAFE_INTEGER, 'Grows with every release; a lower one is a downgrade and refused'),
  size: whole(1, maxFirmwareBytes, 'Bytes of the image'),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/), z.describe('SHA-256 of the image, hex')),
  expires: instant('The manifest is not accepted after this'),
  key: text(64, 'Id of the signing key'),
})

/** A manifest as JSON in its one form: these keys in this order, `hw` left out when there is none. */
export function manifestText(manifest: FirmwareManifest): string {
  const { vendor, component, model, hw, version, seq, size, sha256, expires, key } = manifest
  const range = hw ? { hw: { min: hw.min, max: hw.max } } : {}
  return JSON.stringify({ vendor, component, model, ...range, version, seq, size, sha256, expires, key })
}

/** The text that is signed. Nothing else of a manifest counts. */
export function signedText(manifest: FirmwareManifest): string {
  return `sunkeeper-firmware-1\n${manifestText(manifest)}`
}

/** An image to be fetched. It is always fetched here, chunk by chunk under its job: an offer holds no address. */
export const firmwareOffer = z.object({
  v: protocol,
  job,
  manifest: firmwareManifest,
  sig: z.string().check(z.regex(/^[A-Za-z0-9_-]{86}$/), z.describe('Ed25519 signature, base64url')),
  chunk: z.literal(firmwareChunkBytes),
  n: whole(1, maxChunks, 'Number of chunks'),
  mode: z.enum(['normal', 'fast']),
  targets: z.array(deviceSerial).check(z.minLength(1), z.maxLength(1000)),
})

/** Takes an offer back. What is being written already is finished. */
export const firmwareCancel = z.object({ v: protocol, job, cancel: z.literal(true) })

/** What goes over `ota/offer`. */
export const firmwareOrder = z.union([firmwareOffer, firmwareCancel])

export const firmwareGet = z.object({
  v: protocol,
  job,
  from: whole(0, maxChunks - 1, 'First chunk wanted, counted from 0'),
  count: whole(1, firmwareWindow, 'How many'),
})

export const firmwareProgress = z.object({
  v: protocol,
  job,
  phase: z.enum(['receiving', 'distributing', 'verifying', 'done', 'failed', 'cancelled']),
  bytes: maybe(whole(0, maxFirmwareBytes, 'Bytes received by the gateway')),
  nodes: maybe(
    z
      .array(
        z.object({
          sn: deviceSerial,
          phase: z.enum(['waiting', 'writing', 'verifying', 'updated', 'failed']),
          pct: maybe(measured(0, 100, 'Progress of this phase, %')),
          before: maybe(text(64, 'Version before')),
          after: maybe(text(64, 'Version now')),
          code: maybe(text(64, 'Why it failed')),
        }),
      )
      .check(z.maxLength(1000)),
  ),
  code: maybe(text(64, 'Why it failed')),
  ts: instant('Clock of the gateway'),
})

export type FirmwareManifest = z.infer<typeof firmwareManifest>
export type FirmwareOffer = z.infer<typeof firmwareOffer>
export type FirmwareCancel = z.infer<typeof firmwareCancel>
export type FirmwareOrder = z.infer<typeof firmwareOrder>
export type FirmwareGet = z.infer<typeof firmwareGet>
export type FirmwareProgress = z.infer<typeof firmwareProgress>

/** CRC-32 of IEEE 802.3 (reflected, polynomial 0xEDB88320), as zlib and PNG use it. */
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

export function crc32(data: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of data) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}

/** A chunk on the wire: 4 bytes CRC-32 of the data, big-endian, then the data (1 to 4096 bytes). */
export function encodeFirmwareChunk(data: Uint8Array): Uint8Array {
  if (data.length === 0 || data.length > firmwareChunkBytes)
    throw new RangeError('a chunk has 1 to 4096 bytes')
  const chunk = new Uint8Array(4 + data.length)
  new DataView(chunk.buffer).setUint32(0, crc32(data))
  chunk.set(data, 4)
  return chunk
}

/** The data of a chunk; null when its length or CRC is wrong. */
export function decodeFirmwareChunk(chunk: Uint8Array): Uint8Array | null {
  if (chunk.length < 5 || chunk.length > 4 + firmwareChunkBytes) return null
  const data = chunk.subarray(4)
  const expected = new DataView(chunk.buffer, chunk.byteOffset, 4).getUint32(0)
  return crc32(data) === expected ? data : null
}
