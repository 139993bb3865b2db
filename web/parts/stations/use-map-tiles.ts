import type { MapTiles } from '#domain/stations/map-tiles.ts'
import { useData } from '../../app/data/query.ts'

/** Where maps get pictures of the ground from; null until it is known and where there are none: the outline is enough. */
export const useMapTiles = (): MapTiles | null =>
  useData('GET /api/map-tiles', undefined, { staleTime: 60 * 60_000 }).data?.tiles ?? null
