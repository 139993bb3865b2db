import { useMemo } from 'react'
import { stationConditions } from '#domain/stations/station-kinds.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import { useData } from '../../../app/data/query.ts'
import type { Marked } from '../../../kit/map/clusters.ts'
import { project } from '../../../kit/map/mercator.ts'
import { queryOf, type ListSearch } from '../list-filter.ts'

type Pins = Answer<'GET /api/station-pins'>
export type StationMark = Marked & { station: Pins['pins'][number] }

/** Pins that a live event left as they were keep their marks. */
const marksOf = new WeakMap<Pins['pins'][number], StationMark>()
const markOf = (station: Pins['pins'][number]): StationMark => {
  const made = marksOf.get(station) ?? {
    id: station.id,
    point: project(station),
    rank: stationConditions.indexOf(station.condition),
    station,
  }
  marksOf.set(station, made)
  return made
}

/** Live events change what a pin shows; this is for stations that come and go. */
const renewMs = 60_000

/** Where the stations stand that the filters leave, with the counts of all. */
export const usePins = (search: ListSearch) => {
  const { sort: _, ...filter } = queryOf(search)
  const pins = useData('GET /api/station-pins', { query: filter }, { keep: true, refetchInterval: renewMs })
  const found = pins.data?.pins
  const marks = useMemo((): StationMark[] => (found ?? []).map(markOf), [found])
  return { pins, marks }
}
