import { crc32, deflateRawSync } from 'node:zlib'

export type GivenPart = { name: string; data?: string | Buffer }
/** What a liar changes: in the directory, in the part's own head, at the end. */
export type Lies = {
  entry?: (view: DataView, no: number) => unknown
  local?: (view: DataView, no: number) => unknown
  end?: (view: DataView) => unknown
  /** Between the last part and the directory. */
  between?: Buffer
  before?: Buffer
  comment?: Buffer
  behind?: boolean
}

const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** A sound zip with these parts, and the lies told on it. `behind`: sizes stand behind the data, as streaming writers do. */
export const zipOf = (given: readonly GivenPart[], lies: Lies = {}): Buffer => {
  const heads: Buffer[] = []
  const bodies: Buffer[] = lies.before ? [lies.before] : []
  let at = lies.before?.length ?? 0
  for (const [no, { name, data = `<${name}/>` }] of given.entries()) {
    const plain = Buffer.from(data)
    const packed = deflateRawSync(plain)
    const named = Buffer.from(name)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc32(plain), 0)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(plain.length, 8)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(lies.behind ? 8 : 0, 6)
    local.writeUInt16LE(8, 8)
    if (!lies.behind) sizes.copy(local, 14)
    local.writeUInt16LE(named.length, 26)
    lies.local?.(viewOf(local), no)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(lies.behind ? 8 : 0, 8)
    entry.writeUInt16LE(8, 10)
    sizes.copy(entry, 16)
    entry.writeUInt16LE(named.length, 28)
    entry.writeUInt32LE(at, 42)
    lies.entry?.(viewOf(entry), no)
    heads.push(entry, named)
    const mark = Buffer.from([0x50, 0x4b, 0x07, 0x08])
    const body = Buffer.concat([local, named, packed, ...(lies.behind ? [mark, sizes] : [])])
    bodies.push(body)
    at += body.length
  }
  if (lies.between) bodies.push(lies.between)
  at += lies.between?.length ?? 0
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(given.length, 8)
  end.writeUInt16LE(given.length, 10)
  end.writeUInt32LE(Buffer.concat(heads).length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(lies.comment?.length ?? 0, 20)
  lies.end?.(viewOf(end))
  return Buffer.concat([...bodies, ...heads, end, ...(lies.comment ? [lies.comment] : [])])
}

export const docxParts: readonly GivenPart[] = [
  { name: '[Content_Types].xml' },
  { name: '_rels/.rels' },
  { name: 'word/document.xml', data: '<w:document>'.repeat(5_000) },
]
