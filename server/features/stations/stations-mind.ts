import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../platform/db/handle.ts'
import { isLater, seenIn } from '../../platform/db/behind.ts'
import { inTurn } from '../../platform/in-turn.ts'
import { placeWhere } from '../../platform/kept/in-order.ts'
import { beginLine, withOthers } from '../../platform/kept/lists.ts'
import { seesAll, type Scope, visibleStations } from '../accounts/scope.ts'
import { COMPUTED } from './kept-store.ts'
import { createFoundRows } from './found-rows.ts'
import { rowsSince, stationIdsIn, stationsIn } from './rows-store.ts'
import type { StationFilter, StationRow } from './station-store.ts'

/**
 * The stations in force of a large installation as this server has read them (decision 136): a look reads what was written
 * since the one before, so it is answered as if it had read all. A row stays the same object as long as nothing of it
 * changes, and nobody writes into it.
 */
export type StationsMind = {
  /** Whether they are in mind: of fewer, nothing is. */
  isMany: () => boolean
  /**
   * The stations that somebody sees, whole, in no order; of many the first made first. The array, too, stays the same for
   * who sees all of many while no station changes.
   */
  rows: (db: Db, who: Scope, now: number) => Promise<readonly StationRow[]>
  /** The same of what else is asked for: `few` reads at the most so many rows, `ids` which ones; null: all in force. */
  those: <Row>(db: Db, asked: Asked<Row>) => Promise<readonly (Row | StationRow)[]>
  /** The same of all in force that match; of many the same array while neither they nor what is found in them is another. */
  matching: <Row>(db: Db, filter: StationFilter, asked: Asked<Row>) => Promise<readonly (Row | StationRow)[]>
}

export type Asked<Row> = {
  few: (most: number) => Promise<readonly Row[]>
  ids: (() => Promise<readonly string[]>) | null
}

/** `rows`: the same in their order, a list that others follow; `folded`: by id what of each is searched. */
type Known = {
  byId: Map<string, StationRow>
  folded: Map<string, string>
  rows: readonly StationRow[]
  taken: number
  behind: string
}

type Made = Pick<StationRow, 'id' | 'created_at'>

const firstMade = (a: Made, b: Made): number =>
  a.created_at - b.created_at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** Where one stands that is of the same instant and id. */
const placeOf = (rows: readonly StationRow[], one: Made): number =>
  placeWhere(rows, (row) => firstMade(row, one) >= 0)

/** The rows with those in the place of the same stations' rows. */
const edited = (before: readonly StationRow[], changed: readonly StationRow[]): readonly StationRow[] =>
  withOthers(before, new Map(changed.map((row) => [placeOf(before, row), row])))

/** `own`: followed over these connections, whoever asks; null: over those of whoever asks. */
export const createStationsMind = (own: Db | null = null): StationsMind => {
  let known: Known | null = null
  const turn = inTurn()
  const found = createFoundRows()

  /** What is not another row keeps its object. */
  const same = (row: StationRow): StationRow => {
    const before = known?.byId.get(row.id)
    return before !== undefined && isDeepStrictEqual(before, row) ? before : row
  }

  const readAll = async (db: Db): Promise<Known> => {
    const { rows: read, folded, taken, behind } = await rowsSince(db, null)
    const rows = read.map(same).sort(firstMade)
    beginLine(rows)
    const byId = new Map(rows.map((row) => [row.id, row]))
    return { rows, byId, folded: new Map(folded), taken, behind }
  }

  const readSince = async (db: Db, before: Known): Promise<Known> => {
    const { rows: read, folded: texts, taken, behind } = await rowsSince(db, seenIn(before.behind))
    if (taken !== before.taken || !isLater(behind, before.behind)) return readAll(db)
    const changed = read.filter((row) =>
      row.deleted_at === null ? same(row) === row : before.byId.has(row.id),
    )
    if (changed.length === 0) return { ...before, behind }
    const { byId, folded } = before
    const isEdited = changed.every(
      (row) => row.deleted_at === null && byId.get(row.id)?.created_at === row.created_at,
    )
    for (const row of changed)
      if (row.deleted_at === null) {
        byId.set(row.id, row)
        folded.set(row.id, texts.get(row.id) ?? '')
      } else {
        byId.delete(row.id)
        folded.delete(row.id)
      }
    const rows = isEdited ? edited(before.rows, changed) : [...byId.values()].sort(firstMade)
    if (!isEdited) beginLine(rows)
    return { rows, byId, folded, taken, behind }
  }

  /** One after the other: what was read earlier never takes the place of what was read later. */
  const follow = (db: Db): Promise<Known> =>
    turn(async () => {
      const read = known === null ? await readAll(own ?? db) : await readSince(own ?? db, known)
      known = read.rows.length > COMPUTED ? read : null
      return read
    })

  const those: StationsMind['those'] = async (db, { few, ids }) => {
    if (ids === null && known !== null) return (await follow(db)).rows
    const some = await few(COMPUTED + 1)
    if (some.length <= COMPUTED) return some
    // Which ones first: who is deleted or moves in between is not there any more.
    const wanted = await ids?.()
    const { rows, byId } = await follow(db)
    return wanted?.flatMap((id) => byId.get(id) ?? []).sort(firstMade) ?? rows
  }

  return {
    isMany: () => known !== null,
    rows: (db, who, now) => {
      const scope = visibleStations(who, now)
      return those(db, {
        few: (most) => stationsIn(db, scope, most),
        ids: seesAll(who) ? null : () => stationIdsIn(db, scope),
      })
    },
    those,
    matching: async (db, filter, asked) => {
      if (known === null) return those(db, asked)
      // Which serial numbers first, as above.
      const text = await found.text(db, filter)
      const { rows, folded } = await follow(db)
      return found.among({ rows, folded }, filter, text)
    },
  }
}
