import { readdirSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** Maps tell the sources, hidden files are nobody's; a build that left some is served without them. */
const isServed = (name: string): boolean =>
  !/\.map(?:\.(?:gz|br))?$/.test(name) && name.split('/').every((part) => !part.startsWith('.'))

/** Every file under a folder by its path in it (`assets/main.js`), and when each folder was changed, epoch ms. */
const readNames = (appDir: string): { names: Set<string>; folders: Map<string, number> } => {
  const names = new Set<string>()
  const folders = new Map([[appDir, statSync(appDir).mtimeMs]])
  for (const entry of readdirSync(appDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) folders.set(path, statSync(path).mtimeMs)
    const name = path.slice(appDir.length + 1).replaceAll(sep, '/')
    if (entry.isFile() && isServed(name)) names.add(name)
  }
  return { names, folders }
}

/**
 * Says whether the built app has a file of exactly this name. The folders are read once, and again when a name is asked for
 * that was not there and one of them has changed since: the app has over a thousand files, and a page asks for many.
 */
export const openAppNames = (appDir: string): ((name: string) => Promise<boolean>) => {
  let known = readNames(appDir)
  const changed = async (): Promise<boolean> => {
    const times = await Promise.all(
      [...known.folders].map(async ([folder, at]) => {
        const now = await stat(folder).catch(() => null)
        return now?.mtimeMs !== at
      }),
    )
    return times.includes(true)
  }
  return async (name) => {
    if (known.names.has(name)) return true
    if (!isServed(name) || !(await changed())) return false
    try {
      known = readNames(appDir)
    } catch {
      // A build replaces the folder just now: what was there is asked for again.
      return false
    }
    return known.names.has(name)
  }
}
