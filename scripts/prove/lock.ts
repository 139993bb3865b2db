type Dependencies = Record<string, string>
type Manifest = {
  dependencies?: Dependencies
  devDependencies?: Dependencies
  optionalDependencies?: Dependencies
}
type Locked = { version?: string; resolved?: string; integrity?: string; link?: boolean; inBundle?: boolean }
export type Lock = { packages: Record<string, Manifest & Locked> }

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

/** Where package.json and its lock file say different things, or say them loosely. */
export const lockTrouble = (manifest: Manifest, lock: Lock): string[] => {
  const found: string[] = []
  const root = lock.packages[''] ?? {}
  for (const kind of kinds) {
    const [wanted, locked] = [manifest[kind] ?? {}, root[kind] ?? {}]
    for (const name of new Set([...Object.keys(wanted), ...Object.keys(locked)])) {
      const [want, have] = [wanted[name] ?? 'nothing', locked[name] ?? 'nothing']
      if (want !== have) found.push(`${kind}: ${name} is ${want} in package.json, ${have} in the lock`)
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(want))
        found.push(`${kind}: ${name} is not one exact version: ${want}`)
      const { version } = lock.packages[`node_modules/${name}`] ?? {}
      if (version !== want) found.push(`${name} is locked as ${version ?? 'nothing'}, wanted as ${want}`)
    }
  }
  for (const [place, { resolved, integrity, link, inBundle }] of Object.entries(lock.packages)) {
    if (place === '' || inBundle) continue
    // Without an address it comes from the registry that npm is told of; anything else would go around it.
    if (link || !(resolved ?? 'https://').startsWith('https://'))
      found.push(`${place} comes from ${resolved ?? 'a link'}`)
    if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')) found.push(`${place} has no SHA-512`)
  }
  return found
}
