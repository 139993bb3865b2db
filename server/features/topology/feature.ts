import type { Feature } from '../../feature.ts'
import { stringHandlers, topologyHandlers } from './topology-routes.ts'

export const topologyFeature = {
  name: 'topology',
  handlers: { ...topologyHandlers, ...stringHandlers },
  tables: [],
} as const satisfies Feature
