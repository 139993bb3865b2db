import * as z from 'zod/mini'
import { routeTable } from './route.ts'

/** What maps are drawn from beside the outline that comes with the app, and who learns of it. */
export const mapRoutes = routeTable({
  'GET /api/map-tiles': {
    summary:
      'Where the pictures of the ground of maps come from; null: maps are drawn from their outline alone',
    permission: 'signed-in',
    look: true,
    objects: {},
    output: z.strictObject({
      tiles: z.nullable(
        z.strictObject({
          /** `{z}`, `{x}` and `{y}` name the tile: Web Mercator, 256 px, y counted from the north. */
          template: z.string(),
          /** To be shown on the map. */
          attribution: z.string(),
          maxZoom: z.int(),
        }),
      ),
    }),
  },
  'GET /api/privacy': {
    summary: 'Whom a phone speaks to beside this server, for the privacy text',
    permission: 'public',
    objects: {},
    /** Host and port of the server that the pictures of maps come from; null when there is none. */
    output: z.strictObject({ tileHost: z.nullable(z.string()) }),
  },
})
