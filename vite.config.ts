import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compiledCatalogues } from './scripts/vite/catalogues.ts'
import { composedFrom, composedStyles } from './scripts/vite/composed-styles.ts'
import { compressed } from './scripts/vite/compressed.ts'
import { evenStyles } from './scripts/vite/even-styles.ts'
import { withoutFacades } from './scripts/vite/facades.ts'
import { firstPaint } from './scripts/vite/first-paint.ts'
import { frame } from './scripts/vite/frame.ts'
import { offlineFiles } from './scripts/vite/offline-files.ts'
import { shortName } from './scripts/vite/short-names.ts'
import { openShortProperties } from './scripts/vite/short-properties.ts'
import { stylesAgain } from './scripts/vite/styles-again.ts'

const properties = openShortProperties(join(import.meta.dirname, 'web'))
const serverPort = process.env['PORT'] ?? '8080'
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
  version: string
}

/** Answers that were kept by an app with other shapes are of no use. */
const contractHash = (): string => {
  const folder = join(import.meta.dirname, 'contract/http')
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, name)))
  return hash.digest('hex').slice(0, 12)
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
    stylesAgain(),
    firstPaint(properties),
    offlineFiles(),
    compressed(),
  ],
  define: {
    'import.meta.env.APP_VERSION': JSON.stringify(version),
    'import.meta.env.CONTRACT': JSON.stringify(contractHash()),
    // A build may leave it out.
    'import.meta.env.OFFLINE_START': JSON.stringify(process.env['OFFLINE_START'] !== 'off'),
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
        // The first page names every file twice, and what is random does not compress: 42 bits tell versions of code
        // apart (rolldown takes no fewer), 30 those of styles and pictures.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:5][extname]',
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
