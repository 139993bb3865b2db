import type { Listed } from '../stations/station-order.ts'
import { columnsOf, goOnWith, type MapColumns } from './map-columns.ts'
import { type Limits, pinsFrom, pinsOf, type PinsView, type Sight, usualLimits } from './station-pins.ts'

/**
 * The map of all stations of a large installation as this server has drawn it (decision 144): what was told is told again
 * while a map says the same of each of them, and of others only those are gone through anew that are another object.
 */
export type MapMind = {
  /** Of all stations in force, in their order. */
  all: (stations: readonly Listed[], sight: Sight) => PinsView
  /** How often an answer was put together. */
  readonly made: number
}

/** Sights that are kept: those of some people who look at a map. Each is at most as long as one answer. */
const SIGHTS_MOST = 64

/** So few stations as may be told one by one are looked at each time. */
export const createMapMind = (limits: Limits = usualLimits): MapMind => {
  let known: MapColumns | null = null
  const answers = new Map<string, PinsView>()
  let made = 0

  const follow = (stations: readonly Listed[]): MapColumns => {
    if (known?.stations === stations) return known
    const found = known === null ? { columns: columnsOf(stations), same: false } : goOnWith(known, stations)
    if (!found.same) answers.clear()
    known = found.columns
    return known
  }

  return {
    all: (stations, sight) => {
      if (stations.length <= limits.pins) {
        known = null
        answers.clear()
        made += 1
        return pinsOf(stations, sight, limits)
      }
      const columns = follow(stations)
      const key = JSON.stringify([sight.condition, sight.area, sight.zoom])
      const before = answers.get(key)
      if (before !== undefined) return before
      if (answers.size >= SIGHTS_MOST) answers.clear()
      const answer = pinsFrom(columns, sight, limits)
      made += 1
      answers.set(key, answer)
      return answer
    },
    get made() {
      return made
    },
  }
}
