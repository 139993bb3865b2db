import type { Feature } from '../../feature.ts'
import { followHome, keepHome } from './read-home.ts'
import { fleetHandlers } from './fleet-routes.ts'
import { overviewHandlers } from './overview-routes.ts'
import { homeCoverageHandlers } from './coverage-of-home.ts'

export const overviewFeature = {
  name: 'overview',
  handlers: { ...overviewHandlers, ...homeCoverageHandlers, ...fleetHandlers },
  tables: ['kept_figures'],
  jobs: (context) => [
    { name: 'home', everyMs: 600_000, run: (now) => keepHome(context, now) },
    { name: 'home-follow', everyMs: 2_000, run: (now) => followHome(context, now) },
  ],
} as const satisfies Feature
