/** The first place at which it holds in a list in which it holds from some place on; behind the last, when at none. */
export const placeWhere = <T>(list: readonly T[], holds: (one: T) => boolean): number => {
  let [from, to] = [0, list.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (holds(list[middle] as T)) to = middle
    else from = middle + 1
  }
  return from
}

type Compare<T> = (a: T, b: T) => number
type Cut<T> = { at: number; put: readonly T[] }

/**
 * A list in its order without some of it and with others, whose places alone are looked for. No two are equal by
 * `compare`. Null: one of `gone` does not stand where it should.
 */
export const inOrderWith = <T>(
  order: readonly T[],
  { gone, come }: { gone: readonly T[]; come: readonly T[] },
  compare: Compare<T>,
): T[] | null => {
  const cuts: Cut<T>[] = []
  for (const one of gone) {
    const at = placeWhere(order, (other) => compare(other, one) >= 0)
    if (order[at] !== one) return null
    cuts.push({ at, put: [] })
  }
  for (const one of come.toSorted(compare))
    cuts.push({ at: placeWhere(order, (other) => compare(other, one) >= 0), put: [one] })
  // What comes to a place stands before what went from there.
  cuts.sort((a, b) => a.at - b.at || b.put.length - a.put.length)
  const parts: (readonly T[])[] = []
  let from = 0
  for (const { at, put } of cuts) {
    parts.push(order.slice(from, at), put)
    from = put.length === 0 ? at + 1 : at
  }
  parts.push(order.slice(from))
  return ([] as T[]).concat(...parts)
}
