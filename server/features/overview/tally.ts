/**
 * Sums of numbers some of which are unknown (NaN), and how many of each are known. Each sum is carried in two numbers,
 * as far as it goes and what that left over, so it is the same to the last digit in whatever order it was added up: of
 * all at once, or of sums. Numbers that lie thirty orders of magnitude apart are the exception.
 */
export type Tally = {
  readonly length: number
  /** As far as each sum goes, then what each left over, then of how many it is. */
  readonly cells: number[]
}

/** An array that has held a fraction is one of plain numbers ever after, and its copies are. */
const zeros = (length: number): number[] => Array.from({ length }, () => 0.5).fill(0)

/** Makes tallies of so many sums, all 0. */
export const emptyTallies = (length: number): (() => Tally) => {
  const none = zeros(3 * length)
  return () => ({ length, cells: none.slice() })
}

/** What rounding takes from `a + b`, exactly. Source: Knuth, The Art of Computer Programming 2, 4.2.2, theorem B. */
const lost = (a: number, b: number, sum: number): number => {
  const part = sum - a
  return a - (sum - part) + (b - part)
}

/** One known number of one thing. */
export const addAt = ({ length, cells }: Tally, at: number, amount: number): void => {
  const before = cells[at] ?? 0
  const sum = before + amount
  const rest = (cells[length + at] ?? 0) + lost(before, amount, sum)
  const whole = sum + rest
  cells[at] = whole
  cells[length + at] = rest - (whole - sum)
  cells[2 * length + at] = (cells[2 * length + at] ?? 0) + 1
}

/** Numbers of one thing; NaN = unknown. */
export const addAmounts = (tally: Tally, amounts: readonly number[]): void => {
  for (let at = 0; at < amounts.length; at += 1) {
    const amount = amounts[at] ?? Number.NaN
    if (!Number.isNaN(amount)) addAt(tally, at, amount)
  }
}

/** Source of the addition of two such sums: Joldes, Muller and Popescu 2017, AccurateDWPlusDW. */
export const addTally = ({ length, cells }: Tally, { cells: others }: Tally): void => {
  for (let at = 0; at < length; at += 1) {
    const many = others[2 * length + at] ?? 0
    if (many === 0) continue
    const a = cells[at] ?? 0
    const b = others[at] ?? 0
    const restA = cells[length + at] ?? 0
    const restB = others[length + at] ?? 0
    const high = a + b
    const low = restA + restB
    const rest = lost(a, b, high) + low
    const sum = high + rest
    const left = lost(restA, restB, low) + (rest - (sum - high))
    const whole = sum + left
    cells[at] = whole
    cells[length + at] = left - (whole - sum)
    cells[2 * length + at] = (cells[2 * length + at] ?? 0) + many
  }
}

/** Nothing amounts to 0. */
export const wholeSum = ({ cells }: Tally, at: number): number => cells[at] ?? 0
export const knownOf = ({ cells, length }: Tally, at: number): number => cells[2 * length + at] ?? 0
/** Of what is known; null where nothing is. */
export const knownSum = (tally: Tally, at: number): number | null =>
  knownOf(tally, at) === 0 ? null : wholeSum(tally, at)

/** Where each of the names stands in a tally. */
export const placesOf = <Name extends string>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name, at) => [name, at])) as Record<Name, number>

/** Amounts in the order of their names; null becomes what a tally knows as unknown. */
export const amountsBy = <Name extends string>(
  names: readonly Name[],
  of: Readonly<Record<Name, number | null>>,
): number[] => names.map((name) => of[name] ?? Number.NaN)
