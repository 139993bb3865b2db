import { randomUUID } from 'node:crypto'
import type { telemetryRoutes } from '#contract/http/telemetry.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import type { Handlers } from '../http/call.ts'
import type { Db } from '../kitchen.ts'
import { refuse } from '../refusal.ts'
import type { LiveHub } from './live-hub.ts'

type LiveRoutes = Pick<typeof telemetryRoutes, 'GET /api/live' | 'PUT /api/live/{streamId}'>

const seesAll = async (db: Db, who: Who, ids: readonly string[], now: number): Promise<boolean> => {
  const wanted = new Set(ids)
  if (wanted.size === 0) return true
  const rows = await db
    .selectFrom('station')
    .select('station.id')
    .where('station.id', 'in', [...wanted])
    .where(visibleStations(who, now))
    .execute()
  return rows.length === wanted.size
}

export const liveHandlers = (hub: LiveHub): Handlers<LiveRoutes> => ({
  'GET /api/live': async ({ stream }) => hub.join(randomUUID(), stream),

  'PUT /api/live/{streamId}': async ({ kitchen, params, body, who, now }) => {
    const allowed = await seesAll(kitchen.db, who, body.stations, now)
    // A stream of another session is as unknown as a station of another tenant.
    if (!allowed || !hub.watch(params.streamId, who, body.stations)) return refuse('not_found')
    return {}
  },
})
