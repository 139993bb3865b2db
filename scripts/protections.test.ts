import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { proveProtections } from './protections.ts'
import { protections } from './protections/list.ts'
import type { Protection } from './protections/protection.ts'
import type { Spawn } from './protections/run-tests.ts'

const root = join(import.meta.dirname, '..')
const textOf = (file: string): string => {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

it('each protection that the long proof takes out stands in its file, once, and its tests are there', () => {
  expect(protections.length).toBeGreaterThan(100)
  const astray = protections.flatMap(({ row, without, edits, tests }) => [
    ...edits
      .filter(({ file, find }) => textOf(file).split(find).length !== 2)
      .map(({ file, find }) => `${row} (${without}): ${file} does not hold once: ${find.trim()}`),
    ...tests.filter((file) => textOf(file) === '').map((file) => `${row} (${without}): no file ${file}`),
  ])
  expect(astray).toEqual([])
})

describe('a run of the tests without a protection', () => {
  const tree = mkdtempSync(join(tmpdir(), 'sunkeeper-tree-'))
  writeFileSync(join(tree, 'lock.ts'), 'lock()\n')
  afterAll(() => rmSync(tree, { recursive: true }))
  const entry = {
    row: 'X1',
    without: 'the lock',
    edits: [{ file: 'lock.ts', find: 'lock()', put: 'open()' }],
    tests: ['lock.test.ts'],
  }

  type Report = { passed: number; failed: number }
  type Ends = { report?: Report; cut?: boolean; status?: number }

  /** Tools that write the report they are told to, and end as they are told to; the second build ends as `build` does. */
  const toolsThat = (endings: readonly Ends[], build: Ends = {}): Spawn => {
    const left = [...endings]
    let builds = 0
    return (command, args, { cwd }) => {
      const isBuild = args[0] === 'scripts/build-web.ts'
      if (isBuild) builds += 1
      const { report, cut, status = 0 } = (isBuild ? builds === 2 && build : left.shift()) || {}
      if (report) writeReport(cwd, command.endsWith('playwright'), report)
      return cut
        ? { status: null, signal: 'SIGTERM', error: new Error('spawnSync ETIMEDOUT') }
        : { status, signal: null }
    }
  }
  const writeReport = (cwd: string, browser: boolean, { passed, failed }: Report) => {
    const reds = Array.from({ length: failed }, (_, at) => `X1: ${at}`)
    const seen = browser
      ? { stats: { expected: passed }, suites: [{ specs: reds.map((title) => ({ title, ok: false })) }] }
      : {
          numPassedTests: passed,
          testResults: [{ assertionResults: reds.map((fullName) => ({ status: 'failed', fullName })) }],
        }
    writeFileSync(
      join(cwd, browser ? 'protections-browser.json' : 'protections-report.json'),
      JSON.stringify(seen),
    )
  }
  const whole = { report: { passed: 2, failed: 0 } }
  const prove = (browser: boolean, ...endings: Ends[]) => {
    const list: Protection[] = [browser ? { ...entry, browser } : entry]
    return proveProtections([], () => undefined, { list, tree, spawn: toolsThat(endings) })
  }

  describe.each([
    ['of the code', false],
    ['in a browser', true],
  ])('%s', (_, browser) => {
    it('proves it when a test fails', () => {
      const { red, unproven } = prove(browser, whole, { report: { passed: 1, failed: 1 }, status: 1 })
      expect({ red, unproven }).toEqual({ red: 1, unproven: [] })
    })

    it.each<[string, Ends, string]>([
      ['all tests pass', whole, 'GREEN: nobody noticed'],
      ['its time ran out before it had a report', { cut: true }, 'did not end'],
      ['its time ran out after some tests', { cut: true, report: { passed: 0, failed: 1 } }, 'did not end'],
      ['it left no report', { status: 1 }, 'no test ran'],
      [
        'neither a test passed nor one failed',
        { report: { passed: 0, failed: 0 }, status: 1 },
        'no test ran',
      ],
    ])('does not prove it when %s', (_case, ending, seen) => {
      expect(prove(browser, whole, ending)).toMatchObject({ red: 0, unproven: [`X1: the lock (${seen})`] })
    })

    it('is no use when the tests say nothing, or fail, with everything in place', () => {
      expect(() => prove(browser, { cut: true }, whole)).toThrow('before anything was taken out: did not end')
      expect(() => prove(browser, {}, whole)).toThrow('before anything was taken out: no test ran')
      const red = { report: { passed: 1, failed: 1 } }
      expect(() => prove(browser, red, whole)).toThrow('red before anything was taken out: X1: 0')
    })
  })

  it('does not prove it when the app without it cannot be built, or not in time', () => {
    const list: Protection[] = [{ ...entry, browser: true }]
    for (const [build, seen] of [
      [{ status: 1 }, 'no test ran'],
      [{ cut: true }, 'did not end'],
    ] as const) {
      const spawn = toolsThat([whole, whole], build)
      const { unproven } = proveProtections([], () => undefined, { list, tree, spawn })
      expect(unproven).toEqual([`X1: the lock (${seen})`])
    }
  })
})
