/** An Office file has a few dozen parts; what unpacks to more than this is no document. */
const partsMax = 5_000
const unpackedMax = 200 * 1024 * 1024
const [END, ENTRY] = [0x06054b50, 0x02014b50]

type Part = { name: string; unpacked: number }

/** The parts that a zip's directory names; null when it is not sound. Nothing is unpacked (APPNOTE 6.3, 4.3.12-16). */
const partsOf = (bytes: Uint8Array): Part[] | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= Math.max(0, bytes.length - 22 - 0xffff) && view.getUint32(end, true) !== END) end -= 1
  if (end < 0 || view.getUint32(end, true) !== END) return null
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  if (count > partsMax || count === 0) return null
  const parts: Part[] = []
  for (let no = 0; no < count; no += 1) {
    if (at + 46 > end || view.getUint32(at, true) !== ENTRY) return null
    // Bit 0: encrypted.
    if ((view.getUint16(at + 8, true) & 1) === 1) return null
    const unpacked = view.getUint32(at + 24, true)
    const length = view.getUint16(at + 28, true)
    const next = at + 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (next > end) return null
    parts.push({ name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length)), unpacked })
    at = next
  }
  return parts
}

const folders = { docx: 'word/', xlsx: 'xl/', pptx: 'ppt/' } as const

/**
 * True for a zip that can be an Office document of this kind: a sound directory, its parts, none with macros, and not
 * more than 200 MB unpacked. It is judged by its directory; it is never unpacked here.
 */
export const isOfficeFile = (kind: keyof typeof folders, bytes: Uint8Array): boolean => {
  const parts = partsOf(bytes)
  if (parts === null) return false
  const names = parts.map(({ name }) => name.toLowerCase())
  return (
    names.includes('[content_types].xml') &&
    names.some((name) => name.startsWith(folders[kind])) &&
    !names.some((name) => name.endsWith('vbaproject.bin') || name.includes('/activex/')) &&
    parts.reduce((sum, { unpacked }) => sum + unpacked, 0) <= unpackedMax
  )
}
