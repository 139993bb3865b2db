// `npm test`: format, lint, types and unused code, unit and database tests, then browser tests; the last line counts
// them all.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWeb } from './build-web.ts'
import { prepareTests } from './prepare-tests.ts'
import { runChecks, staticChecks } from './static-checks.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const results = mkdtempSync(join(tmpdir(), 'sunkeeper-tests-'))
const remarks: string[] = []
const tally = { passed: 0, failed: 0, skipped: 0 }

const run = (name: string, command: string, args: string[], env: Record<string, string>): boolean => {
  process.stdout.write(`\n== ${name}\n`)
  const done = spawnSync(join(root, 'node_modules/.bin', command), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  return done.status === 0
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numFailedTestSuites: number
  testResults: {
    name: string
    message: string
    status: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

const read = <T>(file: string): T | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null

/** What failed, what did not load and what needed a second try: the end of a log is what one sees of it. */
const remarkable = ({ testResults }: VitestReport): string[] =>
  testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.filter(({ failureMessages }) => failureMessages.length > 0)
    const told = tests.map(({ fullName, status: end, failureMessages: [why = ''] }) => {
      const word = end === 'failed' ? 'FAILED' : 'SECOND TRY'
      return `${word} ${file}: ${fullName}\n    ${why}`
    })
    return status === 'failed' && message !== '' ? [`FAILED ${file}: ${message}`, ...told] : told
  })

try {
  process.stdout.write('\n== format, lint, types and unused code\n')
  const red = runChecks(root, staticChecks)
  tally.passed += staticChecks.length - red.length
  tally.failed += red.length
  remarks.push(...red.map((name) => `FAILED ${name}: what is wrong stands above, under its name`))

  prepareTests()
  await buildWeb()

  const vitestFile = join(results, 'vitest.json')
  const vitestGreen = run(
    'unit and database tests',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestFile}`],
    {},
  )
  const vitest = read<VitestReport>(vitestFile)
  tally.passed += vitest?.numPassedTests ?? 0
  tally.skipped += vitest?.numPendingTests ?? 0
  if (vitest) remarks.push(...remarkable(vitest))
  // A run that is red without a failed test (a file that did not load, an unhandled error) counts as one failure.
  tally.failed += Math.max(vitest?.numFailedTests ?? 1, vitestGreen ? 0 : 1)

  const browserFile = join(results, 'playwright.json')
  const browserGreen = run('browser tests', 'playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: browserFile,
  })
  const browser = read<PlaywrightReport>(browserFile)
  tally.passed += (browser?.stats.expected ?? 0) + (browser?.stats.flaky ?? 0)
  tally.skipped += browser?.stats.skipped ?? 0
  tally.failed += Math.max(browser?.stats.unexpected ?? 1, browserGreen ? 0 : 1)
} catch (problem) {
  process.stderr.write(`${problem instanceof Error ? problem.message : String(problem)}\n`)
  tally.failed += 1
} finally {
  rmSync(results, { recursive: true, force: true })
}

for (const remark of remarks) process.stdout.write(`\n${remark.slice(0, 2000)}\n`)
const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''
process.stdout.write(`\n${tally.passed} passed, ${tally.failed} failed${skipped}\n`)
process.exitCode = tally.failed === 0 && tally.passed > 0 ? 0 : 1
