import type { Db } from '../../platform/db/handle.ts'
import { inTurn } from '../../platform/in-turn.ts'
import { beginLine, placesChanged, withOthers } from '../../platform/kept/lists.ts'
import { stationsChanged, type StationsRead } from './changed-store.ts'
import { stationsFound } from './rows-store.ts'
import { matches, type StationFilter, type StationRow } from './station-store.ts'

/**
 * What is asked for of all stations of a large installation: where a text is found is kept as the database said it, and
 * asked again of stations alone of which something was written since; which rows match is kept while they are the same.
 */
export type FoundRows = {
  /** In which stations the text is found; null: none is asked for. */
  ids: (db: Db, filter: StationFilter) => Promise<ReadonlySet<string> | null>
  /** Of all rows in their order. */
  among: (
    rows: readonly StationRow[],
    filter: StationFilter,
    ids: ReadonlySet<string> | null,
  ) => readonly StationRow[]
}

/** The last texts, and the last filters. No source: chosen. */
const KEPT = 8
/** Of more changed stations all are searched: the index of serial numbers finds them sooner. No source: chosen. */
const AGAIN_MOST = 500

type Text = {
  turn: ReturnType<typeof inTurn>
  ids: ReadonlySet<string>
  read: StationsRead | null
}
/** `whereIs`: where each of the rows stands among those found, -1: nowhere. */
type Found = {
  ids: ReadonlySet<string> | null
  rows: readonly StationRow[]
  found: readonly StationRow[]
  whereIs: Int32Array
}

/** With this one as the last used; the one used longest ago makes room. */
const use = <T>(kept: Map<string, T>, key: string, one: T): void => {
  kept.delete(key)
  kept.set(key, one)
  for (const [oldest] of kept) {
    if (kept.size <= KEPT) return
    kept.delete(oldest)
  }
}

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && a.isSubsetOf(b)

/** The same set, where nothing is found in another station. */
const foundAgain = (
  ids: ReadonlySet<string>,
  asked: readonly string[],
  now: ReadonlySet<string>,
): ReadonlySet<string> => {
  const moved = asked.filter((id) => ids.has(id) !== now.has(id))
  if (moved.length === 0) return ids
  const found = new Set(ids)
  for (const id of moved)
    if (now.has(id)) found.add(id)
    else found.delete(id)
  return found
}

type IsFound = (row: StationRow | undefined) => boolean

const foundAmong = (rows: readonly StationRow[], ids: Found['ids'], isFound: IsFound): Found => {
  const whereIs = new Int32Array(rows.length).fill(-1)
  const found: StationRow[] = []
  for (const [at, row] of rows.entries()) if (isFound(row)) whereIs[at] = found.push(row) - 1
  beginLine(found)
  return { ids, rows, found, whereIs }
}

/** With what the changed rows are now; null: one is found no more, or now, and moves all behind it. */
const goneOn = (
  before: Found,
  rows: readonly StationRow[],
  changed: readonly number[],
  isFound: IsFound,
): Found | null => {
  const where = (at: number): number => before.whereIs[at] ?? -1
  if (changed.some((at) => isFound(rows[at]) !== where(at) >= 0)) return null
  const others = changed.filter((at) => where(at) >= 0)
  const found = new Map(others.map((at) => [where(at), rows[at] as StationRow]))
  return { ...before, rows, found: withOthers(before.found, found) }
}

export const createFoundRows = (): FoundRows => {
  const texts = new Map<string, Text>()
  const filters = new Map<string, Found>()

  const search = async (db: Db, text: string, own: Text): Promise<ReadonlySet<string>> => {
    const { ids: changed, read } = await stationsChanged(db, own.read, { rows: true })
    if (changed === null || changed.length > AGAIN_MOST) {
      const all = await stationsFound(db, text, null)
      if (!isSame(all, own.ids)) own.ids = all
    } else if (changed.length > 0)
      own.ids = foundAgain(own.ids, changed, await stationsFound(db, text, changed))
    // Where reading failed it is read again.
    own.read = read
    return own.ids
  }

  return {
    ids: async (db, filter) => {
      const text = filter.search ?? ''
      if (text === '') return null
      const own = texts.get(text) ?? { turn: inTurn(), ids: new Set(), read: null }
      use(texts, text, own)
      return own.turn(() => search(db, text, own))
    },
    among: (rows, filter, ids) => {
      const isWanted = matches(filter)
      const isFound = (row: StationRow | undefined): boolean =>
        row !== undefined && isWanted(row) && (ids === null || ids.has(row.id))
      const key = JSON.stringify(Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      const before = filters.get(key)
      const changed = before?.ids === ids ? placesChanged(rows, before.rows) : null
      const own =
        (changed && before && goneOn(before, rows, [...changed], isFound)) ?? foundAmong(rows, ids, isFound)
      use(filters, key, own)
      return own.found
    },
  }
}
