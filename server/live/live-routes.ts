import { randomUUID } from 'node:crypto'
import type { telemetryRoutes } from '#contract/http/telemetry.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import { deviceEvents } from '../devices/devices-now.ts'
import type { Handlers } from '../http/call.ts'
import type { Db, Kitchen } from '../kitchen.ts'
import { refuse } from '../refusal.ts'
import { stationLives } from '../stations/station-live.ts'
import { createLiveHub, type LiveHub } from './live-hub.ts'

type LiveRoutes = Pick<typeof telemetryRoutes, 'GET /api/live' | 'PUT /api/live/{streamId}'>

const hubs = new WeakMap<Kitchen, LiveHub>()

/** The hub of this kitchen, made when the first stream asks for it. */
export const liveHubOf = (kitchen: Kitchen): LiveHub => {
  const held = hubs.get(kitchen)
  if (held) return held
  const hub = createLiveHub(kitchen, {
    sources: {
      stations: async (ids, now) => stationLives(kitchen, ids, now),
      devices: async (ids, now) => deviceEvents(kitchen.db, ids, now),
    },
  })
  hubs.set(kitchen, hub)
  return hub
}

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

export const liveHandlers: Handlers<LiveRoutes> = {
  'GET /api/live': async ({ kitchen, stream }) => liveHubOf(kitchen).join(randomUUID(), stream),

  'PUT /api/live/{streamId}': async ({ kitchen, params, body, who, now }) => {
    const allowed = await seesAll(kitchen.db, who, body.stations, now)
    // A stream of another session is as unknown as a station of another tenant.
    if (!allowed || !liveHubOf(kitchen).watch(params.streamId, who, body.stations)) return refuse('not_found')
    return {}
  },
}
