import { createDueTimes } from '../../platform/kept/due-times.ts'
import { beginLine, placesChanged, placesOfAll, withOthers } from '../../platform/kept/lists.ts'
import type { StationFigures } from '../stations/station-figures.ts'
import type { StationRow } from '../stations/station-store.ts'
import { createFoldTree } from './fold-tree.ts'
import { type Clocks, clocksFold, MANY_STATIONS } from './home.ts'
import { type HomePart, homePart, type HomeStation } from './home-part.ts'
import { homeFold, type HomeSums } from './home-sums.ts'
import { LIGHT_MS, lightAt, lightFold, type LightPart, lightPart, type LightSums } from './light-part.ts'
import type { LongEnergy } from './long-energy.ts'

/** As many of each, in the same order. */
type Found = {
  rows: readonly StationRow[]
  figures: readonly StationFigures[]
  energies: readonly LongEnergy[]
}

/** The stations of a look, each made of what was found, and what home adds up over them. */
export type HomeLook = {
  stations: readonly HomeStation[]
  /** One of each station. */
  parts: readonly HomePart[]
  sums: HomeSums
  light: LightSums
}
export type HomeOf = {
  /** By which times stations go. */
  clocks: (rows: readonly StationRow[]) => Clocks
  look: (found: Found, now: number) => HomeLook
}

/** What a server goes on with. */
export type HomeMemory = HomeOf & {
  noteLook: (now: number) => void
  /** Somebody has looked lately: what is due is worth doing before the next look. */
  isLookedAt: (now: number) => boolean
}
/** No source: chosen. */
const LOOKED_MS = 15 * 60_000

const stationAt = ({ rows, figures, energies }: Found, at: number): HomeStation => ({
  row: rows[at] as StationRow,
  figures: figures[at] as StationFigures,
  energy: energies[at] as LongEnergy,
})

/** Adds up all at each look: for who sees some of the stations. */
export const homeOfSome: HomeOf = {
  clocks: clocksFold.of,
  look: (found, now) => {
    const stations = found.rows.map((_, at) => stationAt(found, at))
    const parts = stations.map(homePart)
    const isMany = stations.length > MANY_STATIONS
    const lights = stations.map((one) => lightPart(one, isMany ? lightAt(one.row.id, now) : now, null))
    return { stations, parts, sums: homeFold.of(parts), light: lightFold.of(lights) }
  },
}

const createClocks = (): HomeOf['clocks'] => {
  const tree = createFoldTree(clocksFold)
  let before: readonly StationRow[] = []
  return (rows) => {
    const places = [...(placesChanged(rows, before) ?? rows.keys())]
    const changed = places.filter((at) => rows[at] !== before[at])
    before = rows
    return tree(rows, changed)
  }
}

const nothing = (): Found => ({ rows: [], figures: [], energies: [] })

/**
 * The light of each, gone on with: looked at again where the station is another, or its turn has come. Those whose turns
 * follow each other stand beside each other, so that few sums are above them.
 */
const createLights = (known: readonly (LightPart | undefined)[] = []) => {
  const sumUp = createFoldTree(lightFold)
  /** In the order of their turns. */
  let parts: LightPart[] = []
  /** Where in it each station stands. */
  let placeOf: number[] = []
  const times = createDueTimes()
  /** Of the latest look. */
  let last = Number.NEGATIVE_INFINITY

  /** Whose light is not that of the turn. Looks that are asked for at nearly the same time pass each other. */
  const turned = (now: number): readonly number[] => {
    if (now >= last) return times.take(now)
    const isOf = ({ at }: LightPart): boolean => at <= now && now < at + LIGHT_MS
    return placeOf.flatMap((place, station) => (isOf(parts[place] as LightPart) ? [] : [station]))
  }

  const start = (stations: readonly HomeStation[]): void => {
    const turns = stations.map(({ row }) => lightAt(row.id, 0))
    const order = [...stations.keys()].sort((a, b) => (turns[a] ?? 0) - (turns[b] ?? 0))
    parts = stations.map((_, at) => known[at] as LightPart)
    placeOf = stations.map(() => 0)
    for (const [place, at] of order.entries()) placeOf[at] = place
  }

  const see = (station: HomeStation, at: number, now: number): number => {
    const place = placeOf[at] ?? at
    const before = parts[place]
    const own = before?.station.row.id === station.row.id ? before : (known[at] ?? null)
    const part = lightPart(station, lightAt(station.row.id, now), own)
    parts[place] = part
    times.set(at, part.at + LIGHT_MS)
    return place
  }

  return {
    /** In the order of the stations. */
    all: (): (LightPart | undefined)[] => placeOf.map((place) => parts[place]),
    /** `changed`: which stations are others than before; null: any. */
    of: (stations: readonly HomeStation[], changed: readonly number[] | null, now: number): LightSums => {
      if (changed === null) start(stations)
      const places = changed === null ? stations.keys() : new Set([...turned(now), ...changed])
      last = Math.max(last, now)
      const others: number[] = []
      for (const at of places) others.push(see(stations[at] as HomeStation, at, now))
      return sumUp(parts, others)
    },
  }
}

/**
 * The same for who sees all of many: what is made of a station is kept while its row, its figures and its energy are the
 * same objects and its light is that of the minute, and sums are gone on with (decision 138). The answers are the same.
 */
export const createHomeMemory = (): HomeMemory => {
  const sumUp = createFoldTree(homeFold)
  let before = nothing()
  let stations: readonly HomeStation[] = []
  let parts: readonly HomePart[] = []
  let lights = createLights()
  let lookedAt = Number.NEGATIVE_INFINITY

  /** Puts what was made of stations where they stand now: some were added, taken out or given in another order. */
  const follow = ({ rows }: Found): void => {
    const was = new Map(before.rows.map(({ id }, at) => [id, at]))
    const from = rows.map(({ id }) => was.get(id) ?? -1)
    const moved = <T>(all: readonly T[]): T[] => from.map((at) => all[at] as T)
    before = { rows: moved(before.rows), figures: moved(before.figures), energies: moved(before.energies) }
    stations = moved(stations)
    parts = moved(parts)
    lights = createLights(moved(lights.all()))
    beginLine(stations)
  }

  const isMoved = ({ rows }: Found): boolean =>
    placesChanged(rows, before.rows) === null &&
    (rows.length !== before.rows.length || rows.some(({ id }, at) => id !== before.rows[at]?.id))

  const placesToSee = (found: Found): Iterable<number> =>
    placesOfAll([
      placesChanged(found.rows, before.rows),
      placesChanged(found.figures, before.figures),
      placesChanged(found.energies, before.energies),
    ]) ?? found.rows.keys()

  const isAnother = ({ rows, figures, energies }: Found, at: number): boolean =>
    rows[at] !== before.rows[at] || figures[at] !== before.figures[at] || energies[at] !== before.energies[at]

  /** What is another than at the look before, made anew. */
  const take = (found: Found, changed: readonly number[]): void => {
    const others = new Map(changed.map((at) => [at, stationAt(found, at)]))
    stations = withOthers(stations, others)
    parts = withOthers(parts, new Map([...others].map(([at, station]) => [at, homePart(station)])))
  }

  return {
    noteLook: (at) => {
      lookedAt = at
    },
    isLookedAt: (at) => lookedAt > at - LOOKED_MS,
    clocks: createClocks(),
    look: (found, at) => {
      const anew = isMoved(found)
      if (anew) follow(found)
      const changed = [...placesToSee(found)].filter((place) => isAnother(found, place))
      take(found, changed)
      before = found
      return {
        stations,
        parts,
        sums: sumUp(parts, anew ? [...parts.keys()] : changed),
        light: lights.of(stations, anew ? null : changed, at),
      }
    },
  }
}
