import { defineConfig } from 'vitest/config'

const outside = ['**/node_modules/**', '**/dist/**', 'e2e/**']

/** Whole servers in processes of their own, killed and restarted: `npm test` runs them, `npm run check` does not. */
const acceptance = ['tests/acceptance/**/*.db.test.ts']
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

export default defineConfig({
  test: {
    // Two: the machines this has to run on have two cores, and every database file brings its own database.
    maxWorkers: 2,
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
          exclude: [...outside, ...rules, '**/*.db.test.ts'],
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
    ],
  },
})
