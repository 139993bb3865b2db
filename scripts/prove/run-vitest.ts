import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type VitestReport = { numPassedTests: number; numFailedTests: number; numPendingTests: number }

/** Runs tests of Vitest in this environment and says what it counted; false when one failed or none ran. */
export const runVitest = (
  root: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  say: (line: string) => void,
  /** What they are, such as `database tests with PostgreSQL 15.3`. */
  what: string,
): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'sunkeeper-report-'))
  const report = join(folder, 'report.json')
  try {
    const run = spawnSync(
      join(root, 'node_modules/.bin/vitest'),
      ['run', ...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
      { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } },
    )
    const counts = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
    say(
      `${what}: ${counts.numPassedTests} passed, ${counts.numFailedTests} failed, ${counts.numPendingTests} skipped`,
    )
    return run.status === 0 && counts.numFailedTests === 0 && counts.numPassedTests > 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
