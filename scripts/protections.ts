// `node scripts/protections.ts [row ...]`: takes each protection out, in a copy of the tree, and sees its tests fail.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { protections } from './protections/list.ts'
import type { Protection } from './protections/protection.ts'
import { runBrowserTests, runTests, type Seen, spawnTests } from './protections/run-tests.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** What a copy does without: large, made by itself, or nobody's source. */
const left = new Set(['node_modules', '.git', 'dist', 'data', 'test-results', 'playwright-report'])

/** A copy of the tree that shares what was installed and built. Gives its folder. */
const copyTree = (tree: string): string => {
  const copy = mkdtempSync(join(tmpdir(), 'sunkeeper-without-'))
  cpSync(tree, copy, {
    recursive: true,
    filter: (source) => relative(tree, source).includes('/') || !left.has(basename(source)),
  })
  for (const shared of ['node_modules', 'dist'])
    if (existsSync(join(tree, shared))) symlinkSync(join(tree, shared), join(copy, shared))
  return copy
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

/** `unproven` names each protection whose loss no test was seen to notice, with what was seen. */
export type ProtectionFigures = { taken: number; red: number; rows: number; unproven: string[] }

/** A run that says nothing proves no more than a green one: it counts as not seen, under its own name. */
const inWords = (seen: Seen): string => {
  if ('nothing' in seen) return seen.nothing
  return seen.failed.length === 0 ? 'GREEN: nobody noticed' : `red: ${seen.failed.length}`
}
const isRed = (seen: Seen): boolean => !('nothing' in seen) && seen.failed.length > 0

/**
 * Takes each protection out in its turn. First all the tests must be green as the tree stands, or their red would say
 * nothing.
 */
export const proveProtections = (
  only: readonly string[],
  say: (line: string) => void,
  { list = protections, tree = root, spawn = spawnTests } = {},
): ProtectionFigures => {
  const chosen = list.filter(({ row }) => only.length === 0 || only.includes(row))
  const rows = [...new Set(chosen.map(({ row }) => row))]
  const copy = copyTree(tree)
  const place = { copy, tools: tree, spawn }
  try {
    let passed = 0
    for (const [run, those] of [
      [runTests, chosen.filter(({ browser }) => browser !== true)],
      [runBrowserTests, chosen.filter(({ browser }) => browser === true)],
    ] as const) {
      if (those.length === 0) continue
      const whole = run(
        place,
        [...new Set(those.map(({ row }) => row))],
        [...new Set(those.flatMap(({ tests }) => tests))],
      )
      if ('nothing' in whole) throw new Error(`before anything was taken out: ${whole.nothing}`)
      if (whole.failed.length > 0)
        throw new Error(`red before anything was taken out: ${whole.failed.join('; ')}`)
      passed += whole.passed
    }
    say(`with everything in place: ${passed} tests of ${rows.length} rows are green`)
    say('| row | without | tests | seen |')
    say('|---|---|---|---|')
    const unproven: string[] = []
    for (const protection of chosen) {
      const { row, without, tests } = protection
      const putBack = takeOut(copy, protection)
      const seen = (protection.browser ? runBrowserTests : runTests)(place, [row], tests)
      putBack()
      if (!isRed(seen)) unproven.push(`${row}: ${without} (${inWords(seen)})`)
      say(`| ${row} | ${without} | ${tests.join(', ')} | ${inWords(seen)} |`)
    }
    return { taken: chosen.length, red: chosen.length - unproven.length, rows: rows.length, unproven }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const { taken, red, rows, unproven } = proveProtections(process.argv.slice(2), (line) =>
    process.stdout.write(`${line}\n`),
  )
  process.stdout.write(`${red} of ${taken} protections of ${rows} rows are seen when they are gone\n`)
  for (const one of unproven) process.stdout.write(`not seen: ${one}\n`)
  process.exitCode = unproven.length === 0 ? 0 : 1
}
