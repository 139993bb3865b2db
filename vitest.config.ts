import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArguments, findChromium } from './scripts/prepare-tests.ts'
import { styles } from './scripts/vite/styles.ts'

// Hundreds of servers, edges and commands are started: what each is compiled to is kept.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node')

const outside = ['**/node_modules/**', '**/dist/**', 'e2e/**']

/** Whole servers in processes of their own, killed and restarted: `npm test` runs them, `npm run check` does not. */
const acceptance = ['tests/acceptance/**/*.db.test.ts', 'tests/edge/**/*.db.test.ts']
const components = '**/*.browser.test.tsx'
const rules = ['domain/**/*.test.ts', 'contract/**/*.test.ts']
/**
 * Only ends what hangs: nothing here is about time, and a machine that does other things as well may take its own, ms.
 */
const patience = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
}

// As in the browser tests: elsewhere nobody can look at what the machine did meanwhile. A second try is printed as such.
const retry = process.env['CI'] === 'true' ? 1 : 0

const chromium = findChromium()
/** The libraries of the app, each as one file. */
const bundledForTests = [
  '@tanstack/react-query',
  'axe-core',
  'd3-geo',
  'idb-keyval',
  'lucide-react',
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'topojson-client',
  'uplot',
  'use-intl',
  'vitest-browser-react',
]

export default defineConfig({
  test: {
    // The machines this has to run on have two cores; of four files two wait for a device, a timer or a database.
    maxWorkers: 4,
    attachmentsDir: 'test-results/attachments',
    projects: [
      {
        test: {
          name: 'rules',
          include: rules,
          // Pure functions keep nothing from one file to the next: each module is loaded once.
          isolate: false,
          ...patience,
          retry,
        },
      },
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...outside, ...rules, '**/*.db.test.ts', components],
          ...patience,
          retry,
        },
      },
      ...[
        { name: 'db', include: ['**/*.db.test.ts'], exclude: [...outside, ...acceptance] },
        { name: 'acceptance', include: acceptance, exclude: outside },
      ].map((files) => ({
        test: {
          ...files,
          // The server is loaded once, as it is in a process of its own: what a file needs apart it opens apart.
          isolate: false,
          globalSetup: 'tests/database-server.ts',
          setupFiles: 'tests/after-file.ts',
          ...patience,
          retry,
        },
      })),
      {
        plugins: [react()],
        css: styles,
        // What is not named is served as it is: a library that is found late would load the page anew under a test.
        optimizeDeps: { noDiscovery: true, include: bundledForTests },
        test: {
          name: 'components',
          include: [components],
          exclude: outside,
          setupFiles: 'tests/components/ground.ts',
          api: { host: '127.0.0.1' },
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              launchOptions: {
                ...(chromium !== null && { executablePath: chromium }),
                args: chromiumArguments,
              },
              // As in the browser tests: a phone, and a zone that is not the station's.
              contextOptions: {
                hasTouch: true,
                locale: 'zh-CN',
                timezoneId: 'Pacific/Auckland',
                reducedMotion: 'reduce',
              },
            }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 375, height: 812 },
          },
          ...patience,
          // One component is drawn in milliseconds: what waits for two minutes waits for what never comes.
          testTimeout: 120_000,
          retry,
        },
      },
    ],
  },
})
