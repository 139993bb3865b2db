import { crc32, createInflateRaw } from 'node:zlib'
import type { ZipPart } from '#domain/files/zip-directory.ts'

/** Bytes handed to the unpacker at once. */
const SLICE = 64 * 1024

/** Whether one part unpacks to exactly what the directory says of it; ends as soon as it is more. */
const holdsWhatItSays = async (bytes: Uint8Array, part: ZipPart): Promise<boolean> => {
  const packed = bytes.subarray(part.from, part.to)
  if (!part.deflated) return crc32(packed) === part.crc
  const inflate = createInflateRaw({ chunkSize: SLICE })
  const slices = (function* () {
    for (let at = 0; at < packed.length; at += SLICE) yield packed.subarray(at, at + SLICE)
  })()
  const feed = async (): Promise<void> => {
    for (const slice of slices) {
      if (inflate.destroyed) return
      if (!inflate.write(slice))
        await new Promise((resolve) => inflate.once('drain', resolve).once('close', resolve))
    }
    inflate.end()
  }
  let [length, crc] = [0, 0]
  try {
    const fed = feed()
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      length += chunk.length
      crc = crc32(chunk, crc)
      if (length > part.unpacked) break
    }
    inflate.destroy()
    await fed
  } catch {
    return false
  }
  return length === part.unpacked && crc === part.crc && inflate.bytesWritten === packed.length
}

/** Whether all parts do, one after the other. What they say together was judged before. */
export const partsHold = async (bytes: Uint8Array, parts: readonly ZipPart[]): Promise<boolean> => {
  for (const part of parts) if (!(await holdsWhatItSays(bytes, part))) return false
  return true
}
