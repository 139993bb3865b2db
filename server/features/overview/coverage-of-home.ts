import type { coverageRoutes } from '#contract/http/coverage.ts'
import { MISSING_SHOWN } from '#domain/telemetry/limits.ts'
import type { Handlers } from '../../call.ts'
import { coverageOf, sharedOf } from './home.ts'
import { stationsWithFigures } from './read-home.ts'

export const homeCoverageHandlers: Handlers<Pick<typeof coverageRoutes, 'GET /api/coverage'>> = {
  'GET /api/coverage': async ({ context, query: { period }, who, now }) => {
    const stations = await context.overview.homes(async () =>
      stationsWithFigures(context, await context.stations.rows(context.db, who, now), now),
    )
    const missing = stations
      .map((station) => ({
        id: station.row.id,
        name: station.row.name,
        capacityW: station.row.capacity_w,
        share: coverageOf([station], period),
        inverters: station.figures.devices.inverter.total,
      }))
      .filter(({ share }) => share !== 1)
      // What costs the sum most comes first.
      .sort((a, b) => (1 - (b.share ?? 0)) * b.capacityW - (1 - (a.share ?? 0)) * a.capacityW)
    return {
      coverage: coverageOf(stations, period),
      sharedWh: sharedOf(stations, period),
      stations: stations.length,
      missing: missing.slice(0, MISSING_SHOWN),
      missingTotal: missing.length,
    }
  },
}
