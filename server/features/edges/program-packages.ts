/** An entry of a package-lock.json, as far as it decides what else is needed. */
type Locked = {
  version?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  dev?: boolean
} & Record<string, unknown>
export type Lockfile = { lockfileVersion: number; packages: Record<string, Locked> } & Record<string, unknown>

/** Where a package finds another one: in its own folder, or in that of whoever has brought it. */
const placeOf = (packages: Lockfile['packages'], from: string, name: string): string | null => {
  for (let at = from; ;) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (Object.hasOwn(packages, place)) return place
    if (at === '') return null
    at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules') - 1))
  }
}

/**
 * The part of a lock file that a program with these direct dependencies needs, with versions and checksums as they are.
 * @throws Error for a direct dependency that is not locked
 */
export const cutLock = (
  lock: Lockfile,
  root: {
    name: string
    version: string
    dependencies: Record<string, string>
    optionalDependencies: Record<string, string>
  },
): Lockfile => {
  const kept = new Map<string, Locked>()
  const take = (from: string, names: readonly string[], must: boolean): void => {
    for (const name of names) {
      const place = placeOf(lock.packages, from, name)
      if (place === null && must) throw new Error(`${name} does not stand in the lock file`)
      if (place === null || kept.has(place)) continue
      const { dev: _, ...locked } = lock.packages[place] ?? {}
      kept.set(place, locked)
      const further = { ...locked.dependencies, ...locked.optionalDependencies, ...locked.peerDependencies }
      take(place, Object.keys(further), false)
    }
  }
  take('', Object.keys(root.dependencies), true)
  take('', Object.keys(root.optionalDependencies), true)
  return {
    name: root.name,
    version: root.version,
    lockfileVersion: lock.lockfileVersion,
    requires: true,
    packages: {
      '': root,
      ...Object.fromEntries([...kept].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}
