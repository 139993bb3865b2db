import { project, type Point } from '#domain/mercator.ts'
import { stationConditions } from '#domain/stations/station-kinds.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import { useData } from '../../../app/data/query.ts'
import { renewMapMs } from '../../../app/live/may-have-missed.ts'
import type { Marked } from '../../../kit/map/clusters.ts'
import { queryOf, type ListSearch } from '../list-filter.ts'

export type Pins = Answer<'GET /api/station-pins'>
export type StationMark = Marked & { station: Pins['pins'][number] }
/** Stations near each other that the server told together. */
export type GroupMark = Marked & { group: Pins['groups'][number] }
export type MapMark = StationMark | GroupMark

/** Pins that a live event left as they were keep their marks. */
const marksOf = new WeakMap<Pins['pins'][number], StationMark>()
export const markOf = (station: Pins['pins'][number]): StationMark => {
  const made = marksOf.get(station) ?? {
    id: station.id,
    point: project(station),
    rank: stationConditions.indexOf(station.condition),
    count: 1,
    station,
  }
  marksOf.set(station, made)
  return made
}

export const groupMark = (group: Pins['groups'][number]): GroupMark => ({
  id: group.id,
  point: project(group),
  rank: stationConditions.indexOf(group.condition),
  count: group.stations,
  group,
})

export const conditionOf = (mark: MapMark) =>
  'station' in mark ? mark.station.condition : mark.group.condition

/** Where what a mark stands for reaches to. */
export const cornersOf = (mark: MapMark): readonly Point[] =>
  'station' in mark
    ? [mark.point]
    : [
        project({ latitude: mark.group.north, longitude: mark.group.west }),
        project({ latitude: mark.group.south, longitude: mark.group.east }),
      ]

/** What the map of a list asks for, beside the part of the world that it shows. */
export const pinsQuery = (search: ListSearch) => {
  const { sort: _, ...filter } = queryOf(search)
  return filter
}

/** Where the stations stand that the filters leave, with the counts of all; very many near each other together. */
export const usePins = (search: ListSearch) =>
  useData('GET /api/station-pins', { query: pinsQuery(search) }, { keep: true, refetchInterval: renewMapMs })
