import { defineConfig } from '@playwright/test'
import config from '../playwright.config.ts'

/** `npm run prove -- quality`: longer than what `npm test` has time for. */
export default defineConfig({
  ...config,
  testDir: '.',
  testMatch: '*.check.ts',
  workers: 1,
  retries: 0,
  reporter: 'list',
  outputDir: '../../test-results/quality',
})
