import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { transact } from '../../platform/db/open.ts'
import { figureRows } from './find-figures.ts'
import { limitedAt } from './find-limited.ts'
import { placesToWeigh } from './find-stations.ts'
import { holdsUntil } from './holds-until.ts'
import {
  COMPUTED,
  dropCovered,
  forgetKept,
  heardSince,
  keep,
  marksOf,
  mayHearUnmarked,
  moreStationsThan,
  outOfTime,
} from './kept-store.ts'
import { stationsActedOn } from './switched-off.ts'

/** What one run takes. */
const MARKS = 50_000
const STATIONS = 20_000
/** Of stations it looks whether they were heard and not marked. */
const WALKED = 1_000
/** Stations of one statement. */
const PORTION = 500
const keepSome = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  ids: readonly string[],
  marks: ReadonlyMap<string, readonly number[]>,
): Promise<void> => {
  const places = await placesToWeigh(db, { ids })
  const placeOf = new Map(places.map((place) => [place.id, place]))
  const there = [...placeOf.keys()]
  const at = clock()
  const [acted, limited] = await Promise.all([stationsActedOn(db, there, at), limitedAt(db, there)])
  const rows = await figureRows(db, places, at, [], [...limited.keys()])
  const all = rows.flatMap((row) => {
    const place = placeOf.get(row.id)
    if (place === undefined) return []
    // Who is behind a silence is looked up at each look.
    return [{ row, until: acted.has(row.id) ? null : holdsUntil(place, row.next_at, at) }]
  })
  const gone = ids.filter((id) => !placeOf.has(id))
  await transact(db, (trx) => keep(trx, all, { at, gone, marks }))
}

/** Where a walk over all stations stands, from one run to the next. */
export type Walk = { after: string | null }
export const startOfWalk = (): Walk => ({ after: null })

/** While servers of the version before may take readings beside this one: the next stations that were heard by them. */
const heardUnmarked = async (db: Db, walk: Walk): Promise<string[]> => {
  if (!(await mayHearUnmarked(db))) return []
  const { ids, last } = await heardSince(db, walk.after, WALKED)
  walk.after = last
  return ids
}

/**
 * Computes the figures of stations of which something has changed or time has run out, and keeps them for whoever sees
 * many. Marks are read first: what comes while figures are computed marks again. Whoever looks meanwhile computes those.
 * Gives how many stations were marked.
 */
export const keepFigures = async (
  context: Pick<Context, 'db' | 'clock'>,
  now: number,
  { stopping, walk = startOfWalk() }: { stopping?: AbortSignal; walk?: Walk } = {},
): Promise<number> => {
  const { db } = context
  if (!(await moreStationsThan(db, COMPUTED))) {
    await forgetKept(db)
    return 0
  }
  await dropCovered(db)
  const marks = await marksOf(db, MARKS)
  const heard = await heardUnmarked(db, walk)
  const ids = [...new Set([...marks.keys(), ...(await outOfTime(db, now, STATIONS)), ...heard])]
  for (let from = 0; from < ids.length; from += PORTION) {
    if (stopping?.aborted === true) break
    await keepSome(context, ids.slice(from, from + PORTION), marks)
  }
  return marks.size
}
