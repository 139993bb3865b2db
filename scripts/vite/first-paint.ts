import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, preprocessCSS, type Plugin, type ResolvedConfig } from 'vite'
import { heldBy } from './facades.ts'
import { loadsOf, partsIn, wordsOfRoutes } from './loads.ts'
import type { ShortProperties } from './short-properties.ts'

const web = join(import.meta.dirname, '../../web')

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
export function firstPaint(properties: Pick<ShortProperties, 'inStyle'>): Plugin {
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
