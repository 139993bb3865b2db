import type { upgradeRoutes } from '#contract/http/upgrades.ts'
import type { Handlers } from '../http/call.ts'
import { refuse } from '../refusal.ts'

const closed = async () => refuse('unavailable')

export const upgradeHandlers: Handlers<typeof upgradeRoutes> = {
  'GET /api/packages': closed,
  'GET /api/packages/{packageId}': closed,
  'PUT /api/packages/{packageId}': closed,
  'POST /api/packages/{packageId}/approve': closed,
  'POST /api/packages/{packageId}/withdraw': closed,
  'GET /api/packages/{packageId}/targets': closed,
  'POST /api/packages/{packageId}/estimate': closed,
  'POST /api/upgrades': closed,
  'GET /api/upgrades': closed,
  'GET /api/upgrades/{upgradeId}': closed,
  'POST /api/upgrades/{upgradeId}/pause': closed,
  'POST /api/upgrades/{upgradeId}/resume': closed,
  'POST /api/upgrades/{upgradeId}/cancel': closed,
  'GET /api/upgrade-tasks': closed,
  'GET /api/upgrade-tasks/{taskId}': closed,
  'GET /api/upgrade-tasks/{taskId}/nodes': closed,
  'POST /api/upgrade-tasks/{taskId}/cancel': closed,
}
