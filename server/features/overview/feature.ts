import type { Feature } from '../../feature.ts'
import { followHome, keepHome } from './read-home.ts'
import { fleetHandlers } from './fleet-routes.ts'
import { overviewHandlers } from './overview-routes.ts'
import { homeCoverageHandlers } from './coverage-of-home.ts'

/** Of a server that was started people ask within seconds. */
const SOON_MS = 5_000
const KEEP_MS = 600_000

export const overviewFeature = {
  name: 'overview',
  handlers: { ...overviewHandlers, ...homeCoverageHandlers, ...fleetHandlers },
  tables: ['kept_figures'],
  jobs: (context) => {
    // The first turn comes soon after a start, so that the first look does not wait for a day of readings and a year of days.
    let everyMs = SOON_MS
    return [
      {
        name: 'home',
        everyMs: () => everyMs,
        run: async (now) => {
          everyMs = KEEP_MS
          await keepHome(context, now)
        },
      },
    ]
  },
  ownJobs: (context) => [
    { name: 'home-follow', everyMs: 2_000, own: true, run: (now) => followHome(context, now) },
  ],
} as const satisfies Feature
