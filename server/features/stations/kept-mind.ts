import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../platform/db/handle.ts'
import { isLater, readBefore } from '../../platform/db/behind.ts'
import { inTurn } from '../../platform/in-turn.ts'
import { figuresOf, todayCoverage } from './figures-of.ts'
import type { Place, Row } from './find-figures.ts'
import { type FiguresInOrder, createFiguresViews, type LookAt } from './figures-views.ts'
import { type Limited, limitedOf } from './find-limited.ts'
import { COMPUTED, keptSince, type ReadSince } from './kept-store.ts'
import type { StationFigures } from './station-figures.ts'
import { type LightBehind, lightBehind } from './station-light.ts'

/**
 * Figures of a station that hold: another object each time they were written, as they are when any of its tables changed.
 * What follows from them is kept beside them, by what it was made of.
 */
export type Holding = { readonly row: Row; readonly troubled: boolean | null }
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
  /** Figures of these stations, in their order; undefined where they have to be computed. */
  figures: (db: Db, places: readonly Place[], now: number) => Promise<FiguresInOrder>
  /** Where a station stands in these, which `figures` gave; null: it is for the caller to look. */
  placeIn: (found: FiguresInOrder) => ((id: string) => number | undefined) | null
  /** These with those of some places in them: the same list as before while nothing in it is another. */
  completed: (
    found: FiguresInOrder,
    others: ReadonlyMap<number, StationFigures | undefined>,
  ) => FiguresInOrder
  /** Figures that hold, of a station that limits hold down. */
  limited: (figures: StationFigures, limits: readonly Limited[]) => StationFigures
  /** The same as computed before where nothing in them is another. */
  again: (figures: StationFigures) => StationFigures
}

type Held = {
  /** Null: of another form. */
  holding: Holding | null
  at: number
  until: number
  /** What follows from the row: of this place in this light. */
  place: Place | null
  behind: LightBehind | null
  figures: StationFigures | null
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

const isSamePlace = (a: Place, b: Place): boolean =>
  a.time_zone === b.time_zone &&
  a.report_min === b.report_min &&
  a.latitude === b.latitude &&
  a.north === b.north &&
  a.longitude === b.longitude &&
  a.east === b.east

/** Made anew when so much of the day's light is behind that another share of it is known. */
const figuresHeld = (held: Held, row: Row, place: Place, now: number): StationFigures => {
  if (held.place !== place) {
    if (held.place !== null && !isSamePlace(held.place, place)) held.behind = null
    held.place = place
  }
  let { behind, figures } = held
  if (behind === null || now < behind.from || now >= behind.until) {
    behind = lightBehind(place, now, behind)
    held.behind = behind
    if (figures?.todayCoverage !== todayCoverage(row.inverters, behind.elapsed)) figures = null
  }
  figures ??= figuresOf(row, behind.elapsed)
  held.figures = figures
  return figures
}

/** A look at figures that are held. */
const lookAt = (marked: ReadonlySet<string>, now: number): LookAt<Held> => ({
  now,
  marked,
  see: (place, one) => {
    const row = one?.holding?.row
    if (one === undefined || row === undefined || marked.has(place.id))
      return { figures: undefined, from: -Infinity, until: Infinity }
    if (one.until <= now) return { figures: undefined, from: one.until, until: Infinity }
    if (one.at > now) return { figures: undefined, from: -Infinity, until: one.at }
    const figures = figuresHeld(one, row, place, now)
    const { from, until } = one.behind ?? { from: now, until: now }
    return { figures, from: Math.max(one.at, from), until: Math.min(one.until, until) }
  },
})

export const createFiguresMind = (): FiguresMind => {
  let held = new Map<string, Held>()
  let taken = 0
  let behind: string | null = null
  const views = createFiguresViews<Held>()
  let lastHeld: LastHeld | null = null
  const limited = new Map<string, { of: StationFigures; figures: StationFigures }>()
  const computed = new Map<string, StationFigures>()
  const turn = inTurn()

  const take = ({ rows }: ReadSince): void => {
    if (lastHeld !== null && rows.length > 0) lastHeld.until = 0
    for (const { id, at, until, troubled, row } of rows) {
      const holding = row === null ? null : { row, troubled }
      const one = held.get(id)
      if (one === undefined) lastHeld = null
      const now = one ?? { holding, at, until, place: null, behind: null, figures: null }
      if (!isDeepStrictEqual(now.holding?.row, row ?? undefined)) now.figures = null
      held.set(id, Object.assign(now, { holding, at, until }))
      views.written(id, now)
    }
  }

  /** One after the other: what was read earlier never takes the place of what was read later. */
  const follow = (db: Db): Promise<ReadSince> =>
    turn(async () => {
      if (behind !== null) {
        const found = await keptSince(db, readBefore(behind))
        const whole = found.taken === taken && isLater(found.behind, behind)
        if (whole) {
          take(found)
          behind = found.behind
          return found
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
      taken = all.taken
      behind = all.behind
      return all
    })

  const holds = (one: Held, marked: ReadonlySet<string>, id: string, now: number): boolean =>
    one.at <= now && one.until > now && !(marked.size > 0 && marked.has(id))

  const holdingsOf = (
    stations: readonly { id: string }[],
    marked: ReadonlySet<string>,
    now: number,
  ): Holdings => {
    const known =
      lastHeld?.stations === stations
        ? lastHeld
        : { stations, held: stations.map(({ id }) => held.get(id)), found: stations.map(() => undefined) }
    if (known === lastHeld && marked.size === 0 && now >= known.from && now < known.until) return known.found
    let found: (Holding | undefined)[] | null = null
    let until = marked.size === 0 ? Infinity : now
    for (let at = 0; at < stations.length; at += 1) {
      const one = known.held[at]
      const isHeld = one !== undefined && holds(one, marked, stations[at]?.id ?? '', now)
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

  return {
    holdings: async (db, stations, now) => {
      if (stations.length <= COMPUTED) return stations.map(() => undefined)
      const { marked } = await follow(db)
      return holdingsOf(stations, marked, now)
    },
    figures: async (db, places, now) => {
      if (places.length <= COMPUTED) return places.map(() => undefined)
      const { marked } = await follow(db)
      const look = lookAt(marked, now)
      const found = views.look(places, (id) => held.get(id), look)
      return found ?? places.map((place) => look.see(place, held.get(place.id)).figures)
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
    again: (figures) => {
      const before = computed.get(figures.stationId)
      if (before !== undefined && isDeepStrictEqual(before, figures)) return before
      computed.set(figures.stationId, figures)
      return figures
    },
  }
}
