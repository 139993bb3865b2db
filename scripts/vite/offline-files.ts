import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { minifySync, type Plugin } from 'vite'

const workers = join(import.meta.dirname, '../../web/worker')
/** Pixels; the one of Apple has no transparent corners, as its system rounds them itself. */
const icons = [
  { file: 'icon-192.png', size: 192, whole: false },
  { file: 'icon-512.png', size: 512, whole: false },
  { file: 'icon-whole-512.png', size: 512, whole: true },
  { file: 'icon-180.png', size: 180, whole: true },
]

const manifest = {
  name: 'Sunkeeper',
  short_name: 'Sunkeeper',
  id: '/h5/',
  start_url: '/h5/home',
  scope: '/h5/',
  display: 'standalone',
  lang: 'zh-CN',
  theme_color: '#165eff',
  background_color: '#f4f5f8',
  icons: [
    { src: '/h5/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/h5/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/h5/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/h5/icon-whole-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}

/** The app's sign with its corners filled and its drawing inside the circle that launchers may cut out. */
const wholeIcon = (svg: string): string =>
  svg
    .replace('rx="15" ', '')
    .replace(/(<rect[^>]*>)([\s\S]*)(<\/svg>)/, '$1<g transform="translate(6.4 6.4) scale(0.8)">$2</g>$3')

const paths = (list: Iterable<string>): string => JSON.stringify([...list].map((file) => `/h5/${file}`))

/**
 * What makes the app installable: manifest, icons, and the worker with the names of all files. `loads.json` tells which
 * of them the first page needs.
 */
export function offlineFiles(): Plugin {
  return {
    name: 'offline-files',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = '' }) {
        const svg = readFileSync(join(dir, 'icon.svg'), 'utf8')
        for (const { file, size, whole } of icons)
          await sharp(Buffer.from(whole ? wholeIcon(svg) : svg), { density: 72 * (size / 64) })
            .resize(size, size)
            .png({ palette: true })
            .toFile(join(dir, file))
        writeFileSync(join(dir, 'manifest.webmanifest'), JSON.stringify(manifest))

        const loads = JSON.parse(readFileSync(join(dir, 'loads.json'), 'utf8')) as {
          entry: string[]
          parts: Record<string, string[]>
        }
        const needed = ['zh_CN/core', 'en/core', 'zh_CN/home', 'en/home', 'home']
        const first = new Set([
          ...loads.entry,
          ...needed.flatMap((part) => loads.parts[part] ?? []),
          'icon.svg',
        ])
        const rest = readdirSync(join(dir, 'assets'))
          .map((name) => `assets/${name}`)
          .filter((file) => /\.(?:js|css|wasm|json|svg|png)$/.test(file) && !first.has(file))
          .sort((one, other) => statSync(join(dir, one)).size - statSync(join(dir, other)).size)
        const version = createHash('sha256')
          .update(readFileSync(join(dir, 'index.html')))
          .update(paths(rest))
          .digest('hex')
          .slice(0, 12)
        const source = readFileSync(join(workers, 'worker.js'), 'utf8')
          .replace('= __FIRST__', () => `= ${paths(first)}`)
          .replace('= __REST__', () => `= ${paths(rest)}`)
          .replace('page-__VERSION__', () => `page-${version}`)
        const push = readFileSync(join(workers, 'push.js'), 'utf8')
        writeFileSync(join(dir, 'push.js'), minifySync('push.js', push).code)
        writeFileSync(join(dir, 'worker.js'), minifySync('worker.js', source).code)
      },
    },
  }
}
