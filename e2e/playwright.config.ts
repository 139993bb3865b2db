import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumArguments, findChromium } from '../scripts/prepare-tests.ts'

const chromium = findChromium()
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/node')
// Without a locale that has them Chromium gives a file with Chinese in its name another one.
process.env['LC_ALL'] = 'C.UTF-8'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  fullyParallel: false,
  workers: Number(process.env['E2E_WORKERS'] ?? 2),
  // Only end what hangs: a machine that does other things as well may take its own time.
  timeout: 900_000,
  // Neither a step nor a repeated look may wait as long as a whole test does.
  expect: { timeout: 120_000, toPass: { timeout: 120_000 } },
  forbidOnly: process.env['CI'] === 'true',
  retries: process.env['CI'] === 'true' ? 1 : 0,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../test-results/browser.json' }],
  ],
  outputDir: '../test-results/browser',
  use: {
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    viewport: { width: 375, height: 812 },
    // Nothing here looks at pixels; twice as many would only cost time.
    deviceScaleFactor: Number(process.env['E2E_SCALE'] ?? 1),
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    // Its worker would answer for the network; offline.spec.ts and new-version.spec.ts let it.
    serviceWorkers: 'block',
    timezoneId: 'Pacific/Auckland',
    trace: process.env['CI'] === 'true' ? 'on-first-retry' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium === null ? {} : { executablePath: chromium }),
      args: chromiumArguments,
    },
  },
})
