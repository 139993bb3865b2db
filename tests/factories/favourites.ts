import type { BodyInput } from '#contract/http/route.ts'
import type { favouriteRoutes } from '#contract/http/favourites.ts'
import type { FactoryFile } from './objects.ts'

const mark: BodyInput<(typeof favouriteRoutes)['PUT /api/stations/{stationId}/favourite']> = {
  favourite: true,
}

export const bodies: NonNullable<FactoryFile['bodies']> = {
  'PUT /api/stations/{stationId}/favourite': () => mark,
}
