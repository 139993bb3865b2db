import type { Feature } from '../../feature.ts'
import { deviceHandlers } from './device-routes.ts'
import { siteHandlers } from './site-routes.ts'

export const devicesFeature = {
  name: 'devices',
  handlers: { ...deviceHandlers, ...siteHandlers },
  tables: [
    'device',
    'gateway_drop',
    'gateway_link',
    'gateway_registry',
    'place',
    'place_device',
    'quarantine',
    'string',
  ],
} as const satisfies Feature
