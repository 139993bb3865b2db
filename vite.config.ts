import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, minifySync, preprocessCSS, type Plugin, type ResolvedConfig } from 'vite'

const web = join(import.meta.dirname, 'web')
const serverPort = process.env['PORT'] ?? '8080'
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
  version: string
}

/** What the inline script loads ahead: style sheets and, by name, the modules of a route and of a language. */
type Ahead = {
  css: string[]
  modules: Record<string, { js: string[]; css: string[] }>
  /** The catalogues of each route, as routes.ts names them. */
  words: Record<string, string[]>
}

const wordsOfRoutes = (): Record<string, string[]> => {
  const source = readFileSync(join(web, 'routes.ts'), 'utf8')
  const lines = source.matchAll(/^ {2}'?([\w-]+)'?: page\([\s\S]*?file\.\w+\)((?:,\s*'\w+')*)/gm)
  return Object.fromEntries(
    [...lines].map(([, route = '', names = '']) => [
      route,
      [...names.matchAll(/\w+/g)].map(([name]) => name),
    ]),
  )
}

const sha256 = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

const inlineScript = (ahead: Ahead): string => {
  const source = readFileSync(join(web, 'shell/first-paint.js'), 'utf8')
  const filled = source.replace('__AHEAD__', () => JSON.stringify(ahead))
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
        const ahead: Ahead = { css: [], modules: {}, words: {} }
        let page = html
        if (bundle) {
          ahead.words = wordsOfRoutes()
          page = page.replaceAll(/\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g, (_, href: string) => {
            ahead.css.push(href)
            return ''
          })
          for (const chunk of Object.values(bundle)) {
            if (chunk.type !== 'chunk' || !chunk.facadeModuleId || !chunk.isDynamicEntry) continue
            const name = /web\/(?:phrases\/(\w+\/\w+)|.*\/([\w-]+-page))\.tsx?$/.exec(chunk.facadeModuleId)
            const key = name?.[1] ?? name?.[2]
            if (!key) continue
            const meta = 'viteMetadata' in chunk ? chunk.viteMetadata : undefined
            const js = [chunk.fileName, ...chunk.imports.filter((file) => bundle[file])]
            ahead.modules[key] = {
              js: js.map((file) => config.base + file),
              css: [...(meta?.importedCss ?? [])].map((file) => config.base + file),
            }
          }
        }
        const style = await css()
        const code = inlineScript(ahead)
        written = {
          'version.json': { entry: /<script type="module"[^>]*src="([^"]+)"/.exec(page)?.[1] },
          'csp-hashes.json': { script: [sha256(code)], style: [sha256(style)] },
        }
        return page
          .replace('<!--first-paint-style-->', () => `<style>${style}</style>`)
          .replace('<!--first-paint-script-->', () => `<script>${code}</script>`)
      },
    },
  }
}

export default defineConfig({
  root: 'web',
  base: '/h5/',
  plugins: [react(), firstPaint()],
  define: { 'import.meta.env.APP_VERSION': JSON.stringify(version) },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: '../dist/h5',
    emptyOutDir: true,
    // Three years back: Chrome and Android WebView 118, Safari and iOS WebView 17.
    target: ['chrome118', 'safari17'],
    cssTarget: ['chrome118', 'safari17'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: `http://127.0.0.1:${serverPort}`, changeOrigin: false } },
  },
})
