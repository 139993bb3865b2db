import type * as z from 'zod/mini'
import type { checkIn as checkInView, checkInRoutes } from '#contract/http/check-ins.ts'
import { manages } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import { may, type Who } from '../accounts/who.ts'
import type { Handlers } from '../../call.ts'
import { refuse } from '../../platform/refusal.ts'
import { checkIn, checkOut, proposedPhone } from './check-in.ts'
import { checkInOf, type CheckInRow, someCheckedInAt } from './check-in-store.ts'
import { findStation } from './station-store.ts'

/** Names and numbers are for those whose station it is; others learn that somebody is there. */
const present = (row: CheckInRow, who: Who, own: boolean): z.output<typeof checkInView> => ({
  id: row.id,
  person: own ? { id: row.account_id, name: row.name } : null,
  phone: own && row.phone !== '' ? row.phone : null,
  since: row.began_at,
  until: row.until_at,
  mine: row.account_id === who.accountId,
})

export const checkInHandlers: Handlers<typeof checkInRoutes> = {
  'GET /api/stations/{stationId}/check-ins': async ({ context: { db }, params, who, now }) => {
    const station =
      (await findStation(db, params.stationId, visibleStations(who, now))) ?? refuse('not_found')
    const own = manages(who, station)
    const permitted = own && may(who, 'om:order:handle')
    const { rows, total } = await someCheckedInAt(db, station.id, now, who.accountId)
    const here = permitted ? await checkInOf(db, who.accountId, now) : undefined
    return {
      checkIns: rows.map((row) => present(row, who, own)),
      total,
      may: permitted,
      elsewhere:
        here && here.station_id !== station.id
          ? { stationId: here.station_id, name: here.station_name }
          : null,
      phone: permitted ? await proposedPhone(db, who.accountId) : '',
    }
  },

  'POST /api/stations/{stationId}/check-in': async (call) => {
    const { stationId } = call.params
    const row = await checkIn(call.context, call, { stationId, phone: call.body.phone })
    return { checkIn: present(row, call.who, true) }
  },

  'DELETE /api/stations/{stationId}/check-in': async (call) => {
    await checkOut(call.context, call, call.params.stationId)
    return {}
  },
}
