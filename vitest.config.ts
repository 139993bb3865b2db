import { defineConfig } from 'vitest/config'

const outside = ['**/node_modules/**', '**/dist/**', 'e2e/**']

// As in the browser tests: elsewhere nobody can look at what the machine did meanwhile. A second try is printed as such.
const retry = process.env['CI'] === 'true' ? 1 : 0

export default defineConfig({
  test: {
    // Two: the machines this has to run on have two cores, and every database file brings its own database.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...outside, '**/*.db.test.ts'],
          // Nothing here waits; a machine that does other things as well may still take its time.
          testTimeout: 30_000,
          retry,
        },
      },
      {
        test: {
          name: 'db',
          include: ['**/*.db.test.ts'],
          exclude: outside,
          globalSetup: 'tests/database-server.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          retry,
        },
      },
    ],
  },
})
