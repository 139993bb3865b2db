import { mayBeInSerial } from '#domain/devices/fields.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inTurn } from '../../platform/in-turn.ts'
import { beginLine, placesChanged, withOthers } from '../../platform/kept/lists.ts'
import { stationsChanged, type StationsRead } from './changed-store.ts'
import { type TextFound, textFound } from './rows-store.ts'
import { matches, type StationFilter, type StationRow } from './station-store.ts'

/** All rows in their order, and by id what of each is searched. */
export type Searched = { rows: readonly StationRow[]; folded: ReadonlyMap<string, string> }

/**
 * What is asked for of all stations of a large installation. A text is looked for in what is in mind of each, as the database
 * folds both (decision 148); in which serial numbers it stands is kept as the database said it, and asked again of stations
 * alone of which something was written since. Which rows match is kept while they are the same.
 */
export type FoundRows = {
  /** The text as it is looked for; null: none is asked for. The same object while the same is found by it. */
  text: (db: Db, filter: StationFilter) => Promise<TextFound | null>
  among: (all: Searched, filter: StationFilter, text: TextFound | null) => readonly StationRow[]
}

/** The last texts, and the last filters. No source: chosen. */
const KEPT = 8
/** Of more changed stations all are searched: the index of serial numbers finds them sooner. No source: chosen. */
const AGAIN_MOST = 500

type Text = {
  turn: ReturnType<typeof inTurn>
  found: TextFound | null
  read: StationsRead | null
}
/** `whereIs`: where each of the rows stands among those found, -1: nowhere. */
type Found = {
  text: TextFound | null
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

/** The same, where the database finds the text in no other station. */
const foundAgain = (before: TextFound, again: readonly string[], { ids: now }: TextFound): TextFound => {
  const moved = again.filter((id) => before.ids.has(id) !== now.has(id))
  if (moved.length === 0) return before
  const ids = new Set(before.ids)
  for (const id of moved)
    if (now.has(id)) ids.add(id)
    else ids.delete(id)
  return { ...before, ids }
}

const isSame = (a: TextFound, b: TextFound): boolean =>
  a.folded === b.folded && a.ids.size === b.ids.size && a.ids.isSubsetOf(b.ids)

type IsFound = (row: StationRow | undefined) => boolean

/** What is searched of all rows in one text, which is sooner looked through than twenty thousand, and where that of each begins. */
type Joined = { rows: readonly StationRow[]; text: string; begins: Uint32Array }

const joinedOf = ({ rows, folded }: Searched): Joined => {
  const begins = new Uint32Array(rows.length)
  const texts = rows.map(({ id }) => folded.get(id) ?? '')
  let length = 0
  for (const [at, text] of texts.entries()) {
    begins[at] = length
    length += text.length + 1
  }
  return { rows, text: texts.join('\n'), begins }
}

/** Marks the places of the rows that have the text. */
const markWhere = ({ text, begins }: Joined, sought: string, marks: Uint8Array): void => {
  let row = 0
  for (let at = text.indexOf(sought); at >= 0 && row < begins.length;) {
    while (row + 1 < begins.length && (begins[row + 1] ?? 0) <= at) row += 1
    marks[row] = 1
    row += 1
    at = row < begins.length ? text.indexOf(sought, begins[row]) : -1
  }
}

const foundAmong = (
  rows: readonly StationRow[],
  text: Found['text'],
  isWanted: (row: StationRow) => boolean,
  joined: () => Joined,
): Found => {
  const whereIs = new Int32Array(rows.length).fill(-1)
  const found: StationRow[] = []
  const marks = new Uint8Array(rows.length)
  if (text !== null) markWhere(joined(), text.folded, marks)
  const isIn = (at: number, { id }: StationRow): boolean =>
    text === null || marks[at] === 1 || (text.ids.size > 0 && text.ids.has(id))
  for (const [at, row] of rows.entries())
    if (isIn(at, row) && isWanted(row)) whereIs[at] = found.push(row) - 1
  beginLine(found)
  return { text, rows, found, whereIs }
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

/** `changed`: of these stations something was written since; null: of any. */
const foundNow = async (
  db: Db,
  text: string,
  before: TextFound | null,
  changed: readonly string[] | null,
): Promise<TextFound> => {
  if (before === null || changed === null || changed.length > AGAIN_MOST) {
    const all = await textFound(db, text, null)
    return before !== null && isSame(before, all) ? before : all
  }
  return changed.length === 0 ? before : foundAgain(before, changed, await textFound(db, text, changed))
}

const search = async (db: Db, text: string, own: Text): Promise<TextFound> => {
  // Nothing of it can stand in a serial number.
  if (!mayBeInSerial(text)) return (own.found ??= await textFound(db, text, null))
  const { ids: changed, read } = await stationsChanged(db, own.read, { rows: true })
  own.found = await foundNow(db, text, own.found, changed)
  // Where reading failed it is read again.
  own.read = read
  return own.found
}

export const createFoundRows = (): FoundRows => {
  const texts = new Map<string, Text>()
  const filters = new Map<string, Found>()
  let joined: Joined | null = null

  return {
    text: async (db, filter) => {
      const text = filter.search ?? ''
      if (text === '') return null
      const own = texts.get(text) ?? { turn: inTurn(), found: null, read: null }
      use(texts, text, own)
      return own.turn(() => search(db, text, own))
    },
    among: ({ rows, folded }, filter, text) => {
      const isWanted = matches(filter)
      const isIn = (id: string, { folded: sought, ids }: TextFound): boolean =>
        (folded.get(id) ?? '').includes(sought) || ids.has(id)
      const isFound = (row: StationRow | undefined): boolean =>
        row !== undefined && isWanted(row) && (text === null || isIn(row.id, text))
      const key = JSON.stringify(Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      const before = filters.get(key)
      const changed = before?.text === text ? placesChanged(rows, before.rows) : null
      const own =
        (changed && before && goneOn(before, rows, [...changed], isFound)) ??
        foundAmong(rows, text, isWanted, () => {
          if (joined?.rows !== rows) joined = joinedOf({ rows, folded })
          return joined
        })
      use(filters, key, own)
      return own.found
    },
  }
}
