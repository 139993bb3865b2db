import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { type FileStore, StoreTrouble } from './store.ts'

export type Copied = { bytes: number; /** In hex. */ sha256: string }

const ATTEMPTS = 3

const readOnce = async (store: FileStore, name: string, to: FileHandle | null): Promise<Copied | null> => {
  const file = await store.open(name)
  if (file === null) return null
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of file.body as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
    await to?.writeFile(chunk)
  }
  if (bytes !== file.bytes) throw new StoreTrouble(`${store.title}: ${name} is not as long as it said`)
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * Reads a stored file to its end, into a new local file where one is named; begins again, three times in all, when it
 * breaks off. null when there is no such file. @throws StoreTrouble
 */
export const copyOut = async (
  store: FileStore,
  name: string,
  to: string | null = null,
): Promise<Copied | null> => {
  for (let attempt = 1; ; attempt += 1) {
    const handle = to === null ? null : await open(to, 'w', 0o600)
    try {
      return await readOnce(store, name, handle)
    } catch (error) {
      if (!(error instanceof StoreTrouble) || attempt === ATTEMPTS) throw error
    } finally {
      await handle?.close()
    }
  }
}
