import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type FileStore, fileOfName, type StoredFile, StoreTrouble } from './store.ts'

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

/** Onto the disk for good, before a row says that it is there. */
const synced = async (file: string): Promise<void> => {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Files in a folder of this machine, or one that servers share: 256 folders, a file a name. */
export const openFolderStore = (dir: string): FileStore => {
  const pathOf = (name: string): string => path.join(dir, name)
  const trouble = (error: unknown): never => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed'
    throw new StoreTrouble(`the folder ${dir} cannot be read: ${code}`, { cause: error })
  }
  /** Errors of writing stay what they are: a full disk is told apart. */
  const place = async (name: string, from: string): Promise<void> => {
    const to = pathOf(name)
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
    await rename(from, to)
  }
  const looked = async (name: string): Promise<StoredFile[]> => {
    const found = await stat(pathOf(name)).catch((error: unknown) =>
      isMissing(error) ? null : trouble(error),
    )
    return found?.isFile() ? [{ name, bytes: found.size, changedMs: found.mtimeMs }] : []
  }
  const namesIn = (folder: string): Promise<string[]> =>
    readdir(folder).catch((error: unknown) => (isMissing(error) ? [] : trouble(error)))
  return {
    title: `folder ${dir}`,
    mayHoldOthers: false,
    prepare: async (from) => {
      await synced(from)
      return { place: (name) => place(name, from), discard: async () => {} }
    },
    put: async (name, from) => {
      await synced(from)
      await place(name, from)
    },
    open: async (name) => {
      const handle = await open(pathOf(name), 'r').catch((error: unknown) =>
        isMissing(error) ? null : trouble(error),
      )
      if (handle === null) return null
      const { size } = await handle.stat()
      return { bytes: size, body: createReadStream('', { fd: handle }) }
    },
    sizeOf: async (name) => (await looked(name))[0]?.bytes ?? null,
    erase: (name) => rm(pathOf(name), { force: true }),
    list: async function* () {
      for (const folder of (await namesIn(dir)).toSorted()) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue
        const page: StoredFile[] = []
        for (const base of (await namesIn(pathOf(folder))).toSorted()) {
          const name = `${folder}/${base}`
          if (fileOfName(name) !== null) page.push(...(await looked(name)))
        }
        if (page.length > 0) yield page
      }
    },
    // What is unfinished lies where it was received (file-disk.ts).
    eraseUnfinished: async () => 0,
  }
}
