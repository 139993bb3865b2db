import type { coverageRoutes } from '#contract/http/coverage.ts'
import { flooredShare } from '#domain/telemetry/coverage.ts'
import { MISSING_SHOWN } from '#domain/telemetry/limits.ts'
import type { Handlers } from '../../call.ts'
import { coverageOf, sharedOf } from './home.ts'
import { putAmong } from './fold-tree.ts'
import type { HomePart, Period } from './home-part.ts'
import { homeOf, stationsWithFigures } from './read-home.ts'

/** null of one without capacity: nothing is asked of it. */
const shareOf = ({ shares, station }: HomePart, period: Period): number | null => {
  const share = shares[period]
  return share === null || station.row.capacity_w <= 0 ? null : share === 1 ? 1 : flooredShare(share)
}

const costOf = (part: HomePart, period: Period): number =>
  (1 - (shareOf(part, period) ?? 0)) * part.station.row.capacity_w

/** What costs the sum most comes first. */
const byCost =
  (period: Period) =>
  (a: HomePart, b: HomePart): number =>
    costOf(b, period) - costOf(a, period) || (a.station.row.id < b.station.row.id ? -1 : 1)

export const homeCoverageHandlers: Handlers<Pick<typeof coverageRoutes, 'GET /api/coverage'>> = {
  'GET /api/coverage': async ({ context, query: { period }, who, now }) => {
    const { sums, parts } = await context.overview.homes(async () => {
      const rows = await context.stations.rows(context.db, who, now)
      return stationsWithFigures(context, rows, now, homeOf(context, who, rows))
    })
    const missing: HomePart[] = []
    let missingTotal = 0
    for (const part of parts) {
      if (shareOf(part, period) === 1) continue
      missingTotal += 1
      putAmong(missing, part, byCost(period), MISSING_SHOWN)
    }
    return {
      coverage: coverageOf(sums, period),
      sharedWh: sharedOf(sums, period),
      stations: sums.stations,
      missing: missing.map((part) => ({
        id: part.station.row.id,
        name: part.station.row.name,
        capacityW: part.station.row.capacity_w,
        share: shareOf(part, period),
        inverters: part.station.figures.devices.inverter.total,
      })),
      missingTotal,
    }
  },
}
