import { createDueTimes, type DueTimes } from '../../platform/kept/due-times.ts'
import {
  beginLine,
  continueLine,
  lineOf,
  placesChanged,
  placesOfAll,
  withOthers,
} from '../../platform/kept/lists.ts'
import type { Place } from './find-figures.ts'
import type { StationFigures } from './station-figures.ts'

/** Figures of stations in their order; undefined where they have to be computed. */
export type FiguresInOrder = readonly (StationFigures | undefined)[]
/** What a look finds at a station; from which instant on, and before which, it would find the same if nothing is written. */
type Seen = { figures: StationFigures | undefined; from: number; until: number }

export type LookAt<Held> = {
  now: number
  /** Stations with a mark, and which marks. */
  marked: ReadonlyMap<string, string>
  see: (place: Place, held: Held | undefined) => Seen
}

/** Lists of stations that figures are asked of again and again, the last ones: all, and those that are searched for. */
const VIEWS = 8

type View<Held> = {
  line: object
  places: readonly Place[]
  placeOf: Map<string, number>
  held: (Held | undefined)[]
  /** Written since the look before. */
  stale: Set<number>
  marked: ReadonlyMap<string, string>
  /** Of each what was seen last: from which instant on it holds, and until when. */
  from: number[]
  until: number[]
  times: DueTimes
  /** Of the latest look. */
  now: number
  found: FiguresInOrder
  /** The same with what was computed: of which figures it was made, and where others stand. */
  whole: { of: FiguresInOrder; list: FiguresInOrder; others: readonly number[] } | null
}

/** What was seen of these does not hold at `now`: looks that are asked for at nearly the same time pass each other. */
const placesDue = (view: Pick<View<unknown>, 'from' | 'until' | 'times' | 'now'>, now: number): number[] => {
  if (now >= view.now) return view.times.take(now)
  const { from, until } = view
  const due: number[] = []
  for (let at = 0; at < from.length; at += 1)
    if (now < (from[at] ?? now) || now >= (until[at] ?? Infinity)) due.push(at)
  return due
}

/**
 * Figures of lists of stations that follow each other, gone on with: a look sees the stations alone that were written, or
 * marked, or whose time has come since the look before.
 */
export const createFiguresViews = <Held extends object>() => {
  let views: View<Held>[] = []

  const viewOf = (
    places: readonly Place[],
    line: object,
    heldOf: (id: string) => Held | undefined,
  ): View<Held> => {
    const known = views.find((one) => one.line === line)
    const view = known ?? {
      line,
      places,
      placeOf: new Map(places.map(({ id }, at) => [id, at])),
      held: places.map(({ id }) => heldOf(id)),
      stale: new Set(),
      marked: new Map(),
      from: [],
      until: [],
      times: createDueTimes(),
      now: Number.NEGATIVE_INFINITY,
      found: [],
      whole: null,
    }
    views = [view, ...views.filter((one) => one !== view)].slice(0, VIEWS)
    return view
  }

  /** Where a look has to see; null: everywhere. */
  const placesToSee = (
    view: View<Held>,
    places: readonly Place[],
    { now, marked }: LookAt<Held>,
  ): Set<number> | null => {
    const moved = placesChanged(places, view.places)
    const see = placesOfAll([moved, view.stale, placesDue(view, now)])
    if (see === null) return null
    const others = [...marked].filter(([id, marks]) => view.marked.get(id) !== marks)
    const freed = [...view.marked.keys()].filter((id) => !marked.has(id))
    for (const id of [...others.map(([id]) => id), ...freed]) {
      const at = view.placeOf.get(id)
      if (at !== undefined) see.add(at)
    }
    return see
  }

  const seeAt = (view: View<Held>, at: number, { see }: LookAt<Held>): StationFigures | undefined => {
    const { figures, from, until } = see(view.places[at] as Place, view.held[at])
    view.from[at] = from
    view.until[at] = until
    view.times.set(at, until)
    return figures
  }

  const seeAll = (view: View<Held>, look: LookAt<Held>): void => {
    view.times = createDueTimes()
    const found = view.places.map((_, at) => seeAt(view, at, look))
    const changed = found.flatMap((one, at) => (one === view.found[at] ? [] : [at]))
    if (view.found.length !== found.length) beginLine(found)
    else if (changed.length === 0) return
    else continueLine(found, view.found, changed)
    view.found = found
  }

  const seeSome = (view: View<Held>, places: Iterable<number>, look: LookAt<Held>): void => {
    const others = new Map<number, StationFigures | undefined>()
    for (const at of places) {
      const figures = seeAt(view, at, look)
      if (figures !== view.found[at]) others.set(at, figures)
    }
    view.found = withOthers(view.found, others)
  }

  const viewWith = (found: FiguresInOrder): View<Held> | undefined => {
    const line = lineOf(found)
    return line === undefined ? undefined : views.find((one) => lineOf(one.found) === line)
  }

  return {
    /** Without a pause, so that all is of one look. Null: the list is none that others follow. */
    look: (
      places: readonly Place[],
      heldOf: (id: string) => Held | undefined,
      look: LookAt<Held>,
    ): FiguresInOrder | null => {
      const line = lineOf(places)
      if (line === undefined) return null
      const view = viewOf(places, line, heldOf)
      const see = view.found.length === 0 ? null : placesToSee(view, places, look)
      Object.assign(view, { places, now: Math.max(view.now, look.now), marked: look.marked })
      view.stale.clear()
      if (see === null) seeAll(view, look)
      else seeSome(view, see, look)
      return view.found
    },
    /** Another row of it is held, or another thing is found at the same one than at the last look. */
    written: (id: string, held: Held): void => {
      for (const view of views) {
        const at = view.placeOf.get(id)
        if (at === undefined) continue
        view.held[at] = held
        view.stale.add(at)
      }
    },
    /** Nothing is known of what was written. */
    forget: (): void => {
      views = []
    },
    /** Where a station stands in a list that `look` gave; undefined: in none. */
    placeIn: (found: FiguresInOrder): ((id: string) => number | undefined) | null => {
      const view = viewWith(found)
      return view === undefined ? null : (id) => view.placeOf.get(id)
    },
    /** With those of some places in the place of what was found: the same list while nothing in it is another. */
    completed: (
      found: FiguresInOrder,
      others: ReadonlyMap<number, StationFigures | undefined>,
    ): FiguresInOrder => {
      const at = (place: number) => (others.has(place) ? others.get(place) : found[place])
      const view = viewWith(found)
      if (view === undefined) return others.size === 0 ? found : found.map((_, place) => at(place))
      const before = view.whole
      const places = before && placesOfAll([placesChanged(found, before.of), before.others, others.keys()])
      let list = before?.list ?? []
      if (before === null) {
        list = found.map((_, place) => at(place))
        beginLine(list)
      } else {
        const changed = [...(places ?? found.keys())].filter((place) => at(place) !== before.list[place])
        list = withOthers(before.list, new Map(changed.map((place) => [place, at(place)])))
      }
      view.whole = { of: found, list, others: [...others.keys()] }
      return list
    },
  }
}
