import { randomUUID } from 'node:crypto'
import type { telemetryRoutes } from '#contract/http/telemetry.ts'
import type { Who } from '../../features/accounts/who.ts'
import { deviceEvents } from '../../features/devices/devices-now.ts'
import type { Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { visibleAmong } from '../../features/stations/find-stations.ts'
import { stationLives } from '../../features/stations/station-live.ts'
import { createLiveHub, type LiveHub } from './live-hub.ts'

type LiveRoutes = Pick<typeof telemetryRoutes, 'GET /api/live' | 'PUT /api/live/{streamId}'>

/** The hub of a context: one for each server, handed to the handlers below. */
export const openLiveHub = (context: Context): LiveHub =>
  createLiveHub(context, {
    sources: {
      stations: async (ids, now) => stationLives(context, ids, now),
      devices: async (ids, now) => deviceEvents(context.db, ids, now),
    },
  })

const seesAll = async (db: Db, who: Who, ids: readonly string[], now: number): Promise<boolean> => {
  const wanted = new Set(ids)
  if (wanted.size === 0) return true
  const rows = await visibleAmong(db, [...wanted], who, now)
  return rows.length === wanted.size
}

export const liveHandlers = (hub: LiveHub): Handlers<LiveRoutes> => ({
  'GET /api/live': async ({ stream }) => hub.join(randomUUID(), stream),

  'PUT /api/live/{streamId}': async ({ context, params, body, who, now }) => {
    const allowed = await seesAll(context.db, who, body.stations, now)
    // A stream of another session is as unknown as a station of another tenant.
    if (!allowed || !hub.watch(params.streamId, who, body.stations)) return refuse('not_found')
    return {}
  },
})
