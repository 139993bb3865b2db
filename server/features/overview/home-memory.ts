import type { StationFigures } from '../stations/station-figures.ts'
import type { StationRow } from '../stations/station-store.ts'
import { createFoldTree } from './fold-tree.ts'
import { type Clocks, clocksFold, MANY_STATIONS } from './home.ts'
import { type HomePart, homePart, type HomeStation } from './home-part.ts'
import { homeFold, type HomeSums } from './home-sums.ts'
import { LIGHT_MS, lightAt, lightFold, type LightPart, lightPart, type LightSums } from './light-part.ts'
import type { LongEnergy } from './past-energy.ts'

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

/** Which rows stand where others stood. */
const changedRows = (rows: readonly StationRow[], before: readonly StationRow[]): number[] => {
  const changed: number[] = []
  if (rows !== before)
    for (let at = 0; at < rows.length; at += 1) if (rows[at] !== before[at]) changed.push(at)
  return changed
}

const createClocks = (): HomeOf['clocks'] => {
  const tree = createFoldTree(clocksFold)
  let before: readonly StationRow[] = []
  return (rows) => {
    const changed = changedRows(rows, before)
    before = rows
    return tree(rows, changed)
  }
}

const nothing = (): Found => ({ rows: [], figures: [], energies: [] })

/**
 * The same for who sees all of many: what is made of a station is kept while its row, its figures and its energy are the
 * same objects and its light is that of the minute, and sums are gone on with (decision 138). The answers are the same.
 */
export const createHomeMemory = (): HomeMemory => {
  const sumUp = createFoldTree(homeFold)
  const lightUp = createFoldTree(lightFold)
  let before = nothing()
  let stations: HomeStation[] = []
  let parts: HomePart[] = []
  let lights: LightPart[] = []
  /** Since when the light of each is that of now, beside each other to be looked through. */
  let since: number[] = []
  let lookedAt = Number.NEGATIVE_INFINITY

  /** Puts what was made of stations where they stand now: some were added, taken out or given in another order. */
  const follow = ({ rows }: Found): void => {
    const was = new Map(before.rows.map(({ id }, at) => [id, at]))
    const from = rows.map(({ id }) => was.get(id) ?? -1)
    const moved = <T>(all: readonly T[]): T[] => from.map((at) => all[at] as T)
    before = { rows: moved(before.rows), figures: moved(before.figures), energies: moved(before.energies) }
    stations = moved(stations)
    parts = moved(parts)
    lights = moved(lights)
    since = from.map((at) => since[at] ?? Number.NaN)
  }

  const isMoved = ({ rows }: Found): boolean =>
    rows !== before.rows &&
    (rows.length !== before.rows.length || rows.some(({ id }, at) => id !== before.rows[at]?.id))

  const light = (station: HomeStation, at: number, now: number): void => {
    const one = lightPart(station, lightAt(station.row.id, now), lights[at] ?? null)
    lights[at] = one
    since[at] = one.at
  }

  return {
    noteLook: (now) => {
      lookedAt = now
    },
    isLookedAt: (now) => lookedAt > now - LOOKED_MS,
    clocks: createClocks(),
    look: (found, now) => {
      const everywhere = isMoved(found) ? found.rows.map((_, at) => at) : null
      if (everywhere !== null) follow(found)
      const { rows, figures, energies } = found
      const changed: number[] = []
      const turned: number[] = []
      for (let at = 0; at < rows.length; at += 1) {
        const isSame =
          rows[at] === before.rows[at] &&
          figures[at] === before.figures[at] &&
          energies[at] === before.energies[at]
        if (!isSame) changed.push(at)
        const turn = since[at] ?? Number.NaN
        if (!isSame || !(turn <= now && now < turn + LIGHT_MS)) turned.push(at)
      }
      // Whoever was given the lists before goes on with them.
      if (changed.length > 0) [stations, parts] = [stations.slice(), parts.slice()]
      for (const at of changed) {
        const station = stationAt(found, at)
        stations[at] = station
        parts[at] = homePart(station)
      }
      for (const at of turned) light(stations[at] as HomeStation, at, now)
      before = found
      return {
        stations,
        parts,
        sums: sumUp(parts, everywhere ?? changed),
        light: lightUp(lights, everywhere ?? turned),
      }
    },
  }
}
