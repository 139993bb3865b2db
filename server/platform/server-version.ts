import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The version that a package says of itself. */
export const versionIn = async (folder: string): Promise<string> => {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Of this program. */
export const serverVersion = (): Promise<string> => versionIn(path.join(import.meta.dirname, '../..'))
