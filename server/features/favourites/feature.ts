import type { Feature } from '../../feature.ts'
import { favouriteHandlers } from './favourite-routes.ts'

export const favouritesFeature = {
  name: 'favourites',
  handlers: favouriteHandlers,
  tables: ['favourite'],
} as const satisfies Feature
