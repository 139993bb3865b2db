import { refresh } from '../../../app/data/query.ts'

/** Everything that shows which devices a station has. */
export const rereadSite = (): Promise<unknown> =>
  refresh(
    'GET /api/devices/{deviceId}',
    'GET /api/devices/{deviceId}/children',
    'GET /api/stations/{stationId}/devices',
    'GET /api/stations/{stationId}/array',
    'GET /api/places/{placeId}/curve',
    'GET /api/places/{placeId}/energy',
  )
