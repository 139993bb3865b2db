// `npm run check`: everything that must be green before a commit, the quick things first.
import { fileURLToPath } from 'node:url'
import { runChecks, staticChecks } from './static-checks.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const red = [
  ...runChecks(root, staticChecks),
  ...runChecks(root, [
    [
      'unit and database tests',
      'vitest',
      ['run', ...['rules', 'unit', 'db'].flatMap((name) => ['--project', name])],
    ],
  ]),
]
if (red.length > 0) process.stdout.write(`red: ${red.join(', ')}\n`)
process.exitCode = red.length === 0 ? 0 : 1
