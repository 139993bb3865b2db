import { names } from '#domain/name-order.ts'
import { placeWhere } from '../../platform/kept/in-order.ts'

/** Where a name stands among others: names that are equal in their order have the same number. It moves when all are numbered anew. */
export type NameAt = { readonly name: string; no: number }

/** So many more are put in one by one. No source: chosen. */
const ONE_BY_ONE = 100
/** Names that nobody bears any more are left out when there are so many times as many as others. */
const MANY_TIMES = 2

const compare = (a: NameAt, b: NameAt): number => names.compare(a.name, b.name)

/** Names in their order with others: those of equal names stand once. */
const merged = (inOrder: readonly NameAt[], more: readonly NameAt[]): NameAt[] => {
  const found: NameAt[] = []
  let at = 0
  for (const one of inOrder) {
    for (let next = more[at]; next !== undefined && compare(next, one) < 0; next = more[at]) {
      found.push(next)
      at += 1
    }
    found.push(one)
  }
  return [...found, ...more.slice(at)]
}

/** Numbers names in the order in which lists have them, so that thousands are compared by numbers. */
export const createNameNumbers = () => {
  let known = new Map<string, NameAt>()
  /** In their order. */
  let inOrder: NameAt[] = []

  const numberAll = (): void => {
    let no = 0
    for (const [at, one] of inOrder.entries()) {
      const before = inOrder[at - 1]
      if (before !== undefined && compare(before, one) !== 0) no += 1
      one.no = no
    }
  }

  const putIn = (one: NameAt): void => {
    const at = placeWhere(inOrder, (other) => compare(other, one) >= 0)
    const [before, behind] = [inOrder[at - 1], inOrder[at]]
    inOrder.splice(at, 0, one)
    if (behind !== undefined && compare(behind, one) === 0) {
      one.no = behind.no
      return
    }
    const [low, high] = [before?.no ?? (behind?.no ?? 0) - 2, behind?.no ?? (before?.no ?? 0) + 2]
    one.no = (low + high) / 2
    if (one.no <= low || one.no >= high) numberAll()
  }

  /** Numbers those that have none yet. */
  const add = (more: Iterable<string>): void => {
    const fresh: NameAt[] = []
    for (const name of more) {
      if (known.has(name)) continue
      const one = { name, no: 0 }
      known.set(name, one)
      fresh.push(one)
    }
    if (fresh.length <= ONE_BY_ONE) {
      for (const one of fresh) putIn(one)
      return
    }
    inOrder = merged(inOrder, fresh.sort(compare))
    numberAll()
  }

  return {
    add,
    /** Of a name that was added. */
    of: (name: string): NameAt | null => known.get(name) ?? null,
    /** Leaves out those that nobody bears, when there are many of them. */
    keep: (borne: ReadonlySet<string>): void => {
      if (known.size <= MANY_TIMES * borne.size + ONE_BY_ONE) return
      inOrder = inOrder.filter(({ name }) => borne.has(name))
      known = new Map(inOrder.map((one) => [one.name, one]))
    },
  }
}
