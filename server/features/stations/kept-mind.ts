import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../platform/db/handle.ts'
import { isLater, seenIn } from '../../platform/db/behind.ts'
import { mayLag } from '../../platform/db/lagging.ts'
import { inTurnTogether } from '../../platform/in-turn.ts'
import type { Place, Row } from './find-figures.ts'
import { type FiguresInOrder, createFiguresViews } from './figures-views.ts'
import { type Limited, limitedOf } from './find-limited.ts'
import { type Held, type Holding, holdsAt, lookAt, NONE, telling } from './held-figures.ts'
import { holdsUntil } from './holds-until.ts'
import { COMPUTED, keptSince, type ReadSince } from './kept-store.ts'
import type { Marked } from './read-marks.ts'
import type { StationFigures } from './station-figures.ts'

export type Holdings = readonly (Holding | undefined)[]

/**
 * The kept figures (decision 132) as this server has read them: a look reads what was written since the one before and
 * which stations have a mark, so it is answered as if it had read all. What it gives stays the same object as long as
 * nothing in it changes (decision 136).
 */
export type FiguresMind = {
  /**
   * Which figures of these stations hold at `now`, in their order; of few nothing is asked. The same list while the stations
   * are the same list and it is the same of each of them.
   */
  holdings: (db: Db, stations: readonly { id: string }[], now: number) => Promise<Holdings>
  /** Reads what was written up to now, for `figures`: beside what else a look of many stations reads. */
  read: (db: Db) => Promise<FiguresRead>
  /** Figures of these stations; of few nothing is read. `read`: of this look, where it was read already. */
  figures: (db: Db, places: readonly Place[], now: number, read?: FiguresRead | null) => Promise<FiguresLook>
  /** Where a station stands in these, which `figures` gave; null: it is for the caller to look. */
  placeIn: (found: FiguresInOrder) => ((id: string) => number | undefined) | null
  /** These with those of some places in them: the same list as before while nothing in it is another. */
  completed: (
    found: FiguresInOrder,
    others: ReadonlyMap<number, StationFigures | undefined>,
  ) => FiguresInOrder
  /** Figures that hold, of a station that limits hold down. */
  limited: (figures: StationFigures, limits: readonly Limited[]) => StationFigures
}

/** Which stations had a mark, and which turn found it. */
export type FiguresRead = { readonly marked: Marked; readonly turn: number }

export type FiguresLook = {
  /** In the order of the stations; undefined where they have to be computed. */
  found: FiguresInOrder
  /**
   * What was computed at this look: `figures` of a station, which follow from `row`. Gives the same object as before where
   * nothing in them is another. They are told again while nothing of the station is written.
   */
  computed: (place: Place, row: Row, figures: StationFigures) => StationFigures
}

/** Whether it holds is the same before this instant, unless it is written. */
const sameUntil = ({ at, until }: Held, now: number): number =>
  now < at ? at : now < until ? until : Infinity

/** The stations that were last asked for, all that is held of them, and which of it held: without a mark, until before `until`. */
type LastHeld = {
  stations: readonly { id: string }[]
  held: (Held | undefined)[]
  found: Holdings
  from: number
  until: number
}

/** `own`: followed over these connections, whoever asks; null: over those of whoever asks. */
export const createFiguresMind = (own: Db | null = null): FiguresMind => {
  let held = new Map<string, Held>()
  let taken = 0
  let behind: string | null = null
  const views = createFiguresViews<Held>()
  let lastHeld: LastHeld | null = null
  const limited = new Map<string, { of: StationFigures; figures: StationFigures }>()
  const computed = new Map<string, StationFigures>()
  let turns = 0
  /** The turn that read all rows last. */
  let wholeAt = 0

  /** The same as computed before where nothing in them is another. */
  const same = (figures: StationFigures): StationFigures => {
    const before = computed.get(figures.stationId)
    return before !== undefined && isDeepStrictEqual(before, figures) ? before : figures
  }

  const take = ({ rows }: ReadSince): void => {
    if (lastHeld !== null && rows.length > 0) lastHeld.until = 0
    for (const { id, at, until, troubled, row } of rows) {
      const holding = row === null ? null : { row, troubled }
      const one = held.get(id)
      if (one === undefined) lastHeld = null
      const now = one ?? { ...telling(holding, at, until), turn: turns, computed: null }
      if (!isDeepStrictEqual(now.holding?.row, row ?? undefined)) now.figures = null
      held.set(id, Object.assign(now, { holding, at, until, turn: turns, computed: null }))
      views.written(id, now)
    }
  }

  /**
   * One after the other: what was read earlier never takes the place of what was read later. Whoever waits for the same turn
   * shares what it reads.
   */
  const followBy = inTurnTogether(async (db: Db): Promise<FiguresRead> => {
    turns += 1
    const turn = turns
    if (behind !== null) {
      const found = await keptSince(db, seenIn(behind))
      const whole = found.taken === taken && isLater(found.behind, behind)
      if (whole) {
        take(found)
        behind = found.behind
        return { marked: found.marked, turn }
      }
    }
    // Rows were taken out, or nothing is known yet.
    const all = await keptSince(db, null)
    const before = held
    held = new Map(
      all.rows.flatMap(({ id }): [string, Held][] => {
        const one = before.get(id)
        return one === undefined ? [] : [[id, one]]
      }),
    )
    views.forget()
    lastHeld = null
    take(all)
    wholeAt = turn
    taken = all.taken
    behind = all.behind
    return { marked: all.marked, turn }
  })

  const follow = (db: Db): Promise<FiguresRead> => followBy(own ?? db)

  /**
   * Keeps what was computed of a station after this turn had read its marks: it is what anybody would compute until another
   * mark comes, or a row takes the place of the marks. Where something stands still or is held down, what somebody did on
   * purpose is asked for anew.
   */
  const keepComputed = (
    { marked, turn }: FiguresRead,
    { place, row, now, figures }: { place: Place; row: Row; now: number; figures: StationFigures },
  ): void => {
    const [marks, one] = [marked.get(place.id) ?? NONE, held.get(place.id)]
    const restsOnActs = row.faulty > 0 || row.off !== null || figures.limited !== null
    if (marks === '' || restsOnActs || one === undefined || one.turn > turn || wholeAt > turn) return
    const until = holdsUntil(place, row.next_at, now)
    const told = telling({ row, troubled: row.troubled }, now, until)
    one.computed = { ...told, place, figures, marks }
    views.written(place.id, one)
  }

  const holdingsOf = (stations: readonly { id: string }[], marked: Marked, now: number): Holdings => {
    const known =
      lastHeld?.stations === stations
        ? lastHeld
        : { stations, held: stations.map(({ id }) => held.get(id)), found: stations.map(() => undefined) }
    if (known === lastHeld && marked.size === 0 && now >= known.from && now < known.until) return known.found
    let found: (Holding | undefined)[] | null = null
    let until = marked.size === 0 ? Infinity : now
    for (let at = 0; at < stations.length; at += 1) {
      const one = known.held[at]
      const isMarked = marked.size > 0 && marked.has(stations[at]?.id ?? '')
      const isHeld = one !== undefined && !isMarked && holdsAt(one, now)
      if (one !== undefined) until = Math.min(until, sameUntil(one, now))
      const holding = isHeld ? (one.holding ?? undefined) : undefined
      if (holding === known.found[at]) continue
      // Whoever has them still reads what they were.
      found ??= known.found.slice()
      found[at] = holding
    }
    const told = { ...known, found: found ?? known.found, from: now, until }
    // Some of all do not take the place of all.
    if (known === lastHeld || 2 * stations.length > (lastHeld?.stations.length ?? 0)) lastHeld = told
    return told.found
  }

  const again = (figures: StationFigures): StationFigures => {
    const one = same(figures)
    computed.set(one.stationId, one)
    return one
  }

  return {
    holdings: async (db, stations, now) => {
      if (stations.length <= COMPUTED) return stations.map(() => undefined)
      const { marked } = await follow(db)
      return holdingsOf(stations, marked, now)
    },
    read: follow,
    figures: async (db, places, now, before = null) => {
      if (places.length <= COMPUTED)
        return { found: places.map(() => undefined), computed: (_place, _row, figures) => again(figures) }
      const read = before ?? (await follow(db))
      const look = lookAt(read.marked, now, same)
      const found = views.look(places, (id) => held.get(id), look)
      return {
        found: found ?? places.map((place) => look.see(place, held.get(place.id)).figures),
        computed: (place, row, told) => {
          const figures = again(told)
          // Marks that were read beside it may tell of more than it has seen.
          if (!mayLag(db)) keepComputed(read, { place, row, now, figures })
          return figures
        },
      }
    },
    placeIn: views.placeIn,
    completed: views.completed,
    limited: (of, limits) => {
      const now = limitedOf(limits)
      const before = limited.get(of.stationId)
      if (before?.of === of && isDeepStrictEqual(before.figures.limited, now)) return before.figures
      const figures = { ...of, limited: now }
      limited.set(of.stationId, { of, figures })
      return figures
    },
  }
}
