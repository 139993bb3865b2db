import type { overviewRoutes } from '#contract/http/overview.ts'
import type { pinRoutes } from '#contract/http/station-pins.ts'
import type { troubleRoutes } from '#contract/http/troubles.ts'
import { personAsking } from '../accounts/account-views.ts'
import { seesAll, sightOf } from '../accounts/scope.ts'
import type { Handlers } from '../../call.ts'
import { askedCards } from '../stations/asked-cards.ts'
import {
  countAlarms,
  countConditions,
  homeFactors,
  homeTotals,
  monthRanking,
  needAttention,
  ranking,
} from './home.ts'
import { lookOver } from './look-over.ts'
import { devicesNamed } from './overview-store.ts'
import { readAbout } from './read-about.ts'
import { readHome } from './read-home.ts'
import { readTroubles } from './read-troubles.ts'
import { pinsOf } from './station-pins.ts'

const ATTENTION_PAGE = 20
/** Devices never heard that home names. */
const NEVER_HEARD_NAMED = 3

export const overviewHandlers: Handlers<typeof overviewRoutes & typeof pinRoutes & typeof troubleRoutes> = {
  'GET /api/home': async ({ context, who, now }) => {
    const [person, { sums, light, curve, flows, only }] = await context.overview.homes(() =>
      Promise.all([personAsking(context.db, who), readHome(context, who, now)]),
    )
    return {
      person,
      at: now,
      stations: sums.stations,
      conditions: countConditions(sums),
      openAlarms: countAlarms(sums),
      totals: homeTotals(sums),
      flows,
      light,
      only,
      factors: homeFactors(sums),
      curve,
      ranking: ranking(sums, now),
      monthRanking: monthRanking(sums),
      ...needAttention(sums, now),
      neverHeard: {
        // Numbers are given in the order of adding.
        devices: await devicesNamed(context.db, sums.neverHeard.slice(0, NEVER_HEARD_NAMED)),
        total: sums.neverHeardTotal,
      },
    }
  },

  'GET /api/station-pins': async ({ context, query, who, now }) => {
    const { condition, area, zoom, ...asked } = query
    const found = await askedCards({ context, who, now }, asked)
    const isAll = seesAll(who) && Object.values(asked).every((one) => one === undefined)
    return (isAll ? context.overview.map.all : pinsOf)(found, { condition, area, zoom })
  },

  'GET /api/about': ({ context }) => readAbout(context),

  'GET /api/attention': async ({ context, query, who, now }) => {
    const { found, onPurpose } = await lookOver(context, sightOf(who, now), now)
    return {
      devices: found.slice(0, query.limit ?? ATTENTION_PAGE),
      total: found.length,
      ...onPurpose,
    }
  },

  'GET /api/troubles': readTroubles,
}
