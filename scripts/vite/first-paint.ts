import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, type Plugin, type ResolvedConfig } from 'vite'
import { home as en } from '../../web/app/phrases/en/home.ts'
import { home as zh_CN } from '../../web/app/phrases/zh_CN/home.ts'
import { loadsOf, type Loads } from './graph.ts'

const web = join(import.meta.dirname, '../../web')

/** What is loaded ahead: by name, the modules of a route and of a language. */
type Files = {
  /** Files below the base, each once: routes share most of theirs. */
  files: string[]
  /** Places in `files`. */
  modules: Record<string, number[]>
  words: Record<string, string[]>
}
/** What the inline script knows: the style sheets that all need, what home needs, and where that of the others is. */
type Ahead = Files & {
  css: string[]
  others: string
  /** What the figure of the skeleton is called. */
  power: Record<'en' | 'zh_CN', string>
}

const sha256 = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
const power = { en: en.home.power, zh_CN: zh_CN.home.power }

const filesOf = (loads: Loads, routes: readonly string[]): Files => {
  const words = Object.fromEntries(routes.map((route) => [route, loads.words[route] ?? []]))
  const catalogues = new Set(['core', ...Object.values(words).flat()])
  const held: Files = { files: [], modules: {}, words }
  for (const [name, files] of Object.entries(loads.near)) {
    const [, catalogue] = name.split('/')
    if (catalogue === undefined ? !routes.includes(name) : !catalogues.has(catalogue)) continue
    held.modules[name] = files
      // What every route loads is named in the page itself.
      .filter((file) => !loads.entry.includes(file))
      .map((file) => {
        if (!held.files.includes(file)) held.files.push(file)
        return held.files.indexOf(file)
      })
  }
  return held
}

/** What stands in the page, and the file beside it that the others are looked up in. */
const aheadOf = (loads: Loads, base: string): { ahead: Ahead; file: string; others: Files } => {
  const others = filesOf(
    loads,
    Object.keys(loads.words).filter((route) => route !== 'home'),
  )
  const hash = createHash('sha256').update(JSON.stringify(others)).digest('base64url').slice(0, 7)
  const file = `assets/ahead-${hash}.json`
  const css = loads.entry.filter((name) => name.endsWith('.css')).map((name) => base + name)
  return { ahead: { ...filesOf(loads, ['home']), css, others: base + file, power }, file, others }
}

/** The script and the styles that stand in the page: a bundle of its own, as both are needed before any file has come. */
export const inlineParts = async (ahead: Ahead): Promise<{ script: string; style: string }> => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: web,
    define: { AHEAD: JSON.stringify(ahead) },
    css: { transformer: 'lightningcss' },
    build: {
      write: false,
      target: 'es2019',
      cssTarget: ['chrome118', 'safari17'],
      minify: true,
      lib: {
        entry: join(web, 'boot/first-paint.ts'),
        formats: ['iife'],
        name: 'sunkeeper',
        cssFileName: 'style',
      },
    },
  })
  const files = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const script = files.find((file) => file.type === 'chunk')?.code
  const style = files.find((file) => file.type === 'asset' && file.fileName === 'style.css')
  if (script === undefined || style?.type !== 'asset') throw new Error('the first paint was not built')
  return { script: script.trim(), style: String(style.source).trim() }
}

/**
 * The HTML carries the first paint: tokens, reset and skeleton styles inline, and a small script that sets theme and
 * language, asks for the first route's data and starts loading what that route needs. The style sheet of the app stops
 * blocking the paint. The hashes of both for a content security policy go to `csp-hashes.json`, the name of the entry,
 * by which an open page notices a newer version, to `version.json`, what each part loads to `loads.json`, what pages but
 * home load ahead to `assets/ahead-….json`.
 */
export function firstPaint(): Plugin {
  let config: ResolvedConfig
  let written: Record<string, object> = {}
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
        const path = join(dir ?? '', name)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, `${JSON.stringify(value)}\n`)
      }
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const loads = bundle ? loadsOf(bundle) : { entry: [], parts: {}, near: {}, words: {}, own: {} }
        const page = html.replaceAll(/\s*<link rel="(?:stylesheet|modulepreload)"[^>]*>/g, '')
        const links = loads.entry
          .filter((file) => file.endsWith('.js') && !page.includes(file))
          .map((file) => `<link rel="modulepreload" crossorigin href="${config.base}${file}">`)
        const { ahead, file, others } = aheadOf(loads, config.base)
        const { script, style } = await inlineParts(ahead)
        written = {
          'version.json': { entry: /<script type="module"[^>]*src="([^"]+)"/.exec(page)?.[1] },
          ...(bundle ? { 'loads.json': loads, [file]: others } : {}),
          'csp-hashes.json': { script: [sha256(script)], style: [sha256(style)] },
        }
        return page
          .replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`)
          .replace('<!--first-paint-style-->', () => `<style>${style}</style>`)
          .replace('<!--first-paint-script-->', () => `<script>${script}</script>`)
      },
    },
  }
}
