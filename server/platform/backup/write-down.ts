import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'

/** Writes a restored file to the disk. Answers with its SHA-256. */
export const writeDown = async (file: string, body: AsyncIterable<Buffer>, mode: number): Promise<string> => {
  const hash = createHash('sha256')
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(file, 'wx', 0o600)
  try {
    for await (const chunk of body) {
      hash.update(chunk)
      await handle.writeFile(chunk)
    }
    // Whatever is masked where a restore runs.
    await handle.chmod(mode)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return hash.digest('hex')
}
