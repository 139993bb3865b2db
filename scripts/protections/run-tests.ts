import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What a run of tests said, or why it says nothing. */
export type Seen = { passed: number; failed: string[] } | { nothing: 'did not end' | 'no test ran' }

/** Where the tests run: a copy of the tree, with the tools of the tree that it was copied from. */
export type Place = { copy: string; tools: string; spawn: Spawn }
export type Spawn = (
  command: string,
  args: readonly string[],
  options: { cwd: string; stdio: 'ignore'; timeout: number; env?: NodeJS.ProcessEnv },
) => { status: number | null; signal: NodeJS.Signals | null; error?: Error | undefined }

export const spawnTests: Spawn = (command, args, options) => spawnSync(command, args, options)

type VitestReport = {
  numPassedTests: number
  testResults: { assertionResults: { status: string; fullName: string; failureMessages?: string[] }[] }[]
}
type PlaywrightReport = { stats: { expected: number }; suites: PlaywrightSuite[] }
type PlaywrightSuite = { specs?: { title: string; ok: boolean }[]; suites?: PlaywrightSuite[] }

/** Without a report, or with one of no test at all, nothing was seen: neither that a test fails nor that none does. */
const seenIn = <Report>(
  { signal, error }: ReturnType<Spawn>,
  path: string,
  read: (report: Report) => { passed: number; failed: string[] },
): Seen => {
  if (error || signal) return { nothing: 'did not end' }
  if (!existsSync(path)) return { nothing: 'no test ran' }
  const seen = read(JSON.parse(readFileSync(path, 'utf8')) as Report)
  return seen.passed === 0 && seen.failed.length === 0 ? { nothing: 'no test ran' } : seen
}

/** Runs the tests of some rows in some files. */
export const runTests = (
  { copy, tools, spawn }: Place,
  rows: readonly string[],
  files: readonly string[],
): Seen => {
  const report = join(copy, 'protections-report.json')
  rmSync(report, { force: true })
  const run = spawn(
    join(tools, 'node_modules/.bin/vitest'),
    [
      'run',
      ...files,
      '-t',
      `(^| )(${rows.join('|')}):`,
      '--reporter=json',
      `--outputFile=${report}`,
      // A hanging test is a failed one; nothing here needs longer.
      '--retry=0',
    ],
    { cwd: copy, stdio: 'ignore', timeout: 600_000 + files.length * 30_000 },
  )
  return seenIn<VitestReport>(run, report, ({ numPassedTests, testResults }) => ({
    passed: numPassedTests,
    failed: testResults.flatMap(({ assertionResults }) =>
      assertionResults.flatMap(({ status, fullName, failureMessages = [] }) =>
        status === 'failed' ? [`${fullName}: ${failureMessages.join(' ').slice(0, 500)}`] : [],
      ),
    ),
  }))
}

const redSpecs = ({ specs = [], suites = [] }: PlaywrightSuite): string[] => [
  ...specs.flatMap(({ title, ok }) => (ok ? [] : [title])),
  ...suites.flatMap(redSpecs),
]

/** Builds the app of the copy and runs the browser tests of some rows in some files. */
export const runBrowserTests = (
  { copy, tools, spawn }: Place,
  rows: readonly string[],
  files: readonly string[],
): Seen => {
  const report = join(copy, 'protections-browser.json')
  rmSync(report, { force: true })
  // The copy shares the built app of the tree until it has one of its own.
  if (lstatSync(join(copy, 'dist'), { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(join(copy, 'dist'))
  const options = { cwd: copy, stdio: 'ignore', timeout: 600_000 } as const
  const built = spawn(process.execPath, ['scripts/build-web.ts'], options)
  if (built.error || built.signal) return { nothing: 'did not end' }
  if (built.status !== 0) return { nothing: 'no test ran' }
  const run = spawn(
    join(tools, 'node_modules/.bin/playwright'),
    ['test', '--config', 'e2e/playwright.config.ts', '-g', `(${rows.join('|')}):`, '--workers=1', ...files],
    { ...options, env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
  )
  return seenIn<PlaywrightReport>(run, report, ({ stats, suites }) => ({
    passed: stats.expected,
    failed: suites.flatMap(redSpecs),
  }))
}
