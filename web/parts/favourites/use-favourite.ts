import { useMemo } from 'react'
import { useData } from '../../app/data/query.ts'

/** The stations that this person has marked: asked once for a list, and not by each of its rows. */
export const useFavourites = (): ReadonlySet<string> => {
  const ids = useData('GET /api/favourites').data?.stationIds
  return useMemo(() => new Set(ids), [ids])
}

/** Whether this person has marked a station; false until it is known. */
export const useFavourite = (stationId: string): boolean => useFavourites().has(stationId)
