import type { mapRoutes } from '#contract/http/maps.ts'
import { tileHost } from '#domain/stations/map-tiles.ts'
import type { Handlers } from '../http/call.ts'

export const mapHandlers: Handlers<typeof mapRoutes> = {
  'GET /api/map-tiles': async ({ kitchen }) => ({ tiles: kitchen.mapTiles }),

  'GET /api/privacy': async ({ kitchen }) => ({
    tileHost: kitchen.mapTiles === null ? null : tileHost(kitchen.mapTiles),
  }),
}
