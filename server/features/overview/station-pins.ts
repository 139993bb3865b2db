import type * as z from 'zod/mini'
import { MARKS_MAX, PINS_MAX, WORST_MAX, type pinRoutes } from '#contract/http/station-pins.ts'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { unproject } from '#domain/mercator.ts'
import { readArea } from '#domain/stations/map-grid.ts'
import { stationConditions, type StationCondition } from '#domain/stations/station-kinds.ts'
import { signedPosition } from '#domain/stations/sun.ts'
import { type Listed, worstFirst, worstPlaces } from '../stations/station-order.ts'
import { columnsOf, type MapColumns } from './map-columns.ts'
import { cellIn, type Cells, gridded, orderOf } from './station-grid.ts'

export type PinsView = z.output<(typeof pinRoutes)['GET /api/station-pins']['output']>
type Group = PinsView['groups'][number]

/** What a map asks for beside the filters of a list: the part of the world that it shows, and from how near. */
export type Sight = {
  condition?: StationCondition | undefined
  area?: string | undefined
  zoom?: number | undefined
}

/** So many stations stand one by one, so many marks where they are more, and so many are named beside those. */
export type Limits = { pins: number; marks: number; worst: number }
export const usualLimits: Limits = { pins: PINS_MAX, marks: MARKS_MAX, worst: WORST_MAX }

const pinOf = ({ card }: Listed): PinsView['pins'][number] => ({
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

const groupOf = (columns: MapColumns, grid: number, held: Int32Array): Group => {
  const { points, latitude, longitude, condition, openAlarms, level } = columns
  const counts = new Uint32Array(stationConditions.length)
  let [west, south, east, north] = [180, 90, -180, -90]
  let [across, down, alarms] = [0, 0, 0]
  let worst: number = alarmLevels.length
  // Nothing is made in here: it is gone through once for each of very many stations.
  for (let no = 0; no < held.length; no += 1) {
    const at = held[no] ?? 0
    const up = latitude[at] ?? 0
    const right = longitude[at] ?? 0
    if (right < west) west = right
    if (right > east) east = right
    if (up < south) south = up
    if (up > north) north = up
    across += points.x[at] ?? 0
    down += points.y[at] ?? 0
    const own = condition[at] ?? 0
    counts[own] = (counts[own] ?? 0) + 1
    alarms += openAlarms[at] ?? 0
    const alarm = level[at] ?? worst
    if (alarm < worst) worst = alarm
  }
  const middle = unproject({ x: across / held.length, y: down / held.length })
  const first = held[0] ?? 0
  const [column, row] = [points.column, points.row].map((of) => cellIn(of[first] ?? 0, grid))
  const found = stationConditions.flatMap((one, no) => {
    const count = counts[no] ?? 0
    return count === 0 ? [] : [[one, count] as const]
  })
  return {
    id: `${grid}-${column}-${row}`,
    latitude: rounded(middle.latitude),
    longitude: rounded(middle.longitude),
    west,
    south,
    east,
    north,
    stations: held.length,
    conditions: Object.fromEntries(found),
    condition: found[0]?.[0] ?? 'unknown',
    openAlarms: alarms,
    worstAlarm: alarmLevels[worst] ?? null,
  }
}

/** Those that stand alone in a cell, by their places, and the others together. */
const told = (columns: MapColumns, { grid, held, ends }: Cells): { alone: number[]; groups: Group[] } => {
  const alone: number[] = []
  const groups: Group[] = []
  let from = 0
  for (const to of ends) {
    if (to - from === 1) alone.push(held[from] ?? 0)
    else groups.push(groupOf(columns, grid, held.subarray(from, to)))
    from = to
  }
  return { alone, groups }
}

/** How many of them are in which condition. */
const countConditions = ({ condition }: MapColumns): PinsView['conditions'] => {
  const counts = new Uint32Array(stationConditions.length)
  for (let at = 0; at < condition.length; at += 1) {
    const own = condition[at] ?? 0
    counts[own] = (counts[own] ?? 0) + 1
  }
  return Object.fromEntries(stationConditions.map((one, no) => [one, counts[no]])) as PinsView['conditions']
}

/** Which of them have a position and are in a condition; undefined: whichever they are in. */
const placedIn = (
  { placed, condition: conditions }: MapColumns,
  condition: StationCondition | undefined,
): Uint8Array => {
  if (condition === undefined) return placed
  const wanted = stationConditions.indexOf(condition)
  const found = new Uint8Array(placed.length)
  for (let at = 0; at < found.length; at += 1) if (conditions[at] === wanted) found[at] = placed[at] ?? 0
  return found
}

/** The same of what stands in columns already. */
export const pinsFrom = (
  columns: MapColumns,
  { condition, area, zoom }: Sight,
  limits: Limits = usualLimits,
): PinsView => {
  const { stations, points, badness } = columns
  const conditions = countConditions(columns)
  const total = condition === undefined ? stations.length : conditions[condition]
  const here = placedIn(columns, condition)
  let unplaced = total
  for (let at = 0; at < here.length; at += 1) unplaced -= here[at] ?? 0
  const order = () => (columns.order ??= orderOf(points))
  const { inside, cells } = gridded(
    { points, told: here, order },
    {
      area: area === undefined ? undefined : (readArea(area) ?? undefined),
      zoom,
      single: area === undefined ? limits.pins : limits.marks,
      most: limits.marks,
    },
  )
  const pins = (places: Iterable<number>) =>
    worstFirst([...places].flatMap((at) => stations[at] ?? [])).map(pinOf)
  const counts = { unplaced, total, conditions }
  if (cells === null) return { pins: pins(inside), grid: null, groups: [], worst: [], ...counts }
  const { alone, groups } = told(columns, cells)
  return {
    pins: pins(alone),
    grid: cells.grid,
    groups,
    worst: pins(worstPlaces(inside, badness, limits.worst)),
    ...counts,
  }
}

/**
 * The stations that match on a map, as pins worst first as in the list; of very many those that stand near each other
 * together. The counts by condition are of all, as in the list.
 */
export const pinsOf = (stations: readonly Listed[], sight: Sight, limits: Limits = usualLimits): PinsView =>
  pinsFrom(columnsOf(stations), sight, limits)
