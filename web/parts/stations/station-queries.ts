import { useEffect } from 'react'
import type { Answer } from '../../app/data/call-types.ts'
import { readAll } from '../../app/lists/read-all.ts'
import { pagesKey } from '../../app/lists/pages-query.ts'
import { usePages } from '../../app/lists/use-pages.ts'
import { live } from '../../app/live/live.ts'
import { queryClient, useData } from '../../app/data/query.ts'
import { queryOf, type ListSearch } from './list-filter.ts'

type Stations = Answer<'GET /api/stations'>
export type StationCardData = Stations['stations'][number]
export type StationAnswer = Answer<'GET /api/stations/{stationId}'>
export type StationData = StationAnswer['station']
export type StationLive = StationAnswer['live']
export type Balance = NonNullable<StationLive['balance']>
export type DeviceData = Answer<'GET /api/stations/{stationId}/devices'>['devices'][number]

const pageSize = 50

export const useStations = (search: ListSearch, enabled = true) => {
  const asked = queryOf(search)
  const query = { ...asked, limit: pageSize }
  const list = usePages('GET /api/stations', { query }, (page) => page.stations, { enabled })
  /** From the top, where pulling down happens: the pages below are read when they are scrolled to again. */
  const readAnew = (): Promise<unknown> => {
    queryClient.setQueryData<typeof list.query.data>(
      pagesKey('GET /api/stations', { query }),
      (old) => old && { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) },
    )
    return list.refetch()
  }
  /** All that match, or the first of them, to be taken along or chosen. */
  const readWhole = (most?: number) =>
    readAll('GET /api/stations', { query: asked }, (page) => page.stations, most)
  return { ...list, readAnew, readWhole }
}

export const useStation = (stationId: string) =>
  useData('GET /api/stations/{stationId}', { params: { stationId } })

/** Asks for single devices' live readings while the screen is open. */
export const useWatchedStation = (stationId: string): void =>
  useEffect(() => (stationId ? live.watchStation(stationId) : undefined), [stationId])

/** The name from a list that was read already, so that a page's bar is right from its first frame. */
export const nameFromLists = (stationId: string): string | undefined => {
  for (const [, answer] of queryClient.getQueriesData<{ pages?: Stations[] }>({
    queryKey: ['GET /api/stations'],
  })) {
    for (const page of answer?.pages ?? []) {
      const found = page.stations.find(({ id }) => id === stationId)
      if (found) return found.name
    }
  }
  return undefined
}
