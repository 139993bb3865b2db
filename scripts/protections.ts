// `node scripts/protections.ts [row ...]`: takes each protection out, in a copy of the tree, and sees its tests fail.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { protections } from './protections/list.ts'
import type { Protection } from './protections/protection.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** What a copy does without: large, made by itself, or nobody's source. */
const left = new Set(['node_modules', '.git', 'dist', 'data', 'test-results', 'playwright-report'])

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { status: string; fullName: string; failureMessages?: string[] }[] }[]
}
type Seen = { passed: number; failed: string[] }

/** A copy of the tree that shares what was installed and built. Gives its folder. */
const copyTree = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'sunkeeper-without-'))
  cpSync(root, copy, {
    recursive: true,
    filter: (source) => relative(root, source).includes('/') || !left.has(basename(source)),
  })
  for (const shared of ['node_modules', 'dist'])
    if (existsSync(join(root, shared))) symlinkSync(join(root, shared), join(copy, shared))
  return copy
}

/** Runs the tests of some rows in some files; a file that does not even load says so by having no results. */
const runTests = (copy: string, rows: readonly string[], files: readonly string[]): Seen => {
  const report = join(copy, 'protections-report.json')
  rmSync(report, { force: true })
  spawnSync(
    join(root, 'node_modules/.bin/vitest'),
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
    { cwd: copy, stdio: ['ignore', 'ignore', 'ignore'], timeout: 600_000 + files.length * 30_000 },
  )
  if (!existsSync(report)) return { passed: 0, failed: [] }
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ status, fullName, failureMessages = [] }) =>
      status === 'failed' ? [`${fullName}: ${failureMessages.join(' ').slice(0, 500)}`] : [],
    ),
  )
  return { passed: numPassedTests, failed }
}

type PlaywrightReport = { stats: { expected: number; unexpected: number }; suites: PlaywrightSuite[] }
type PlaywrightSuite = {
  specs?: { title: string; ok: boolean }[]
  suites?: PlaywrightSuite[]
}

const redSpecs = ({ specs = [], suites = [] }: PlaywrightSuite): string[] => [
  ...specs.flatMap(({ title, ok }) => (ok ? [] : [title])),
  ...suites.flatMap(redSpecs),
]

/** Builds the app of the copy and runs the browser tests of some rows in some files. */
const runBrowserTests = (copy: string, rows: readonly string[], files: readonly string[]): Seen => {
  const report = join(copy, 'protections-browser.json')
  rmSync(report, { force: true })
  // The copy shares the built app of the tree until it has one of its own.
  if (lstatSync(join(copy, 'dist'), { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(join(copy, 'dist'))
  const options = { cwd: copy, stdio: 'ignore', timeout: 600_000 } as const
  if (spawnSync(process.execPath, ['scripts/build-web.ts'], options).status !== 0)
    return { passed: 0, failed: [] }
  spawnSync(
    join(root, 'node_modules/.bin/playwright'),
    ['test', '--config', 'e2e/playwright.config.ts', '-g', `(${rows.join('|')}):`, '--workers=1', ...files],
    { ...options, env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
  )
  if (!existsSync(report)) return { passed: 0, failed: [] }
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport
  return { passed: stats.expected, failed: suites.flatMap(redSpecs) }
}

/** Makes the edits and gives the way back. @throws when one no longer fits the file. */
const takeOut = (copy: string, { row, without, edits }: Protection): (() => void) => {
  const before = new Map<string, string>()
  for (const { file, find, put } of edits) {
    const path = join(copy, file)
    const text = readFileSync(path, 'utf8')
    if (text.split(find).length !== 2)
      throw new Error(`${row} (${without}): ${file} no longer holds this text once: ${find.trim()}`)
    before.set(path, before.get(path) ?? text)
    writeFileSync(
      path,
      text.replace(find, () => put),
    )
  }
  return () => {
    for (const [path, text] of before) writeFileSync(path, text)
  }
}

export type ProtectionFigures = { taken: number; red: number; rows: number; green: string[] }

/**
 * Without protections, each in its turn: `green` names those whose loss no test saw. First all the tests must be green
 * as the tree stands, or their red would say nothing.
 */
export const proveProtections = (only: readonly string[], say: (line: string) => void): ProtectionFigures => {
  const chosen = protections.filter(({ row }) => only.length === 0 || only.includes(row))
  const rows = [...new Set(chosen.map(({ row }) => row))]
  const copy = copyTree()
  try {
    let passed = 0
    for (const [run, those] of [
      [runTests, chosen.filter(({ browser }) => browser !== true)],
      [runBrowserTests, chosen.filter(({ browser }) => browser === true)],
    ] as const) {
      if (those.length === 0) continue
      const whole = run(
        copy,
        [...new Set(those.map(({ row }) => row))],
        [...new Set(those.flatMap(({ tests }) => tests))],
      )
      if (whole.failed.length > 0 || whole.passed === 0)
        throw new Error(`red before anything was taken out: ${whole.failed.join('; ') || 'no test ran'}`)
      passed += whole.passed
    }
    say(`with everything in place: ${passed} tests of ${rows.length} rows are green`)
    say('| row | without | tests | seen |')
    say('|---|---|---|---|')
    const green: string[] = []
    for (const protection of chosen) {
      const { row, without, tests } = protection
      const putBack = takeOut(copy, protection)
      const { failed } = (protection.browser ? runBrowserTests : runTests)(copy, [row], tests)
      putBack()
      if (failed.length === 0) green.push(`${row}: ${without}`)
      say(
        `| ${row} | ${without} | ${tests.join(', ')} | ${failed.length === 0 ? 'GREEN: nobody noticed' : `red: ${failed.length}`} |`,
      )
    }
    return { taken: chosen.length, red: chosen.length - green.length, rows: rows.length, green }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const { taken, red, rows, green } = proveProtections(process.argv.slice(2), (line) =>
    process.stdout.write(`${line}\n`),
  )
  process.stdout.write(`${red} of ${taken} protections of ${rows} rows are seen when they are gone\n`)
  for (const one of green) process.stdout.write(`not seen: ${one}\n`)
  process.exitCode = green.length === 0 ? 0 : 1
}
