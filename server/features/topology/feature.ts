import type { Feature } from '../../feature.ts'
import { topologyHandlers } from './topology-routes.ts'

export const topologyFeature = {
  name: 'topology',
  handlers: topologyHandlers,
  tables: [],
} as const satisfies Feature
