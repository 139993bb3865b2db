import type { Feature } from '../../feature.ts'
import { groupHandlers } from './group-routes.ts'
import { favouriteHandlers } from './favourite-routes.ts'

export const favouritesFeature = {
  name: 'favourites',
  handlers: { ...favouriteHandlers, ...groupHandlers },
  tables: ['favourite', 'station_group', 'station_group_member'],
} as const satisfies Feature
