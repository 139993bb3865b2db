import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { staticChecks } from './static-checks.ts'

const root = join(import.meta.dirname, '..')
const suites = `
for (const word of process.argv) {
  const file = word.replace('--outputFile.json=', '')
  if (file !== word) fs.writeFileSync(file, '{"numPassedTests":3,"numFailedTests":0,"numPendingTests":0,"testResults":[]}')
}
const { PLAYWRIGHT_JSON_OUTPUT_NAME: file } = process.env
if (file) fs.writeFileSync(file, '{"stats":{"expected":2,"unexpected":0,"flaky":0,"skipped":0},"errors":[]}')`

/** Runs `npm test`'s program among tools that do nothing but end as they are told; the tests among them pass. */
const runAmong = (
  ends: Readonly<Record<string, string>>,
): { last: string; text: string; status: number | null } => {
  const folder = mkdtempSync(join(tmpdir(), 'sunkeeper-npm-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const bin = join(folder, 'node_modules/.bin')
  for (const one of [bin, join(folder, 'scripts')]) mkdirSync(one, { recursive: true })
  for (const file of ['test.ts', 'static-checks.ts'])
    copyFileSync(join(import.meta.dirname, file), join(folder, 'scripts', file))
  writeFileSync(join(folder, 'scripts/build-web.ts'), 'export const buildWeb = async () => {}')
  writeFileSync(join(folder, 'scripts/prepare-tests.ts'), 'export const prepareTests = () => {}')
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  for (const tool of [...new Set(staticChecks.map(([, command]) => command)), 'vitest', 'playwright']) {
    const file = join(bin, tool)
    const code = tool === 'vitest' || tool === 'playwright' ? suites : ''
    writeFileSync(file, `#!${process.execPath}\nimport fs from 'node:fs'\n${code}\n${ends[tool] ?? ''}\n`)
    chmodSync(file, 0o755)
  }
  const { stdout, status } = spawnSync(process.execPath, [join(folder, 'scripts/test.ts')], {
    encoding: 'utf8',
  })
  return { last: stdout.trimEnd().split('\n').at(-1) ?? '', text: stdout, status }
}

describe.skipIf(process.platform === 'win32')('`npm test`', () => {
  const count = staticChecks.length

  test('counts format, lint, types and unused code with the tests', () => {
    expect(runAmong({})).toMatchObject({ last: `${count + 5} passed, 0 failed`, status: 0 })
  })

  test.each([
    ['oxfmt', 'format', 1],
    ['oxlint', 'lint', 1],
    ['tsc', 'types of the app', 2],
    ['knip', 'unused code', 1],
  ])('is red when %s is, says which, and runs the rest all the same', (tool, name, fails) => {
    const { last, text, status } = runAmong({ [tool]: 'process.exitCode = 3' })
    expect({ last, status }).toEqual({ last: `${count - fails + 5} passed, ${fails} failed`, status: 1 })
    expect(text).toContain(`FAILED ${name}:`)
  })

  test('a check that was killed has proved nothing', () => {
    const killed = runAmong({ knip: 'process.kill(process.pid, "SIGKILL")' })
    expect(killed).toMatchObject({ last: `${count + 4} passed, 1 failed`, status: 1 })
  })
})

test('`.ci/run` installs and tests, nothing else', () => {
  const lines = readFileSync(join(root, '.ci/run'), 'utf8').split('\n')
  const steps = lines.filter((line) => line !== '' && !line.startsWith('#'))
  expect(steps).toEqual([
    'set -euo pipefail',
    'cd "$(dirname "$0")/.."',
    'npm ci --no-audit --no-fund',
    'npm test',
  ])
})
