// What is proved without running anything: format, lint, types and unused code. `npm run check` begins with it before a
// commit, `npm test` counts each as a test.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

type Check = readonly [name: string, command: string, args: readonly string[]]

export const staticChecks: readonly Check[] = [
  ['format', 'oxfmt', ['--check', '.']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['types of server, domain and workshops', 'tsc', ['-p', 'tsconfig.json']],
  ['types of the app', 'tsc', ['-p', 'tsconfig.web.json']],
  ['unused code', 'knip', []],
]

/** Runs each check, also after a red one. Gives the names of those that did not hold. */
export const runChecks = (root: string, checks: readonly Check[]): string[] =>
  checks.flatMap(([name, command, args]) => {
    const started = performance.now()
    const done = spawnSync(join(root, 'node_modules/.bin', command), args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    })
    // Neither a program that is missing nor one that was killed has proved anything.
    const holds = done.status === 0
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    process.stdout.write(`${holds ? 'ok ' : 'RED'} ${name} (${seconds} s)\n`)
    return holds ? [] : [name]
  })
