import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { programFiles } from './program-files.ts'
import { cutLock, type Lockfile } from './program-packages.ts'

export type EdgeProgram = {
  version: string
  /** Of `bytes`, hex. */
  sha256: string
  /** `edge.tgz`: all of it lies in the folder `sunkeeper-edge`. */
  bytes: Buffer
}

const FOLDER = 'sunkeeper-edge'

type Package = {
  version: string
  license?: string
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  engines: Record<string, string>
  allowScripts?: Record<string, boolean>
}

const pick = <T>(all: Record<string, T>, wanted: (name: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => wanted(name)))

/** What of this package's description the edge needs: its rooms, the libraries it imports, and the Node it runs on. */
const cutPackage = (from: Package, packages: ReadonlySet<string>) => {
  const known = { ...from.devDependencies, ...from.dependencies }
  return {
    name: FOLDER,
    version: from.version,
    dependencies: pick(known, (name) => packages.has(name)),
    optionalDependencies: pick(from.optionalDependencies, (name) => name.startsWith('node-')),
    engines: from.engines,
  }
}

const readme = (version: string): string =>
  `# Sunkeeper edge ${version}

Reads inverters, meters and batteries at a site and sends what they say to a Sunkeeper server.

Set up once, with npm and any Node from 20 on; it brings the Node it runs on:

    npm ci
    npm run edge -- --server https://YOUR.SERVER --code CODE

The code is made in the app (add a communication device), works once and for 15 minutes. From then on
\`npm run edge\` alone starts it; it needs nothing but an outgoing connection to the server.
`

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

/** The program of the edge as this server hands it out, from its own files. The same files give the same bytes. */
const makeEdgeProgram = async (root: string): Promise<EdgeProgram> => {
  const [text, lockText, { files, packages }] = await Promise.all([
    readFile(path.join(root, 'package.json'), 'utf8'),
    readFile(path.join(root, 'package-lock.json'), 'utf8'),
    programFiles(root),
  ])
  const from = JSON.parse(text) as Package
  const own = cutPackage(from, packages)
  const lock = cutLock(JSON.parse(lockText) as Lockfile, own)
  const description = {
    ...own,
    private: true,
    type: 'module',
    imports: Object.fromEntries(
      ['contract', 'domain', 'edge', 'gateway'].map((room) => [`#${room}/*`, `./${room}/*`]),
    ),
    scripts: { edge: 'node edge/main.ts' },
    allowScripts: pick(from.allowScripts ?? {}, (name) =>
      Object.hasOwn(lock.packages, `node_modules/${name}`),
    ),
  }
  const all = new Map<string, Buffer>([
    ...files,
    ['package.json', json(description)],
    ['package-lock.json', json(lock)],
    ['.npmrc', Buffer.from('ignore-scripts=true\nfund=false\naudit=false\n')],
    ['README.md', Buffer.from(readme(from.version))],
  ])
  const tar = pack()
  const written = buffer(tar)
  for (const [name, content] of [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    tar.entry({ name: `${FOLDER}/${name}`, mode: 0o644, mtime: new Date(0) }, content)
  tar.finalize()
  const bytes = await promisify(gzip)(await written, { level: 9 })
  return { version: from.version, sha256: createHash('sha256').update(bytes).digest('hex'), bytes }
}

/** Makes it when it is first asked for, and keeps it: the files of a server do not change while it runs. */
export const keepEdgeProgram = (
  root = path.join(import.meta.dirname, '../../..'),
): (() => Promise<EdgeProgram>) => {
  let made: Promise<EdgeProgram> | null = null
  return () => {
    made ??= makeEdgeProgram(root).catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}
