import type * as z from 'zod/mini'
import { MARKS_MAX, PINS_MAX, WORST_MAX, type pinRoutes } from '#contract/http/station-pins.ts'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { unproject } from '#domain/mercator.ts'
import { readArea } from '#domain/stations/map-grid.ts'
import { stationConditions, type StationCondition } from '#domain/stations/station-kinds.ts'
import { signedPosition } from '#domain/stations/sun.ts'
import type { CardFacts } from '../stations/present-station.ts'
import { worstFirst, worstOf } from '../stations/station-order.ts'
import { type Cell, gridded, type Points, pointsOf } from './station-grid.ts'

export type PinsView = z.output<(typeof pinRoutes)['GET /api/station-pins']['output']>
type Group = PinsView['groups'][number]

/** What a map asks for beside the filters of a list: the part of the world that it shows, and from how near. */
export type Sight = {
  condition?: StationCondition | undefined
  area?: string | undefined
  zoom?: number | undefined
}

/** 0° 0° lies in the sea: nobody entered it. */
const placed = ({ latitude, longitude }: CardFacts): boolean => latitude !== 0 || longitude !== 0

const pinOf = (card: CardFacts): PinsView['pins'][number] => ({
  id: card.id,
  name: card.name,
  ...signedPosition(card),
  condition: card.condition,
  powerW: card.powerW,
  capacityW: card.capacityW,
  openAlarms: card.openAlarms,
  worstAlarm: card.worstAlarm,
})

/** About a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5

const groupOf = (grid: number, { column, row, held }: Cell, cards: CardFacts[], { x, y }: Points): Group => {
  const edges = { west: 180, south: 90, east: -180, north: -90 }
  const counts = new Map<StationCondition, number>()
  let [across, down, openAlarms] = [0, 0, 0]
  let level: number = alarmLevels.length
  for (const at of held) {
    const card = cards[at]
    if (!card) continue
    const { latitude, longitude } = signedPosition(card)
    edges.west = Math.min(edges.west, longitude)
    edges.east = Math.max(edges.east, longitude)
    edges.south = Math.min(edges.south, latitude)
    edges.north = Math.max(edges.north, latitude)
    across += x[at] ?? 0
    down += y[at] ?? 0
    counts.set(card.condition, (counts.get(card.condition) ?? 0) + 1)
    openAlarms += card.openAlarms
    if (card.worstAlarm !== null) level = Math.min(level, alarmLevels.indexOf(card.worstAlarm))
  }
  const middle = unproject({ x: across / held.length, y: down / held.length })
  const found = stationConditions.filter((condition) => counts.has(condition))
  return {
    id: `${grid}-${column}-${row}`,
    latitude: rounded(middle.latitude),
    longitude: rounded(middle.longitude),
    ...edges,
    stations: held.length,
    conditions: Object.fromEntries(found.map((condition) => [condition, counts.get(condition) ?? 0])),
    condition: found[0] ?? 'unknown',
    openAlarms,
    worstAlarm: alarmLevels[level] ?? null,
  }
}

/**
 * The stations that match on a map, as pins worst first as in the list; of very many those that stand near each other
 * together. The counts by condition are of all, as in the list.
 */
export const pinsOf = (cards: readonly CardFacts[], { condition, area, zoom }: Sight): PinsView => {
  const conditions = Object.fromEntries(stationConditions.map((one) => [one, 0])) as PinsView['conditions']
  for (const card of cards) conditions[card.condition] += 1
  const wanted = condition === undefined ? cards : cards.filter((card) => card.condition === condition)
  const here = wanted.filter(placed)
  const counts = { unplaced: wanted.length - here.length, total: wanted.length, conditions }
  const points = pointsOf(here, signedPosition)
  const { inside, cells } = gridded(points, {
    area: area === undefined ? undefined : (readArea(area) ?? undefined),
    zoom,
    single: area === undefined ? PINS_MAX : MARKS_MAX,
    most: MARKS_MAX,
  })
  const at = (places: readonly number[]): CardFacts[] => places.flatMap((place) => here[place] ?? [])
  if (cells === null)
    return { pins: worstFirst(at(inside)).map(pinOf), grid: null, groups: [], worst: [], ...counts }
  const alone = cells.all.flatMap(({ held }) => (held.length === 1 ? held : []))
  return {
    pins: worstFirst(at(alone)).map(pinOf),
    grid: cells.grid,
    groups: cells.all
      .filter(({ held }) => held.length > 1)
      .map((cell) => groupOf(cells.grid, cell, here, points)),
    worst: worstOf(at(inside), WORST_MAX).map(pinOf),
    ...counts,
  }
}
