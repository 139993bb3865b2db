import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compiledCatalogues } from './scripts/vite/catalogues.ts'
import { compressed } from './scripts/vite/compressed.ts'
import { firstPaint } from './scripts/vite/first-paint.ts'
import { offlineFiles } from './scripts/vite/offline-files.ts'
import { styles } from './scripts/vite/styles.ts'

const root = join(import.meta.dirname, 'web')
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

export default defineConfig({
  root: 'web',
  base: '/h5/',
  plugins: [react(), compiledCatalogues(), firstPaint(), offlineFiles(), compressed()],
  define: {
    'import.meta.env.APP_VERSION': JSON.stringify(version),
    'import.meta.env.CONTRACT': JSON.stringify(contractHash()),
    // A build may leave it out.
    'import.meta.env.OFFLINE_START': JSON.stringify(process.env['OFFLINE_START'] !== 'off'),
  },
  css: styles,
  build: {
    outDir: '../dist/h5',
    emptyOutDir: true,
    // Three years back: Chrome and Android WebView 118, Safari and iOS WebView 17.
    target: ['chrome118', 'safari17'],
    cssTarget: ['chrome118', 'safari17'],
    // What scripts a page needs stands in the HTML once, and is loaded by that (see web/boot/first-paint.ts); style
    // sheets are waited for here.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
    },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    rolldownOptions: {
      // Home is a page as well as a part of what comes first.
      checks: { ineffectiveDynamicImport: false },
      // The frame around every page is an entry of its own: what it imports is what every phone loads first.
      input: { index: join(root, 'index.html'), frame: join(root, 'boot/frame.ts') },
      output: {
        // The first page names every file twice, and what is random does not compress: 42 bits tell versions of code
        // apart (rolldown takes no fewer), 30 those of styles and pictures.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:5][extname]',
        // Over a slow line each file costs a round trip: what every page needs comes in one file for each library that
        // runs in a step of its own (see web/main.tsx) and one for the rest.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]|vite[\\/]preload-helper/,
              priority: 3,
            },
            {
              name: 'routing',
              test: /[\\/]node_modules[\\/](?:@tanstack[\\/](?!.*query)|use-sync-external-store)/,
              priority: 2,
            },
            // Not the script of the document itself, which runs it.
            { name: 'frame', tags: ['$initial'], test: /^(?!.*[\\/]web[\\/](?:index|main)\.)/, priority: 1 },
            // Hundreds of files of a few lines each, as one.
            { name: 'icons', test: /[\\/]lucide-react[\\/]/ },
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
