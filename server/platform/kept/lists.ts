/**
 * Lists that are never changed, but replaced by others of the same length, a few places of which are another: whoever has
 * derived something from one learns which places to look at again, and not at all of thousands.
 */
type Line = { first: number; steps: (readonly number[])[] }

/** Whoever has kept one of longer ago compares all. */
const STEPS = 64

type Stand = { line: Line; no: number }

/** Where a list stands is a property of it that whoever copies or compares it does not see. */
const standing = Symbol('standing')
const standOf = (list: readonly unknown[]): Stand | undefined => Reflect.get(list, standing)
const putAt = (list: readonly unknown[], stand: Stand): void =>
  void Object.defineProperty(list, standing, { value: stand, configurable: true })

/** From here on others may follow this list. */
export const beginLine = (list: readonly unknown[]): void => {
  putAt(list, { line: { first: 0, steps: [] }, no: 0 })
}

/** `list` takes the place of `before`, and is another at no more than these places; of no line when that one is not the last of one. */
export const continueLine = (
  list: readonly unknown[],
  before: readonly unknown[],
  places: readonly number[],
): void => {
  const stand = standOf(before)
  if (stand === undefined || stand.no !== stand.line.first + stand.line.steps.length) return
  const { line, no } = stand
  line.steps.push(places)
  if (line.steps.length > STEPS) {
    line.steps.shift()
    line.first += 1
  }
  putAt(list, { line, no: no + 1 })
}

/** `before` with others at some of its places, which takes its place; `before` itself when there are none. */
export const withOthers = <T>(before: readonly T[], others: ReadonlyMap<number, T>): readonly T[] => {
  if (others.size === 0) return before
  // Whoever was given the one before still reads it.
  const list = before.slice()
  for (const [at, one] of others) list[at] = one
  continueLine(list, before, [...others.keys()])
  return list
}

/** The same for all that follow each other, and for nobody else; undefined of a list of no line. */
export const lineOf = (list: readonly unknown[]): object | undefined => standOf(list)?.line

/** Where they may differ, each place once; null: it is not known, or as much work to look at all. */
export const placesChanged = (
  list: readonly unknown[],
  before: readonly unknown[],
): Iterable<number> | null => {
  if (list === before) return []
  const [here, there] = [standOf(list), standOf(before)]
  if (here === undefined || here.line !== there?.line) return null
  const { line, no } = here
  if (there.no > no || there.no < line.first) return null
  const steps = line.steps.slice(there.no - line.first, no - line.first)
  if (2 * steps.reduce((sum, { length }) => sum + length, 0) > list.length) return null
  const [only] = steps
  return steps.length === 1 && only !== undefined ? only : new Set(steps.flat())
}

/** All places of each that may be another than before; null: all. */
export const placesOfAll = (found: readonly (Iterable<number> | null)[]): Set<number> | null => {
  const places = new Set<number>()
  for (const some of found) {
    if (some === null) return null
    for (const at of some) places.add(at)
  }
  return places
}
