import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { stationConditions } from '#domain/stations/station-kinds.ts'
import { signedPosition } from '#domain/stations/sun.ts'
import { badnessOf, type Listed } from '../stations/station-order.ts'
import { emptyPoints, type Order, type Points, putPoint } from './station-grid.ts'

/**
 * What a map asks of many stations, a column each, in their order: to go through numbers that stand side by side takes a
 * tenth of what it takes to ask each station.
 */
export type MapColumns = {
  stations: readonly Listed[]
  points: Points
  /** Degrees, north and east positive. */
  latitude: Float64Array
  longitude: Float64Array
  /** 1: it has a position. */
  placed: Uint8Array
  /** Places in `stationConditions` and, beyond the last where no alarm is open, in `alarmLevels`. */
  condition: Uint8Array
  level: Uint8Array
  openAlarms: Int32Array
  /** `badnessOf` each. */
  badness: Float64Array
  /** Along the curve; null: not asked for since a station came, went or moved. */
  order: Order | null
}

const emptyColumns = (stations: readonly Listed[]): MapColumns => {
  const { length } = stations
  return {
    stations,
    points: emptyPoints(length),
    latitude: new Float64Array(length),
    longitude: new Float64Array(length),
    placed: new Uint8Array(length),
    condition: new Uint8Array(length),
    level: new Uint8Array(length),
    openAlarms: new Int32Array(length),
    badness: new Float64Array(length),
    order: null,
  }
}

/** 0° 0° lies in the sea: nobody entered it. */
const isPlaced = ({ latitude, longitude }: Listed['card']): boolean => latitude !== 0 || longitude !== 0

const putPlace = (columns: MapColumns, at: number, card: Listed['card']): void => {
  const position = signedPosition(card)
  columns.latitude[at] = position.latitude
  columns.longitude[at] = position.longitude
  columns.placed[at] = Number(isPlaced(card))
  putPoint(columns.points, at, position)
}

const putState = (columns: MapColumns, at: number, one: Listed): void => {
  const { card } = one
  columns.condition[at] = stationConditions.indexOf(card.condition)
  columns.level[at] = card.worstAlarm === null ? alarmLevels.length : alarmLevels.indexOf(card.worstAlarm)
  columns.openAlarms[at] = card.openAlarms
  columns.badness[at] = badnessOf(one)
}

export const columnsOf = (stations: readonly Listed[]): MapColumns => {
  const columns = emptyColumns(stations)
  for (const [at, one] of stations.entries()) {
    putPlace(columns, at, one.card)
    putState(columns, at, one)
  }
  return columns
}

const standsWhere = (a: Listed['card'], b: Listed['card']): boolean =>
  a.latitude === b.latitude && a.longitude === b.longitude && a.north === b.north && a.east === b.east

/** Whether a map says the same of both. */
const isToldSame = (a: Listed['card'], b: Listed['card']): boolean =>
  a.id === b.id &&
  a.name === b.name &&
  a.condition === b.condition &&
  a.powerW === b.powerW &&
  a.capacityW === b.capacityW &&
  a.openAlarms === b.openAlarms &&
  a.worstAlarm === b.worstAlarm &&
  a.attention === b.attention &&
  standsWhere(a, b)

/** Of what stands at other places now, as some came or went between the first and the last of them. */
const moved = (before: MapColumns, stations: readonly Listed[]): MapColumns => {
  const now = emptyColumns(stations)
  const fewer = Math.min(before.stations.length, stations.length)
  let first = 0
  while (first < fewer && before.stations[first] === stations[first]) first += 1
  let last = 0
  while (
    last < fewer - first &&
    before.stations[before.stations.length - 1 - last] === stations[stations.length - 1 - last]
  )
    last += 1
  const columnsIn = ({ points, ...own }: MapColumns) => [
    points.x,
    points.y,
    points.column,
    points.row,
    own.latitude,
    own.longitude,
    own.placed,
    own.condition,
    own.level,
    own.openAlarms,
    own.badness,
  ]
  const former = columnsIn(before)
  for (const [no, column] of columnsIn(now).entries()) {
    const from = former[no]
    if (from === undefined) continue
    column.set(from.subarray(0, first))
    column.set(from.subarray(from.length - last), column.length - last)
  }
  for (let at = first; at < stations.length - last; at += 1) {
    const one = stations[at]
    if (one === undefined) continue
    putPlace(now, at, one.card)
    putState(now, at, one)
  }
  return now
}

/**
 * Columns of other stations than `before`, which are gone on with and belong to nobody any more: of those that are the same
 * objects nothing is asked. `same`: a map says of all of them what it said.
 */
export const goOnWith = (
  before: MapColumns,
  stations: readonly Listed[],
): { columns: MapColumns; same: boolean } => {
  const { stations: former } = before
  if (former.length !== stations.length) return { columns: moved(before, stations), same: false }
  let same = true
  let { order } = before
  for (let at = 0; at < stations.length; at += 1) {
    const one = stations[at]
    const was = former[at]
    if (one === was || one === undefined || was === undefined) continue
    putState(before, at, one)
    if (same && !isToldSame(one.card, was.card)) same = false
    if (standsWhere(one.card, was.card)) continue
    putPlace(before, at, one.card)
    order = null
  }
  return { columns: { ...before, stations, order }, same }
}
