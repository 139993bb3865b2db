import type { overviewRoutes } from '#contract/http/overview.ts'
import { personOf } from '../accounts/account-views.ts'
import { visibleStations } from '../accounts/scope.ts'
import { devicesById, linksOf, quarantineOf } from '../devices/device-store.ts'
import type { Handlers } from '../../call.ts'
import { favouritesIn } from '../favourites/favourite-store.ts'
import { stationCards } from '../stations/station-cards.ts'
import { limitedStations } from '../stations/find-limited.ts'
import { switchedOffAt } from '../stations/switched-off.ts'
import { attentionOf, switchedOffOf } from './attention.ts'
import {
  countAlarms,
  countConditions,
  homeFactors,
  homeTotals,
  monthRanking,
  needAttention,
  ranking,
} from './home.ts'
import { fleetLight } from './fleet-light.ts'
import { behindGateways, devicesNamed, suspectIds } from './overview-store.ts'
import { readAbout } from './read-about.ts'
import { readHome } from './read-home.ts'
import { pinsOf } from './station-pins.ts'

const ATTENTION_PAGE = 20
/** Devices never heard that home names. */
const NEVER_HEARD_NAMED = 3

export const overviewHandlers: Handlers<typeof overviewRoutes> = {
  'GET /api/home': async ({ context, who, now }) => {
    const [person, { stations, curve, flows, only }] = await context.overview.homes(() =>
      Promise.all([personOf(context.db, who.accountId), readHome(context, who, now)]),
    )
    // Numbers are given in the order of adding.
    const neverHeard = stations.flatMap(({ figures }) => figures.neverHeard).sort((a, b) => a - b)
    return {
      person,
      at: now,
      stations: stations.length,
      conditions: countConditions(stations),
      openAlarms: countAlarms(stations),
      totals: homeTotals(stations),
      flows,
      light: fleetLight(stations, now),
      only,
      factors: homeFactors(stations),
      curve,
      ranking: ranking(stations),
      monthRanking: monthRanking(stations),
      ...needAttention(stations),
      neverHeard: {
        devices: await devicesNamed(context.db, neverHeard.slice(0, NEVER_HEARD_NAMED)),
        total: neverHeard.length,
      },
    }
  },

  'GET /api/station-pins': async ({ context, query, who, now }) => {
    const { condition, favourite, ...filter } = query
    const sight = visibleStations(who, now)
    const scope = favourite ? favouritesIn(sight, who.accountId) : sight
    const all = await stationCards(context.db, scope, filter, now)
    return pinsOf(
      all.map(({ card }) => card),
      condition,
    )
  },

  'GET /api/about': ({ context }) => readAbout(context),

  'GET /api/attention': async ({ context: { db }, query, who, now }) => {
    const scope = visibleStations(who, now)
    const rows = await devicesById(db, await suspectIds(db, scope, now))
    // Gateways of suspects are looked at too: whether they are heard decides whose trouble it is.
    const gatewayIds = [
      ...new Set(rows.flatMap((row) => (row.kind === 'gateway' ? [row.id] : (row.gateway_id ?? [])))),
    ]
    const seen = new Set(rows.map(({ id }) => id))
    const [others, behind, links, strangers, off, limited] = await Promise.all([
      devicesById(
        db,
        gatewayIds.filter((id) => !seen.has(id)),
      ),
      behindGateways(db, gatewayIds),
      linksOf(db, gatewayIds),
      quarantineOf(db, gatewayIds),
      switchedOffAt(db, [...new Set(rows.map((row) => row.station_id))], now),
      limitedStations(db, scope),
    ])
    const found = attentionOf([...rows, ...others], now, {
      behind,
      off,
      links: new Map(links.map((link) => [link.device_id, link])),
      strangers: Map.groupBy(strangers, (row) => row.gateway_id),
    })
    return {
      devices: found.slice(0, query.limit ?? ATTENTION_PAGE),
      total: found.length,
      switchedOff: switchedOffOf(rows, now, off),
      limited,
    }
  },
}
