import type { mapRoutes } from '#contract/http/maps.ts'
import { tileHost } from '#domain/stations/map-tiles.ts'
import type { Handlers } from '../../call.ts'

export const mapHandlers: Handlers<typeof mapRoutes> = {
  'GET /api/map-tiles': async ({ context }) => ({ tiles: context.mapTiles }),

  'GET /api/privacy': async ({ context }) => ({
    tileHost: context.mapTiles === null ? null : tileHost(context.mapTiles),
  }),
}
