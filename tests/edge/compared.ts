/** A value that came with a capture, and what `probe` made of it. */
export type Point = { name: string; says: number | string | null; found: unknown }
export type Row = { file: string; points: number; equal: number; null: number; wrong: number }

/** Half of the last digit that makers print, and what floats lose. */
const near = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(1e-9, Math.abs(b) * 1e-6)

const same = (found: unknown, says: number | string): boolean =>
  typeof found === 'number' && typeof says === 'number' ? near(found, says) : found === says

/** A row of the table; throws with every value that is another one. `null`: nobody knows it, and `probe` says so. */
export const rowOf = (file: string, points: readonly Point[]): Row => {
  const isNull = ({ says, found }: Point) => says === null && (found === null || found === undefined)
  const isEqual = ({ says, found }: Point) => says !== null && same(found, says)
  const wrong = points.filter((point) => !isNull(point) && !isEqual(point))
  if (wrong.length > 0)
    throw new Error(
      `${file}: ${wrong.map(({ name, says, found }) => `${name}: ${String(found)} instead of ${String(says)}`).join('; ')}`,
    )
  if (points.length === 0) throw new Error(`${file}: nothing was compared`)
  return {
    file,
    points: points.length,
    equal: points.filter(isEqual).length,
    null: points.filter(isNull).length,
    wrong: 0,
  }
}

/** The rows, and their sum below them. */
export const printTable = (what: string, rows: readonly Row[]): void => {
  const sum = (key: 'points' | 'equal' | 'null') => rows.reduce((total, row) => total + row[key], 0)
  const last = {
    file: `${rows.length} files`,
    points: sum('points'),
    equal: sum('equal'),
    null: sum('null'),
    wrong: 0,
  }
  process.stdout.write(`${what}\n`)
  console.table([...rows, last])
}
