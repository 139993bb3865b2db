import type { FileKind } from './file-types.ts'

export type ImageSize = { width: number; height: number }

const pngSize = (view: DataView): ImageSize | null =>
  // Length 13 and 'IHDR' have to come first.
  view.byteLength >= 33 && view.getUint32(8) === 13 && view.getUint32(12) === 0x49484452
    ? { width: view.getUint32(16), height: view.getUint32(20) }
    : null

const bmpSize = (view: DataView): ImageSize | null => {
  if (view.byteLength < 26) return null
  const header = view.getUint32(14, true)
  if (header === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) }
  return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) }
}

/** Start-of-frame markers; C4, C8 and CC among them mean something else. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** The largest frame before the picture's data begins. */
const jpegSize = (view: DataView): ImageSize | null => {
  let found: ImageSize | null = null
  let at = 2
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xda || marker === 0xd9) return found
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2
      continue
    }
    const length = view.getUint16(at + 2)
    if (length < 2) return null
    if (isFrame(marker)) {
      const size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
      if (found === null || size.width * size.height > found.width * found.height) found = size
    }
    at += 2 + length
  }
  return null
}

/**
 * Width and height in pixels as the header says, before anything is decoded; null when there is no sound header.
 * Formats: PNG (W3C), JPEG (ITU T.81 annex B), BMP (Windows headers and OS/2's).
 */
export const imageSize = (kind: FileKind, bytes: Uint8Array): ImageSize | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size =
    kind === 'png' ? pngSize(view) : kind === 'jpg' ? jpegSize(view) : kind === 'bmp' ? bmpSize(view) : null
  return size !== null && size.width > 0 && size.height > 0 ? size : null
}
