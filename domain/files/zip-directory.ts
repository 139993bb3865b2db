/** An Office file has a few dozen parts; what unpacks to more than this is no document. */
const partsMax = 5_000
export const UNPACKED_MAX = 200 * 1024 * 1024
const [END, ENTRY, LOCAL, DESCRIPTOR] = [0x06054b50, 0x02014b50, 0x04034b50, 0x08074b50]
const [STORED, DEFLATED] = [0, 8]
/** Bits of the flags: encrypted in any way, sizes behind the data, patched data. */
const [LOCKED, SIZES_BEHIND, PATCHED] = [0x2041, 0x08, 0x20]
/** An extra field that gives a part another name than the directory does. */
const OTHER_NAME = 0x7075
const SYMBOLIC_LINK = 0xa000
/** Deflate packs no better. */
const DEFLATE_MOST = 1_032

export type ZipPart = {
  name: string
  /** Where its packed bytes are. */
  from: number
  to: number
  deflated: boolean
  unpacked: number
  crc: number
}

/** A name that stays below the folder it is unpacked into, whatever the system. */
const staysBelow = (name: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  !/[\u0000-\u001F\u007F\\:]/.test(name) &&
  name
    .replace(/\/$/, '')
    .split('/')
    .every((step) => step !== '' && step !== '.' && step !== '..')

/** Byte for byte: what a name may not hold is ASCII in all encodings that are used. */
const textAt = (bytes: Uint8Array, from: number, length: number): string => {
  let text = ''
  for (const byte of bytes.subarray(from, from + length)) text += String.fromCharCode(byte)
  return text
}

/** Whether the extra fields fill their room exactly and none of them gives another name. */
const plainExtras = (view: DataView, from: number, length: number): boolean => {
  let at = from
  while (at + 4 <= from + length) {
    if (view.getUint16(at, true) === OTHER_NAME) return false
    at += 4 + view.getUint16(at + 2, true)
  }
  return at <= from + length
}

type Entry = { part: ZipPart; flags: number; method: number; packed: number; local: number; next: number }

/** An entry of the directory by itself. Sizes and places of 64 bits are in none: a file here is small. */
const entryAt = (bytes: Uint8Array, view: DataView, at: number, end: number): Entry | null => {
  if (at + 46 > end || view.getUint32(at, true) !== ENTRY) return null
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)]
  const [packed, unpacked] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
  const length = view.getUint16(at + 28, true)
  const extras = view.getUint16(at + 30, true)
  const next = at + 46 + length + extras + view.getUint16(at + 32, true)
  if (next > end || view.getUint16(at + 34, true) !== 0) return null
  const name = textAt(bytes, at + 46, length)
  const made = view.getUint16(at + 4, true) >> 8
  const mode = (view.getUint16(at + 40, true) & 0xf000) === SYMBOLIC_LINK && made === 3
  if (!staysBelow(name) || mode || !plainExtras(view, at + 46 + length, extras)) return null
  if ((flags & (LOCKED | PATCHED)) !== 0 || (method !== STORED && method !== DEFLATED)) return null
  if (method === STORED ? packed !== unpacked : unpacked > packed * DEFLATE_MOST) return null
  if (name.endsWith('/') && unpacked !== 0) return null
  const part = {
    name,
    from: 0,
    to: 0,
    deflated: method === DEFLATED,
    unpacked,
    crc: view.getUint32(at + 16, true),
  }
  return { part, flags, method, packed, local: view.getUint32(at + 42, true), next }
}

/** Whether four fields of 32 bits from `at` on are these, where they are said at all. */
const sizesAgree = (view: DataView, at: number, { part, packed }: Entry): boolean =>
  view.getUint32(at, true) === part.crc &&
  view.getUint32(at + 4, true) === packed &&
  view.getUint32(at + 8, true) === part.unpacked

/** How many bytes say the sizes behind the data that ends at `at`, up to `next`; null when something else is there. */
const descriptorAt = (view: DataView, at: number, next: number, entry: Entry): number | null => {
  const length = next - at
  const marked = (length === 16 || length === 24) && view.getUint32(at, true) === DESCRIPTOR
  const from = marked ? at + 4 : at
  if (length === 12 || (length === 16 && marked)) return sizesAgree(view, from, entry) ? length : null
  if (length !== 20 && !(length === 24 && marked)) return null
  // Some writers say them with 64 bits.
  const whole =
    view.getUint32(from, true) === entry.part.crc &&
    view.getBigUint64(from + 4, true) === BigInt(entry.packed) &&
    view.getBigUint64(from + 12, true) === BigInt(entry.part.unpacked)
  return whole ? length : null
}

/** The part as its own head says it, between its place and the next one's; null where the two do not agree. */
const localOf = (bytes: Uint8Array, view: DataView, entry: Entry, next: number): ZipPart | null => {
  const at = entry.local
  if (at + 30 > next || view.getUint32(at, true) !== LOCAL) return null
  const length = view.getUint16(at + 26, true)
  const extras = view.getUint16(at + 28, true)
  const from = at + 30 + length + extras
  const to = from + entry.packed
  if (to > next || textAt(bytes, at + 30, length) !== entry.part.name) return null
  if (view.getUint16(at + 6, true) !== entry.flags || view.getUint16(at + 8, true) !== entry.method)
    return null
  if (!plainExtras(view, at + 30 + length, extras)) return null
  if ((entry.flags & SIZES_BEHIND) === 0) {
    if (to !== next || !sizesAgree(view, at + 14, entry)) return null
  } else if (descriptorAt(view, to, next, entry) === null) return null
  return { ...entry.part, from, to }
}

/**
 * The parts of a zip; null when its directory is not sound: every length, count and place has to agree with the end of
 * the file and with the head of each part, parts follow each other without a gap or an overlap, no name is there twice
 * and none leads elsewhere. Nothing is unpacked here (APPNOTE 6.3, 4.3.7-16).
 */
export const zipParts = (bytes: Uint8Array): ZipPart[] | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= Math.max(0, bytes.length - 22 - 0xffff) && view.getUint32(end, true) !== END) end -= 1
  if (end < 0 || view.getUint32(end, true) !== END) return null
  if (end + 22 + view.getUint16(end + 20, true) !== bytes.length) return null
  const count = view.getUint16(end + 10, true)
  const start = view.getUint32(end + 16, true)
  if (view.getUint32(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count) return null
  if (count > partsMax || count === 0 || start + view.getUint32(end + 12, true) !== end) return null
  const entries: Entry[] = []
  let at = start
  for (let no = 0; no < count; no += 1) {
    const entry = entryAt(bytes, view, at, end)
    if (entry === null) return null
    entries.push(entry)
    at = entry.next
  }
  if (at !== end) return null
  if (new Set(entries.map(({ part }) => part.name.toLowerCase())).size !== count) return null
  const inPlace = entries.toSorted((one, other) => one.local - other.local)
  if (inPlace[0]?.local !== 0) return null
  const parts: ZipPart[] = []
  for (const [no, entry] of inPlace.entries()) {
    const part = localOf(bytes, view, entry, inPlace[no + 1]?.local ?? start)
    if (part === null) return null
    parts.push(part)
  }
  return parts
}

const folders = { docx: 'word/', xlsx: 'xl/', pptx: 'ppt/' } as const

/** Whether these parts can be an Office document of this kind: none with macros, not more than 200 MB unpacked. */
export const isOfficeFile = (kind: keyof typeof folders, parts: readonly ZipPart[]): boolean => {
  const names = parts.map(({ name }) => name.toLowerCase())
  return (
    names.includes('[content_types].xml') &&
    names.some((name) => name.startsWith(folders[kind])) &&
    !names.some((name) => name.endsWith('vbaproject.bin') || name.includes('/activex/')) &&
    parts.reduce((sum, { unpacked }) => sum + unpacked, 0) <= UNPACKED_MAX
  )
}
