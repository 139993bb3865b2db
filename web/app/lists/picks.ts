import { useRef, useState } from 'react'
import { EACH_MOST } from '#domain/accounts/each.ts'

/** The box of a row. */
export type Pick = {
  checked: boolean
  disabled: boolean
  /** `upTo`: with all rows between this one and that before it. */
  onChange: (checked: boolean, upTo: boolean) => void
}

/** The first rows that together count for no more than one act takes. */
export const firstOf = <T>(rows: Iterable<T>, countOf: (row: T) => number): T[] => {
  const kept: T[] = []
  let room = EACH_MOST
  for (const row of rows) {
    room -= countOf(row)
    if (room < 0) break
    kept.push(row)
  }
  return kept
}

const one = (): number => 1

type Chosen<T> = {
  rows: readonly T[] | undefined
  /** The first `most` of all that match, in their order. */
  readWhole: (most: number) => Promise<{ rows: readonly T[] }>
}

/**
 * Rows of a list that a person chooses, to do one thing to all of them. `countOf`: how many a row counts for, none where
 * nothing can be done to it.
 */
export const usePicks = <T extends { id: string }>(
  { rows = [], readWhole }: Chosen<T>,
  countOf: (row: T) => number = one,
) => {
  const [picked, setPicked] = useState<ReadonlyMap<string, T> | null>(null)
  const newest = new Map(picked && rows.map((row) => [row.id, row]))
  const last = useRef<string | null>(null)
  const keep = (chosen: Iterable<T>): void =>
    setPicked(new Map(firstOf(chosen, countOf).map((row) => [row.id, row])))
  const turn = (row: T, on: boolean, upTo: boolean): void => {
    const ends = [row.id, upTo ? last.current : row.id].map((id) =>
      rows.findIndex((other) => other.id === id),
    )
    const turned = ends.includes(-1) ? [row] : rows.slice(Math.min(...ends), Math.max(...ends) + 1)
    last.current = row.id
    setPicked((present) => {
      const next = new Map(present)
      for (const each of turned) {
        if (!on) next.delete(each.id)
        else if (countOf(each) > 0) next.set(each.id, each)
      }
      return new Map(firstOf(next.values(), countOf).map((kept) => [kept.id, kept]))
    })
  }
  return {
    on: picked !== null,
    /** Those that are chosen, as they were last read. */
    chosen: [...(picked?.values() ?? [])].map((row) => newest.get(row.id) ?? row),
    begin: (): void => setPicked((present) => (present ? null : new Map())),
    end: (): void => setPicked(null),
    /** All that match, not those alone that are on the screen. */
    takeAll: async (): Promise<void> => {
      const all = await readWhole(EACH_MOST)
      keep(all.rows.filter((row) => countOf(row) > 0))
    },
    /** undefined: nobody chooses. */
    of: (row: T): Pick | undefined =>
      picked
        ? {
            checked: picked.has(row.id),
            disabled: countOf(row) === 0,
            onChange: (on, upTo) => turn(row, on, upTo),
          }
        : undefined,
  }
}
