// A list: one entry after the other, nothing to read across.
import type { Protection } from './protection.ts'

/** What the project is made of. */
export const supply: readonly Protection[] = [
  {
    row: 'P1',
    without: 'the comparison of package.json with its lock',
    edits: [
      {
        file: 'scripts/prove/lock.ts',
        find: 'if (want !== have)',
        put: 'if (want !== have && want === have)',
      },
    ],
    tests: ['scripts/prove/supply.test.ts'],
  },
  {
    row: 'P3',
    without: 'the severity at which a hole is red',
    edits: [
      {
        file: 'scripts/prove/audit.ts',
        find: "severity === 'high' || severity === 'critical'",
        put: "severity === 'critical'",
      },
    ],
    tests: ['scripts/prove/supply.test.ts'],
  },
  {
    row: 'P4',
    without: 'the list of licences',
    edits: [
      {
        file: 'scripts/prove/licences.ts',
        find: 'allowed.has(one) ||',
        put: 'one.length > 0 ||',
      },
    ],
    tests: ['scripts/prove/supply.test.ts'],
  },
  {
    row: 'P6',
    without: 'the search for values given to secret names',
    edits: [
      {
        file: 'scripts/prove/secrets.ts',
        find: ".filter(([, value = '']) => looksRandom(value))",
        put: ".filter(([, value = '']) => looksRandom(value) && value.length > 200)",
      },
    ],
    tests: ['scripts/prove/supply.test.ts'],
  },
  {
    row: 'S6',
    without: 'the hearing of what nobody caught',
    edits: [
      {
        file: 'server/main.ts',
        find: 'const stopSurviving = surviveFaults(process, { log, metrics: context.metrics })',
        put: 'const stopSurviving = surviveFaults(new EventEmitter(), { log, metrics: context.metrics })',
      },
      {
        file: 'server/main.ts',
        find: 'import { collectInstallationFigures }',
        put: "import { EventEmitter } from 'node:events'\nimport { collectInstallationFigures }",
      },
    ],
    tests: ['tests/acceptance/old-traffic.db.test.ts'],
  },
]
