import { randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { FactoryFile } from './objects.ts'

const crcTable = Array.from({ length: 256 }, (_, no) => {
  let value = no
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})
const crc = (bytes: Uint8Array): number => {
  let value = 0xffffffff
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 255] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}
const chunk = (type: string, data: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc(typed))
  return Buffer.concat([length, typed, sum])
}

/** A PNG of one grey, `width` times `height` pixels, one bit each. */
export const pngOf = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const small = Uint8Array.from(pngOf(16, 12))

export const objects: NonNullable<FactoryFile['objects']> = {
  file: async (_, caller) => {
    const id = randomUUID()
    const made = await caller.request(`PUT /api/files/${id}?purpose=station_image&name=roof.png`, {
      raw: small,
      headers: { 'content-type': 'image/png' },
    })
    if (made.status !== 200) throw new Error(`a file could not be made: ${made.text}`)
    return id
  },
}

export const uploads: NonNullable<FactoryFile['uploads']> = {
  'PUT /api/files/{fileId}': { raw: small, headers: { 'content-type': 'image/png' } },
}

export const queries: NonNullable<FactoryFile['queries']> = {
  'PUT /api/files/{fileId}': 'purpose=station_image&name=roof.png',
}
