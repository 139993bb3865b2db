// Builds the app when its sources are newer than the last build.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'dist/web-sources.sha256')
const sources = ['web', 'domain', 'contract', 'scripts/vite', 'vite.config.ts', 'package-lock.json']

const hashSources = (): string => {
  const hash = createHash('sha256')
  const visit = (path: string): void => {
    const entries = readdirSync(join(root, path), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )
    for (const entry of entries) {
      const child = `${path}/${entry.name}`
      if (entry.isDirectory()) visit(child)
      else if (!/\.test\.tsx?$/.test(entry.name)) hash.update(child).update(readFileSync(join(root, child)))
    }
  }
  for (const source of sources) {
    if (/\.(ts|json)$/.test(source)) hash.update(readFileSync(join(root, source)))
    else visit(source)
  }
  return hash.digest('hex')
}

/** Leaves the built app in `dist/h5`; returns whether it had to build. */
export const buildWeb = async (): Promise<boolean> => {
  const wanted = hashSources()
  const present = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (present === wanted && existsSync(join(root, 'dist/h5/index.html'))) return false
  process.stdout.write('building the app\n')
  // A start that finds it built loads nothing of what builds it.
  const { build } = await import('vite')
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    // Which plugin takes how long is nothing to whoever starts a server.
    build: { rolldownOptions: { checks: { bundlerTimings: false } } },
  })
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, wanted)
  return true
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb()
