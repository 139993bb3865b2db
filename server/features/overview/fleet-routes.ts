import type { fleetRoutes } from '#contract/http/fleet.ts'
import type { Handlers } from '../../call.ts'
import { manages } from '../accounts/managing.ts'
import { seesAll, visibleStations } from '../accounts/scope.ts'
import { may } from '../accounts/who.ts'
import { countAlarms, stationsInScope } from '../alarms/find-alarms.ts'
import { newestAlarms } from '../alarms/find-newest-alarms.ts'
import { presentAlarms } from '../alarms/present-alarm.ts'
import { countDue, dueOrders } from '../work-orders/find-due-orders.ts'
import { countOnSite, onSiteIn } from '../work-orders/find-on-site.ts'
import { presentOrders } from '../work-orders/present-order.ts'

/** Rows of a list that nobody asked for more of. */
const ROWS = 8

export const fleetHandlers: Handlers<typeof fleetRoutes> = {
  'GET /api/check-ins': async ({ context: { db }, query, who, now }) => {
    const scope = visibleStations(who, now)
    const [rows, total] = await Promise.all([
      onSiteIn(db, scope, now, query.limit ?? ROWS),
      countOnSite(db, scope, now),
    ])
    // Names and numbers are for those whose station it is; others learn that somebody is there.
    const own = new Set(rows.flatMap((row) => (manages(who, row) ? [row.id] : [])))
    const told = rows.flatMap(({ id, order_id }) => (order_id !== null && own.has(id) ? [order_id] : []))
    const orders = may(who, 'om:order:view') ? await presentOrders(db, told, now) : []
    return {
      checkIns: rows.map((row) => {
        const order = own.has(row.id) ? orders.find(({ id }) => id === row.order_id) : undefined
        return {
          id: row.id,
          person: own.has(row.id) ? { id: row.account_id, name: row.name } : null,
          // A number is for whoever may call it, and not for whoever walks past a screen.
          phone: own.has(row.id) && row.phone !== '' && who.look === undefined ? row.phone : null,
          since: row.began_at,
          until: row.until_at,
          mine: row.account_id === who.accountId && who.look === undefined,
          station: { id: row.station_id, name: row.station_name, timeZone: row.time_zone },
          order:
            order === undefined
              ? null
              : { id: order.id, no: order.no, name: order.name, names: order.names, type: order.type },
        }
      }),
      total,
    }
  },

  'GET /api/orders/due': async ({ context: { db }, query, who, now }) => {
    const scope = visibleStations(who, now)
    const [found, counts] = await Promise.all([
      dueOrders(db, scope, now, query.limit ?? ROWS),
      countDue(db, seesAll(who) ? null : scope, now),
    ])
    const [overdue, next] = await Promise.all([
      presentOrders(db, found.overdue, now),
      presentOrders(db, found.next, now),
    ])
    return { overdue, next, counts }
  },

  'GET /api/alarms/newest': async ({ context: { db }, query, who, now }) => {
    const stations = seesAll(who) ? null : await stationsInScope(db, visibleStations(who, now), undefined)
    const [ids, tallies] = await Promise.all([
      newestAlarms(db, stations, query.limit ?? ROWS),
      countAlarms(db, stations),
    ])
    return {
      alarms: await presentAlarms(db, ids, now),
      total: tallies.reduce((sum, { status, n }) => sum + (status === 'closed' ? 0 : n), 0),
    }
  },
}
