import type { Feature } from '../../feature.ts'
import { stationHandlers } from './station-routes.ts'
import { mapHandlers } from './map-routes.ts'
import { shareHandlers } from './share-routes.ts'
import { checkInHandlers } from './check-in-routes.ts'

export const stationsFeature = {
  name: 'stations',
  handlers: { ...stationHandlers, ...mapHandlers, ...shareHandlers, ...checkInHandlers },
  tables: ['check_in', 'past_price', 'station', 'station_look', 'station_share'],
} as const satisfies Feature
