import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** Rooms of which the edge is made; of others it takes what these import. */
const whole = ['edge', 'gateway', 'contract/mqtt']

const isLeftOut = (file: string): boolean => /\.(test|fixture)\.tsx?$|\.md$|(^|\/)\./.test(file)
const imported =
  /(?:^|\n)\s*(?:import|export)\s+(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

export type ProgramFiles = {
  /** Path from the root, with slashes, and content. */
  files: ReadonlyMap<string, Buffer>
  /** Packages that they import. */
  packages: ReadonlySet<string>
}

/** The files of the edge below `root`: its rooms without their tests, and all that they import. */
export const programFiles = async (root: string): Promise<ProgramFiles> => {
  const files = new Map<string, Buffer>()
  const packages = new Set<string>()
  const waiting: string[] = []
  for (const room of whole)
    for (const entry of await readdir(path.join(root, room), { recursive: true, withFileTypes: true })) {
      const file = path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')
      if (entry.isFile() && !isLeftOut(file)) waiting.push(file)
    }
  // The list grows while it is gone through.
  for (const file of waiting) {
    if (files.has(file)) continue
    const content = await readFile(path.join(root, file))
    files.set(file, content)
    if (!file.endsWith('.ts')) continue
    for (const [, plain, later] of content.toString('utf8').matchAll(imported)) {
      const name = plain ?? later ?? ''
      if (name.startsWith('#')) waiting.push(name.slice(1))
      else if (name.startsWith('.')) waiting.push(path.posix.join(path.posix.dirname(file), name))
      else if (!name.startsWith('node:'))
        packages.add(
          name
            .split('/')
            .slice(0, name.startsWith('@') ? 2 : 1)
            .join('/'),
        )
    }
  }
  return { files, packages }
}
