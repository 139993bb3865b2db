/** How parts are added up. Whatever they are divided into, in whatever order, it comes to the same. */
export type Fold<Part, Sum> = {
  of: (parts: readonly Part[]) => Sum
  together: (sums: readonly Sum[]) => Sum
}

/** Parts that are added up at once, and sums of them. No source: chosen by what a look with 70 changed parts costs. */
const BRANCH = 8

const cut = <T>(all: readonly T[], no: number): readonly T[] => all.slice(no * BRANCH, (no + 1) * BRANCH)
const upTo = (count: number): number[] => Array.from({ length: count }, (_, no) => no)
const above = (places: Iterable<number>): number[] => {
  const found = new Set<number>()
  for (const at of places) found.add(Math.floor(at / BRANCH))
  return [...found]
}

/** How many sums there are on each level, of parts first and the one of all last. */
const levelsOf = (parts: number): number[] => {
  const counts = [Math.ceil(parts / BRANCH)]
  for (let count = counts[0] ?? 0; count > 1; count = counts.at(-1) ?? 0)
    counts.push(Math.ceil(count / BRANCH))
  return counts
}

/**
 * Adds up many parts again and again: only the sums above those that are told to be others are made anew, or, where there
 * are more or fewer parts than before, all.
 */
export const createFoldTree = <Part, Sum>({ of, together }: Fold<Part, Sum>) => {
  let length = 0
  let levels: Sum[][] = []

  return (parts: readonly Part[], changed: readonly number[]): Sum => {
    const isNew = parts.length !== length || levels.length === 0
    if (isNew) levels = levelsOf(parts.length).map(() => [])
    length = parts.length
    let places = isNew ? upTo(length) : changed
    for (const [level, sums] of levels.entries()) {
      places = above(places)
      const below = levels[level - 1]
      for (const no of places) sums[no] = below === undefined ? of(cut(parts, no)) : together(cut(below, no))
    }
    return levels.at(-1)?.[0] ?? of([])
  }
}

/** Keeps the first `most` of all in `best`, in order; false: neither this one is of them nor any that comes after it. */
export const putAmong = <T>(best: T[], one: T, order: (a: T, b: T) => number, most: number): boolean => {
  const last = best[most - 1]
  if (last !== undefined && order(last, one) <= 0) return false
  if (last === undefined) best.push(one)
  let at = best.length - 1
  for (; at > 0; at -= 1) {
    const before = best[at - 1] as T
    if (order(before, one) <= 0) break
    best[at] = before
  }
  best[at] = one
  return true
}

/** The same for another list that is in order. */
export const putAllAmong = <T>(
  best: T[],
  others: readonly T[],
  order: (a: T, b: T) => number,
  most: number,
): void => {
  for (const one of others) if (!putAmong(best, one, order, most)) return
}
