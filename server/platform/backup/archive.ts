import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { BackupError, damaged } from './manifest.ts'

/** What is read, packed and unpacked at a time. Each piece is handed on by itself, and small ones take longer by that than by their bytes. */
const PIECE_BYTES = 1024 * 1024

export type ArchiveWriter = {
  put: (name: string, bytes: Buffer) => Promise<void>
  /** Exactly `size` bytes of `body`. */
  putStream: (name: string, size: number, body: AsyncIterable<Buffer>) => Promise<void>
  /** Writes all of it to the disk under its final name. */
  finish: () => Promise<void>
  /** Leaves nothing behind. */
  abandon: () => Promise<void>
}

/**
 * A tar archive under zstd with a checksum, at most a few megabytes of it in memory. Until `finish` it is
 * `FILE.part`, readable by its owner alone: it holds password hashes and keys.
 * @throws BackupError when the file exists or its folder does not.
 */
export const createArchive = async (file: string): Promise<ArchiveWriter> => {
  const part = `${file}.part`
  if (await exists(file)) throw new BackupError(`${file} exists already; it is not overwritten.`)
  const handle = await open(part, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const why =
      error.code === 'EEXIST' ? 'another backup is writing it, or one was killed: remove it' : error.message
    throw new BackupError(`${part} cannot be made: ${why}`)
  })
  await handle.close()
  const tar = pack()
  const { ZSTD_c_checksumFlag: checksum, ZSTD_c_compressionLevel: level } = constants
  const writing = pipeline(
    tar,
    createZstdCompress({ chunkSize: PIECE_BYTES, params: { [checksum]: 1, [level]: 3 } }),
    createWriteStream(part, { flags: 'r+', flush: true }),
  )
  // Awaited at the end; until then a full disk is reported by the entry that meets it.
  let failure: BackupError | null = null
  const settled = writing.catch((error: unknown) => {
    failure = new BackupError(
      `${part} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
  /** What ended the writing says more than the entry that found it ended. */
  const explained = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (tar.destroyed) await settled
      throw failure ?? error
    }
  }
  const failed = writing.then(() => new Promise<never>(() => {}))
  failed.catch(() => {})

  const entry = (name: string, size: number) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const sink = tar.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()))
    sink.on('error', reject)
    promise.catch(() => {})
    return { sink, done: Promise.race([promise, failed]) }
  }
  return {
    put: (name, bytes) =>
      explained(async () => {
        const { sink, done } = entry(name, bytes.length)
        sink.end(bytes)
        await done
      }),
    putStream: (name, size, body) =>
      explained(async () => {
        const { sink, done } = entry(name, size)
        done.catch(() => {})
        for await (const chunk of body) {
          if (!sink.write(chunk)) await Promise.race([once(sink, 'drain'), done])
        }
        sink.end(null)
        await done
      }),
    finish: () =>
      explained(async () => {
        tar.finalize()
        await writing
        await rename(part, file)
        const folder = await open(path.dirname(path.resolve(file)), 'r')
        await folder.sync().catch(() => {}) // not every file system syncs folders
        await folder.close()
      }),
    abandon: async () => {
      tar.destroy(new Error('abandoned'))
      await writing.catch(() => {})
      await rm(part, { force: true })
    },
  }
}

export type ArchiveEntry = { name: string; size: number; body: AsyncIterable<Buffer> }

/**
 * The entries of an archive, in order; each body must be read before the next entry is asked for.
 * @throws BackupError when the file is missing, no archive, cut off or damaged.
 */
export async function* entriesOf(file: string): AsyncGenerator<ArchiveEntry> {
  if (!(await exists(file))) throw new BackupError(`There is no file ${file}.`)
  const tar = extract()
  const feeding = pipeline(
    createReadStream(file, { highWaterMark: PIECE_BYTES }),
    createZstdDecompress({ chunkSize: PIECE_BYTES }),
    tar,
  )
  feeding.catch(() => {}) // the entry that is being read says so
  try {
    for await (const entry of tar) {
      if (entry.header.type !== 'file') throw damaged(file, `${entry.header.name} is no file`)
      yield {
        name: entry.header.name,
        size: entry.header.size ?? 0,
        body: bodyOf(file, entry as AsyncIterable<Buffer>),
      }
    }
    await feeding
  } catch (error) {
    throw asDamage(file, error)
  } finally {
    tar.destroy()
  }
}

/** What the decompression and the tar reader throw, as a sentence about the file. */
async function* bodyOf(file: string, entry: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* entry
  } catch (error) {
    throw asDamage(file, error)
  }
}

const asDamage = (file: string, error: unknown): BackupError =>
  error instanceof BackupError ? error : damaged(file, error instanceof Error ? error.message : String(error))

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )
