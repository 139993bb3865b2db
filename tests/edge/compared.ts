import { appendFileSync } from 'node:fs'

/** A value that came with a capture, and what the edge made of it; or why the edge has no place for it. */
export type Compared = { name: string; says: number | string | null; found: unknown }
export type Point = Compared | { name: string; left: string }
export type Row = {
  file: string
  points: number
  equal: number
  null: number
  left: number
  wrong: number
  reasons: Record<string, number>
}

/** Half of the last digit that makers print, and what floats lose. */
const near = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(1e-9, Math.abs(b) * 1e-6)

const same = (found: unknown, says: number | string): boolean =>
  typeof found === 'number' && typeof says === 'number' ? near(found, says) : found === says

const isCompared = (point: Point): point is Compared => !('left' in point)

const counted = (names: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

const isNull = ({ says, found }: Compared) => says === null && (found === null || found === undefined)
const isEqual = ({ says, found }: Compared) => says !== null && same(found, says)

/**
 * A row of the table; throws with every value that is another one. `null`: nobody knows it, and the edge says so; `left`:
 * it came with the capture and readings have no place for it.
 */
export const rowOf = (file: string, all: readonly Point[]): Row => {
  const points = all.filter((point) => isCompared(point))
  const left = all.flatMap((point) => ('left' in point ? [point.left] : []))
  const wrong = points.filter((point) => !isNull(point) && !isEqual(point))
  if (wrong.length > 0)
    throw new Error(
      `${file}: ${wrong.map(({ name, says, found }) => `${name}: ${String(found)} instead of ${String(says)}`).join('; ')}`,
    )
  if (all.length === 0) throw new Error(`${file}: nothing was compared`)
  return {
    file,
    points: points.length,
    equal: points.filter(isEqual).length,
    null: points.filter(isNull).length,
    left: left.length,
    wrong: 0,
    reasons: counted(left),
  }
}

const sums = ['points', 'equal', 'null', 'left', 'wrong'] as const
const sumOf = (file: string, rows: readonly Row[]) => ({
  file,
  ...Object.fromEntries(sums.map((key) => [key, rows.reduce((total, row) => total + row[key], 0)])),
})

/** The rows, their sum, and why values were left. Kept for the table of all folders where `EDGE_TABLE` names a file. */
export const printTable = (what: string, rows: readonly Row[]): void => {
  const kept = process.env['EDGE_TABLE']
  if (kept !== undefined) appendFileSync(kept, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  process.stdout.write(`${what}\n`)
  console.table([...rows.map((row) => sumOf(row.file, [row])), sumOf(`${rows.length} files`, rows)])
  const reasons = counted(
    rows.flatMap((row) =>
      Object.entries(row.reasons).flatMap(([why, n]) => Array.from({ length: n }, () => why)),
    ),
  )
  for (const [why, n] of Object.entries(reasons)) process.stdout.write(`left: ${n}, ${why}\n`)
}

/** The paths of what a page says: of numbers and words, without what it leaves empty. */
export const leaves = (value: unknown, path = ''): string[] =>
  value === null || value === undefined || value === ''
    ? []
    : typeof value === 'object'
      ? Object.entries(value).flatMap(([name, one]) => leaves(one, path === '' ? name : `${path}.${name}`))
      : [path]

/** What of a capture is not compared, by the reasons that are named; throws where there is none. */
export const leftOver = (
  names: readonly string[],
  reasons: readonly (readonly [RegExp, string])[],
): { name: string; left: string }[] =>
  names.map((name) => {
    const found = reasons.find(([pattern]) => pattern.test(name))
    if (found === undefined)
      throw new Error(`${name} came with the capture and is neither compared nor left out`)
    return { name, left: found[1] }
  })
