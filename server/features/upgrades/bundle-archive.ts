import { extract, pack } from 'tar-stream'

export type Entry = { name: string; data: Buffer }

/** A tar of these entries in this order. The same entries make the same bytes. */
export const packBundle = async (entries: readonly Entry[]): Promise<Buffer> => {
  const tar = pack()
  const pieces: Buffer[] = []
  const read = (async () => {
    for await (const piece of tar) pieces.push(piece as Buffer)
  })()
  for (const { name, data } of entries)
    await new Promise<void>((resolve, reject) =>
      tar.entry({ name, mode: 0o644, mtime: new Date(0), type: 'file' }, data, (error) =>
        error ? reject(error) : resolve(),
      ),
    )
  tar.finalize()
  await read
  return Buffer.concat(pieces)
}

/** Entries of a tar; null when it cannot be read, or holds more than `most` or anything but plain files. */
export const unpackBundle = async (bytes: Buffer, most: number): Promise<Entry[] | null> => {
  const tar = extract()
  const entries: Entry[] = []
  try {
    tar.end(bytes)
    for await (const entry of tar) {
      if (entry.header.type !== 'file' || entries.length === most) return null
      const pieces: Buffer[] = []
      for await (const piece of entry) pieces.push(piece as Buffer)
      entries.push({ name: entry.header.name, data: Buffer.concat(pieces) })
    }
    return entries
  } catch {
    return null
  }
}
