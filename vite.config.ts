import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import compileMessage from 'icu-minify/compile'
import {
  defineConfig,
  minifySync,
  preprocessCSS,
  type Plugin,
  type ResolvedConfig,
  type Rolldown,
} from 'vite'
import { composedFrom, composedStyles } from './scripts/vite/composed-styles.ts'
import { evenStyles } from './scripts/vite/even-styles.ts'
import { heldBy, withoutFacades } from './scripts/vite/facades.ts'
import { offlineFiles } from './scripts/vite/offline-files.ts'
import { openShortProperties } from './scripts/vite/short-properties.ts'

const web = join(import.meta.dirname, 'web')
const properties = openShortProperties(web)
const serverPort = process.env['PORT'] ?? '8080'
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
  version: string
}

/** What the inline script loads ahead: style sheets and, by name, the modules of a route and of a language. */
type Ahead = {
  css: string[]
  /** Files below the base, each once: routes share most of theirs. */
  files: string[]
  /** Places in `files`. */
  modules: Record<string, number[]>
  /** The catalogues of each route, as routes.ts names them. */
  words: Record<string, string[]>
}

/** What is loaded with each entry of the graph, all that it imports included; read by the check of the budgets. */
type Loads = {
  entry: string[]
  /** Pages by file name without its ending, catalogues as `language/name`, by what each brings. */
  parts: Record<string, string[]>
  words: Record<string, string[]>
  /** Share (0 to 1) of each script that is written here and not in a library. */
  own: Record<string, number>
}

const partName = (module: string): string | undefined => {
  const name = /web\/(?:phrases\/(\w+\/\w+)|.*\/([\w-]+-page))\.tsx?$/.exec(module)
  return name?.[1] ?? name?.[2]
}

/** Pages and catalogues in a chunk; one that stands in a larger chunk has a small one before it, by which it is called. */
const partsIn = (chunk: Rolldown.OutputChunk): string[] =>
  [...new Set([...chunk.moduleIds, chunk.facadeModuleId ?? ''])].flatMap((id) => partName(id) ?? [])

const loadsOf = (bundle: Rolldown.OutputBundle): Loads => {
  const reach = (file: string, into: Set<string>): Set<string> => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || into.has(file)) return into
    const held = heldBy(chunk)
    if (held !== file) return reach(held, into)
    into.add(file)
    const meta = 'viteMetadata' in chunk ? chunk.viteMetadata : undefined
    for (const css of meta?.importedCss ?? []) into.add(css)
    for (const other of chunk.imports) reach(other, into)
    return into
  }
  const loads: Loads = { entry: [], parts: {}, words: wordsOfRoutes(), own: {} }
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue
    const lengths = Object.entries(chunk.modules).map(([id, { renderedLength }]) => ({ id, renderedLength }))
    const sum = (list: typeof lengths): number =>
      list.reduce((all, { renderedLength }) => all + renderedLength, 0)
    loads.own[chunk.fileName] =
      sum(lengths.filter(({ id }) => !id.includes('node_modules'))) / Math.max(1, sum(lengths))
    const files = [...reach(chunk.fileName, new Set())]
    if (chunk.isEntry) {
      // The steps of web/main.tsx are imported at once, though one after the other.
      const steps = Object.values(bundle).filter(
        (one) => one.type === 'chunk' && one.moduleIds.some((id) => /\/web\/boot\/[\w-]+\.tsx?$/.test(id)),
      )
      loads.entry = [
        ...new Set([...files, ...steps.flatMap(({ fileName }) => [...reach(fileName, new Set())])]),
      ]
    }
    for (const name of partsIn(chunk))
      loads.parts[name] = [...new Set([...(loads.parts[name] ?? []), ...files])]
  }
  return loads
}

type Words = { [key: string]: string | Words }
const compiledWords = (words: Words): object =>
  Object.fromEntries(
    Object.entries(words).map(([key, word]) => [
      key,
      typeof word === 'string' ? compileMessage(word) : compiledWords(word),
    ]),
  )

/**
 * Compiles the catalogues, so that no phone loads a parser of messages (12 kB) to read them with; development keeps
 * the parser, and its better complaints.
 */
function compiledCatalogues(): Plugin {
  const catalogue = /\/web\/phrases\/(?:en|zh_CN)\/\w+\.ts$/
  return {
    name: 'compiled-catalogues',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    async load(id) {
      if (!catalogue.test(id)) return null
      const words = (await import(`${pathToFileURL(id).href}?${statSync(id).mtimeMs}`)) as Record<
        string,
        Words
      >
      return Object.entries(words)
        .map(([name, tree]) => `export const ${name} = ${JSON.stringify(compiledWords(tree))}`)
        .join('\n')
    },
  }
}

/** What a server sends to whoever takes it compressed, done once here instead of at every request. */
function compressed(): Plugin {
  const worthBytes = 1_000
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = '' }) {
        for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
          const file = join(dir, name)
          if (!/\.(?:js|css|html|svg|json|wasm)$/.test(name) || statSync(file).size < worthBytes) continue
          const bytes = readFileSync(file)
          writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
          writeFileSync(`${file}.br`, brotliCompressSync(bytes))
        }
      },
    },
  }
}

const wordsOfRoutes = (): Record<string, string[]> => {
  const source = readFileSync(join(web, 'routes.ts'), 'utf8')
  const lines = source.matchAll(/^ {2}'?([\w-]+)'?: page\([\s\S]*?file\.\w+(?:,\s*)?\)((?:,\s*'\w+')*)/gm)
  return Object.fromEntries(
    [...lines].map(([, route = '', names = '']) => [
      route,
      [...names.matchAll(/\w+/g)].map(([name]) => name),
    ]),
  )
}

/** Answers that were kept by an app with other shapes are of no use. */
const contractHash = (): string => {
  const folder = join(import.meta.dirname, 'contract/http')
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, name)))
  return hash.digest('hex').slice(0, 12)
}

const sha256 = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** Places in rising order, each as its distance from the one before: small numbers compress better. */
const distances = (places: readonly number[]): number[] =>
  places.toSorted((a, b) => a - b).map((place, no, all) => place - (all[no - 1] ?? 0))

const inlineScript = (ahead: Ahead): string => {
  const source = readFileSync(join(web, 'shell/first-paint.js'), 'utf8')
  const modules = Object.fromEntries(
    Object.entries(ahead.modules).map(([name, places]) => [name, distances(places)]),
  )
  const filled = source.replace('__AHEAD__', () => JSON.stringify({ ...ahead, modules }))
  return minifySync('first-paint.js', filled, { mangle: { toplevel: true } }).code.trim()
}

/**
 * The HTML carries the first paint: tokens, reset and skeleton styles inline, and a small script that sets theme and
 * language, asks for the first route's data and starts loading what that route needs. The style sheet of the app stops
 * blocking the paint. The hashes of both for a content security policy go to `csp-hashes.json`, the name of the entry,
 * by which an open page notices a newer version, to `version.json`.
 */
function firstPaint(): Plugin {
  let config: ResolvedConfig
  let written: Record<string, object> = {}
  const css = async (): Promise<string> => {
    const files = ['ui/tokens.css', 'ui/reset.css', 'shell/first-paint.css'].map((file) => join(web, file))
    const parts = await Promise.all(
      files.map(async (file) => preprocessCSS(readFileSync(file, 'utf8'), file, config)),
    )
    const text = parts.map((part) => part.code).join('\n')
    return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\s*\n\s*/g, '')
  }
  return {
    name: 'first-paint',
    configResolved(resolved) {
      config = resolved
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url !== '/' && request.url !== '/h5') return next()
        response.writeHead(302, { location: config.base }).end()
      })
    },
    writeBundle({ dir }) {
      for (const [name, value] of Object.entries(written)) {
        writeFileSync(join(dir ?? '', name), `${JSON.stringify(value)}\n`)
      }
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const ahead: Ahead = { css: [], files: [], modules: {}, words: {} }
        const place = (file: string): number => {
          if (!ahead.files.includes(file)) ahead.files.push(file)
          return ahead.files.indexOf(file)
        }
        const atOnce = new Set(bundle ? loadsOf(bundle).entry : [])
        let page = html
        if (bundle) {
          ahead.words = wordsOfRoutes()
          page = page.replaceAll(/\s*<link rel="stylesheet"[^>]*>/g, '')
          ahead.css = [...atOnce].filter((file) => file.endsWith('.css')).map((file) => config.base + file)
          const links = [...atOnce]
            .filter((file) => file.endsWith('.js') && !page.includes(file))
            .map((file) => `<link rel="modulepreload" crossorigin href="${config.base}${file}">`)
          page = page.replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`)
          for (const chunk of Object.values(bundle)) {
            if (chunk.type !== 'chunk') continue
            const meta = 'viteMetadata' in chunk ? chunk.viteMetadata : undefined
            const files = [
              heldBy(chunk),
              ...chunk.imports.filter((file) => bundle[file]),
              ...(meta?.importedCss ?? []),
            ]
            // Pages and words are asked for ahead; what a page brings along is named with the page.
            const asked = partsIn(chunk).filter(
              (key) => key.includes('/') || key.replace(/-page$/, '') in ahead.words,
            )
            for (const key of asked) {
              // What every route loads is named in the page itself.
              const more = files.filter((file) => !atOnce.has(file)).map(place)
              ahead.modules[key] = [...new Set([...(ahead.modules[key] ?? []), ...more])]
            }
          }
        }
        const style = bundle ? properties.inStyle(await css()) : await css()
        const code = inlineScript(ahead)
        written = {
          'version.json': { entry: /<script type="module"[^>]*src="([^"]+)"/.exec(page)?.[1] },
          ...(bundle ? { 'loads.json': loadsOf(bundle) } : {}),
          'csp-hashes.json': { script: [sha256(code)], style: [sha256(style)] },
        }
        return page
          .replace('<!--first-paint-style-->', () => `<style>${style}</style>`)
          .replace('<!--first-paint-script-->', () => `<script>${code}</script>`)
      },
    },
  }
}

const either = (...names: string[]): string => `(?:${names.join('|')})`
const code = String.raw`(?:\.tsx?|\.module\.css)`
const components =
  'button card classes copy-button count-to empty-state error-state figure figures go late message now page pull-to-refresh row segmented shared/marks shared/stack shared/text skeleton status-pill toast'.split(
    ' ',
  )
/** Modules that home or the frame around every page need. What is named here and used elsewhere only costs its bytes. */
const frame = new RegExp(
  either(
    String.raw`/node_modules/(?:use-intl|@tanstack/(?:react-query|query-core))/(?!.*(?:[qQ]ueries|[iI]nfinite\w*Observer|useInfinite|useMutation|mutationObserver)).*`,
    String.raw`/web/ui/${either(...components)}${code}`,
    String.raw`/web/ui/chart/${either('chart', 'chart-table', 'columns', 'donut', 'size', 'time-chart')}${code}`,
    String.raw`/web/home/(?!no-stations|factors-sheet|orders-card|alarms-card|keep-first)[\w-]+${code}`,
    String.raw`/web/shell/(?!update-notice|later)[\w-]+${code}`,
    String.raw`/web/phrases/${either('catalogues', 'choose-language', 'format', 'language', 'provider', 'use-format', 'wall-clock')}${code}`,
    String.raw`/web/data/${either('api-error', 'boot', 'call', 'clock', 'contact', 'live-door', 'new-id', 'query', 'sign-in-gate', 'when-quiet', 'kept/kept-store', 'kept/keep-door', 'kept/owed-sign-out', 'kept/take-kept')}${code}`,
    String.raw`/web/accounts/${either('session', 'user-info')}${code}`,
    String.raw`/web/${either('paths', 'search', 'router', 'routes', 'watchers')}${code}`,
    String.raw`/web/boot/${either('frame', 'start')}${code}`,
    String.raw`/web/accounts/password-again${code}`,
    String.raw`/lucide-react/dist/esm/icons/${either('check', 'list')}\.mjs`,
  ) + '$',
)

/** The skeleton of the first paint stands in the page under this name: a style sheet of the app must not move it. */
const taken = 'fp'
const shortNames = new Map<string, string>([[taken, taken]])
// Without an a: what hides advertisements looks for class names like ad.
const letters = 'bcdefghijklmnopqrstuvwxyz'
const inLetters = (no: number): string =>
  (no < letters.length ? '' : inLetters(Math.floor(no / letters.length) - 1)) +
  (letters[no % letters.length] ?? '')
/** Class names of a few letters, in the order they are met: names are a good part of what style sheets weigh. */
const shortName = (name: string, file: string): string => {
  const key = `${file.replace(/\?.*$/, '')} ${name}`
  const next = inLetters(shortNames.size)
  // Whoever would be called like the skeleton gets the first name, which nobody has: `taken` holds its place.
  const short = shortNames.get(key) ?? (next === taken ? inLetters(0) : next)
  shortNames.set(key, short)
  return short
}

// With the loader, which Vite hands on without naming it in its types.
const modules = {
  localsConvention: 'camelCaseOnly' as const,
  generateScopedName: shortName,
  Loader: composedFrom(shortName),
}

export default defineConfig({
  root: 'web',
  base: '/h5/',
  plugins: [
    react(),
    properties.plugin,
    compiledCatalogues(),
    composedStyles(),
    evenStyles(),
    withoutFacades(),
    firstPaint(),
    offlineFiles(),
    compressed(),
  ],
  define: {
    'import.meta.env.APP_VERSION': JSON.stringify(version),
    'import.meta.env.CONTRACT': JSON.stringify(contractHash()),
    // Off unless a build asks for it.
    'import.meta.env.OFFLINE_START': JSON.stringify(process.env['OFFLINE_START'] === 'on'),
  },
  css: { modules },
  build: {
    outDir: '../dist/h5',
    emptyOutDir: true,
    // Three years back: Chrome and Android WebView 118, Safari and iOS WebView 17.
    target: ['chrome118', 'safari17'],
    cssTarget: ['chrome118', 'safari17'],
    // What scripts a page needs stands in the HTML once, and is loaded by that (see first-paint.js); style sheets are
    // waited for here.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
    },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        // The first page names every file twice, and what is random does not compress: 42 bits tell versions apart.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // Over a slow line each file costs a round trip: what every page and home need comes in one file each for
        // code, styles, words and libraries.
        codeSplitting: {
          groups: [
            // A hundred files of a few lines each, as one.
            { name: 'icons', test: /\/lucide-react\/dist\/esm\/icons\//, priority: 0 },
            { name: 'words-zh_CN', test: /\/web\/phrases\/zh_CN\/(?:core|home)\.ts$/ },
            { name: 'words-en', test: /\/web\/phrases\/en\/(?:core|home)\.ts$/ },
            // Libraries run in a step of their own each, see web/main.tsx; what one needs stands in it or before it.
            {
              name: 'react',
              test: /rolldown\/runtime\.js|\/web\/boot\/react\.ts|\/node_modules\/(?:react|react-dom|scheduler)\/|vite\/preload-helper/,
              priority: 3,
            },
            {
              name: 'routing',
              test: /\/node_modules\/(?:@tanstack\/(?:react-router|router-core|history|react-store|store)|use-sync-external-store)\/|\/web\/boot\/routing\.ts/,
              priority: 2,
            },
            { name: 'frame', test: frame, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: `http://127.0.0.1:${serverPort}`, changeOrigin: false } },
  },
})
