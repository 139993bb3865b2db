// `npm run check`: everything that must be green before a commit, the quick things first.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const steps: [name: string, command: string, args: string[]][] = [
  ['format', 'oxfmt', ['--check', '.']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['types of server, domain and workshops', 'tsc', ['-p', 'tsconfig.json']],
  ['types of the app', 'tsc', ['-p', 'tsconfig.web.json']],
  ['unused code', 'knip', []],
  ['unit and database tests', 'vitest', ['run']],
]

const red: string[] = []
for (const [name, command, args] of steps) {
  const started = performance.now()
  const done = spawnSync(join(root, 'node_modules/.bin', command), args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${done.status === 0 ? 'ok ' : 'RED'} ${name} (${seconds} s)\n`)
  if (done.status !== 0) red.push(name)
}
if (red.length > 0) process.stdout.write(`red: ${red.join(', ')}\n`)
process.exitCode = red.length === 0 ? 0 : 1
