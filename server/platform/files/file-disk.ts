import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../refusal.ts'

/** What somebody sent, written down whole. */
export type Received = { path: string; bytes: number; sha256: Buffer; start: Buffer }

const incoming = 'incoming'
/** The first bytes tell what kind of file it is. */
const startBytes = 16

/** A new path to write to; whatever is left there is swept. */
export const temporary = async (dir: string): Promise<string> => {
  const folder = path.join(dir, incoming)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return path.join(folder, randomUUID())
}

export const discard = async (...paths: string[]): Promise<void> => {
  for (const one of paths) await rm(one, { force: true })
}

/**
 * Writes a body down, byte by byte as it comes.
 * @throws Refusal `file_too_large` at the first byte beyond `most`, `not_readable` when the body breaks off. Then
 * nothing is left.
 */
export const receive = async (dir: string, body: Readable, most: number): Promise<Received> => {
  const to = await temporary(dir)
  const hash = createHash('sha256')
  let bytes = 0
  let start = Buffer.alloc(0)
  const counted = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > most) throw new Refusal('file_too_large')
      if (start.length < startBytes) start = Buffer.concat([start, chunk]).subarray(0, startBytes)
      hash.update(chunk)
      yield chunk
    }
  }
  // A stream that opens its file itself would make it after the body has broken off, when nobody removes it any more.
  const file = await open(to, 'wx', 0o600)
  try {
    await pipeline(counted(body.iterator({ destroyOnReturn: false })), file.createWriteStream())
    return { path: to, bytes, sha256: hash.digest(), start }
  } catch (error) {
    await discard(to)
    if (error instanceof Refusal || !body.errored) throw error
    throw new Refusal('not_readable')
  }
}

const olderThan = async (file: string, before: number): Promise<boolean> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs < before,
    () => false,
  )

/** Removes what was begun and never finished; `before`: epoch ms of the disk's own clock. Returns how many. */
export const eraseUnfinished = async (dir: string, before: number): Promise<number> => {
  const folder = path.join(dir, incoming)
  let gone = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name)
    if (!(await olderThan(file, before))) continue
    await discard(file)
    gone += 1
  }
  return gone
}
