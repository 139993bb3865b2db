import { accountRoutes } from './accounts.ts'
import { deviceRoutes } from './devices.ts'
import { overviewRoutes } from './overview.ts'
import { stationRoutes } from './stations.ts'
import { telemetryRoutes } from './telemetry.ts'

/** Every door of the installation. */
export const routes = {
  ...accountRoutes,
  ...stationRoutes,
  ...deviceRoutes,
  ...telemetryRoutes,
  ...overviewRoutes,
}

export type Routes = typeof routes
