import { useData } from '../../app/data/query.ts'

/** Whether this person has marked a station; false until it is known. */
export const useFavourite = (stationId: string): boolean =>
  useData('GET /api/favourites').data?.stationIds.includes(stationId) === true
