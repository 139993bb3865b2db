import type { alarmRoutes } from '#contract/http/alarms.ts'
import { PAGE_MAX } from '#contract/http/lists.ts'
import { levelNumber } from '#domain/alarms/alarm-states.ts'
import { decodeCursor, encodeCursor, idShape, instantShape } from '../../platform/page/cursor.ts'
import { visibleStations } from '../accounts/scope.ts'
import { findDevice } from '../devices/device-store.ts'
import type { Handlers } from '../../call.ts'
import { refuse } from '../../platform/refusal.ts'
import { alarmDetail } from './alarm-detail.ts'
import { clearAlarms } from './clear-alarms.ts'
import { countAlarms, findAlarms, stationsInScope } from './find-alarms.ts'
import { presentAlarms, presentCounts } from './present-alarm.ts'
import { visibleShownAlarm } from './find-shown-alarms.ts'

const PAGE = 30
const cursorShapes = [/^\d{1,2}$/, instantShape, idShape]

export const alarmHandlers: Handlers<typeof alarmRoutes> = {
  'GET /api/alarms': async ({ context, query, who, now }) => {
    const { db } = context
    const scope = visibleStations(who, now)
    const { stationId, deviceId, cursor, limit: asked, level, ...filter } = query
    if (deviceId !== undefined && !(await findDevice(db, deviceId, scope))) refuse('not_found')
    const stations =
      who.role === 'administrator' && stationId === undefined
        ? null
        : await stationsInScope(db, scope, stationId)
    if (stationId !== undefined && stations?.length === 0) refuse('not_found')
    const [rank, at, id] = decodeCursor(cursor, cursorShapes) ?? []
    const after =
      rank === undefined || at === undefined || id === undefined
        ? null
        : { rank: Number(rank), at: Number(at), id }
    const limit = Math.min(asked ?? PAGE, PAGE_MAX)
    const wanted = { ...filter, deviceId, level: level === undefined ? undefined : levelNumber(level) }
    const [found, tallies] = await Promise.all([
      findAlarms(db, stations, wanted, { after, limit: limit + 1 }),
      countAlarms(db, stations),
    ])
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    return {
      alarms: await presentAlarms(
        db,
        page.map((one) => one.id),
      ),
      next: last ? encodeCursor([String(last.rank), String(last.occurred_at), last.id]) : null,
      counts: presentCounts(tallies),
    }
  },

  'GET /api/alarms/{alarmId}': async ({ context, params, who, now }) => {
    const row = await visibleShownAlarm(context.db, params.alarmId, who, now)
    return alarmDetail(context.db, row ?? refuse('not_found'), now)
  },

  'POST /api/alarms/clear': async (call) => clearAlarms(call.context, call, call.body),
}
