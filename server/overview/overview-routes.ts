import type { overviewRoutes } from '#contract/http/overview.ts'
import { accountWithCompany } from '../accounts/account-store.ts'
import { presentPerson } from '../accounts/account-views.ts'
import { visibleStations } from '../accounts/scope.ts'
import { devicesById, linksOf, quarantineOf } from '../devices/device-store.ts'
import type { Handlers } from '../http/call.ts'
import { liveOf } from '../stations/station-live.ts'
import { readPowerCurve } from '../telemetry/power-curve.ts'
import { invertersOf } from '../telemetry/reading-store.ts'
import { expectedCurve, ratedTogether } from '../telemetry/telemetry-routes.ts'
import { attentionOf } from './attention.ts'
import { countConditions, homeFrame, homeTotals, needAttention, ranking } from './home.ts'
import { behindGateways, stationsIn, suspectIds } from './overview-store.ts'

const ATTENTION_PAGE = 20

const addUp = (curves: readonly number[][], length: number): number[] => {
  const sum = Array.from({ length }, () => 0)
  for (const curve of curves)
    for (const [index, value] of curve.entries()) sum[index] = (sum[index] ?? 0) + value
  return sum
}

export const overviewHandlers: Handlers<typeof overviewRoutes> = {
  // Six statements, however many stations.
  'GET /api/home': async ({ kitchen, who, now }) => {
    const { db } = kitchen
    const [account, rows] = await Promise.all([
      accountWithCompany(db, who.accountId),
      stationsIn(db, visibleStations(who, now)),
    ])
    const frame = homeFrame(rows, now)
    const reportMin = new Map(rows.map((row) => [row.id, row.report_min]))
    const [lives, inverters] = await Promise.all([
      liveOf(kitchen, rows, now),
      invertersOf(db, [...reportMin.keys()], frame.since),
    ])
    const curve = await readPowerCurve(
      db,
      inverters.map((one) => ({ ...one, reportMin: reportMin.get(one.stationId) ?? 5 })),
      { ...frame, now },
    )
    const rowOf = new Map(rows.map((row) => [row.id, row]))
    const invertersIn = Map.groupBy(inverters, ({ stationId }) => stationId)
    const stations = lives.flatMap((live) => {
      const row = rowOf.get(live.stationId)
      return row ? [{ row, live }] : []
    })
    return {
      person: presentPerson(account),
      at: now,
      stations: stations.length,
      conditions: countConditions(stations),
      totals: homeTotals(stations),
      curve: {
        timeZone: frame.timeZone,
        ...curve,
        expectedW:
          rows.length === 0
            ? null
            : addUp(
                rows.map((row) => expectedCurve(row, curve, ratedTogether(invertersIn.get(row.id) ?? []))),
                curve.ts.length,
              ),
      },
      ranking: ranking(stations),
      attention: needAttention(stations),
    }
  },

  'GET /api/attention': async ({ kitchen: { db }, query, who, now }) => {
    const scope = visibleStations(who, now)
    const rows = await devicesById(db, await suspectIds(db, scope, now))
    // Gateways of suspects are looked at too: whether they are heard decides whose trouble it is.
    const gatewayIds = [
      ...new Set(rows.flatMap((row) => (row.kind === 'gateway' ? [row.id] : (row.gateway_id ?? [])))),
    ]
    const seen = new Set(rows.map(({ id }) => id))
    const [others, behind, links, strangers] = await Promise.all([
      devicesById(
        db,
        gatewayIds.filter((id) => !seen.has(id)),
      ),
      behindGateways(db, gatewayIds),
      linksOf(db, gatewayIds),
      quarantineOf(db, gatewayIds),
    ])
    const found = attentionOf([...rows, ...others], now, {
      behind,
      links: new Map(links.map((link) => [link.device_id, link])),
      strangers: Map.groupBy(strangers, (row) => row.gateway_id),
    })
    return { devices: found.slice(0, query.limit ?? ATTENTION_PAGE), total: found.length }
  },
}
