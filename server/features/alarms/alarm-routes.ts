import type { alarmRoutes } from '#contract/http/alarms.ts'
import { levelNumber } from '#domain/alarms/alarm-states.ts'
import { idPart, instantPart, numberPart, readPage } from '../../platform/page/page.ts'
import { visibleStations } from '../accounts/scope.ts'
import { scopeOfGroup } from '../favourites/group-routes.ts'
import { findDevice } from '../devices/device-store.ts'
import type { Handlers } from '../../call.ts'
import { refuse } from '../../platform/refusal.ts'
import { acknowledgeAlarms, wakeAlarms } from './acknowledge-alarms.ts'
import { acknowledgeEach, wakeEach } from './acknowledge-each.ts'
import { alarmDetail } from './alarm-detail.ts'
import { clearAlarms } from './clear-alarms.ts'
import { countAlarms, findAlarms, stationsInScope } from './find-alarms.ts'
import { presentAlarms, presentCounts } from './present-alarm.ts'
import { visibleShownAlarm } from './find-shown-alarms.ts'

const byRank = { rank: numberPart(/^\d{1,2}$/), at: instantPart, id: idPart }

export const alarmHandlers: Handlers<typeof alarmRoutes> = {
  'GET /api/alarms': async ({ context, query, who, now }) => {
    const { db } = context
    const { stationId, deviceId, groupId, cursor, limit, level, ...filter } = query
    const scope = await scopeOfGroup(db, visibleStations(who, now), who.accountId, groupId)
    if (deviceId !== undefined && !(await findDevice(db, deviceId, scope))) refuse('not_found')
    const stations =
      who.role === 'administrator' && stationId === undefined && groupId === undefined
        ? null
        : await stationsInScope(db, scope, stationId)
    if (stationId !== undefined && stations?.length === 0) refuse('not_found')
    const wanted = { ...filter, deviceId, level: level === undefined ? undefined : levelNumber(level) }
    const [{ rows, next }, tallies] = await Promise.all([
      readPage(
        { cursor, limit },
        {
          order: byRank,
          read: (after, most) => findAlarms(db, stations, wanted, { after, limit: most }),
          placeOf: ({ rank, occurred_at, id }) => ({ rank, at: occurred_at, id }),
        },
      ),
      countAlarms(db, stations),
    ])
    return {
      alarms: await presentAlarms(
        db,
        rows.map((one) => one.id),
        now,
      ),
      next,
      counts: presentCounts(tallies),
    }
  },

  'GET /api/alarms/{alarmId}': async ({ context, params, who, now }) => {
    const row = await visibleShownAlarm(context.db, params.alarmId, who, now)
    return alarmDetail(context.db, row ?? refuse('not_found'), now)
  },

  'POST /api/alarms/clear': async (call) => clearAlarms(call.context, call, call.body),

  'POST /api/alarms/acknowledge': async (call) => acknowledgeAlarms(call.context, call, call.body),

  'POST /api/alarms/wake': async (call) => wakeAlarms(call.context, call, call.body.ids),

  'POST /api/alarms/acknowledge-each': async (call) => acknowledgeEach(call.context, call, call.body),

  'POST /api/alarms/wake-each': async (call) => wakeEach(call.context, call, call.body),
}
