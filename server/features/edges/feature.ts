import type { Feature } from '../../feature.ts'
import { edgeHandlers } from './edge-routes.ts'
import { dropOldPairings } from './pairing-store.ts'

export const edgesFeature = {
  name: 'edges',
  handlers: edgeHandlers,
  tables: ['built_in_edge', 'edge', 'edge_device', 'edge_link', 'edge_pairing', 'edge_search'],
  forget: async ({ db }, now) => ({ edge_pairing: await dropOldPairings(db, now) }),
} as const satisfies Feature
