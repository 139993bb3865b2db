import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { siteRoutes } from '#contract/http/site-devices.ts'
import { PAGE_MAX } from '#contract/http/lists.ts'
import { serialKey } from '#domain/devices/fields.ts'
import { decodeCursor, encodeCursor } from '../../platform/page/cursor.ts'
import type { Db } from '../../platform/db/handle.ts'
import { devicesById } from './device-store.ts'
import { presentDevices } from './devices-now.ts'
import { anywhere } from '../../platform/search/part-of-text.ts'

export type DevicePick = z.output<(typeof siteRoutes)['GET /api/devices']['query']>

/** Text as part of a LIKE pattern. */

/** Devices in scope, by serial, page by page. */
export const pickDevices = async (db: Db, pick: DevicePick, scope: Expression<SqlBool>, now: number) => {
  const limit = pick.limit ?? PAGE_MAX
  const after = decodeCursor(pick.cursor, [/^[A-Z0-9]{1,64}$/])
  const search = pick.search ?? ''
  const found = await db
    .selectFrom('device')
    .innerJoin('station', 'station.id', 'device.station_id')
    .where('device.removed_at', 'is', null)
    .where(scope)
    .$if(pick.kind !== undefined, (query) => query.where('device.kind', '=', pick.kind ?? 'gateway'))
    .$if(pick.stationId !== undefined, (query) => query.where('device.station_id', '=', pick.stationId ?? ''))
    .$if(pick.gatewayId !== undefined, (query) => query.where('device.gateway_id', '=', pick.gatewayId ?? ''))
    .$if(pick.unassigned !== undefined, (query) =>
      query.where('device.string_no', pick.unassigned === 'true' ? 'is' : 'is not', null),
    )
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          eb('device.sn_key', 'like', anywhere(serialKey(search))),
          eb('device.name', 'ilike', anywhere(search)),
          eb('device.model', 'ilike', anywhere(search)),
        ]),
      ),
    )
    .$if(after !== null, (query) =>
      query.where('device.sn_key', '>', sql<string>`${after?.[0] ?? ''} COLLATE "C"`),
    )
    .select(['device.id', 'device.sn_key as snKey', 'station.name as stationName'])
    .orderBy(sql`device.sn_key COLLATE "C"`)
    .limit(limit + 1)
    .execute()
  const page = found.slice(0, limit)
  const rowOf = new Map(
    (
      await devicesById(
        db,
        page.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const rows = page.flatMap(({ id }) => rowOf.get(id) ?? [])
  const views = await presentDevices(db, rows, now)
  const nameOf = new Map(page.map(({ id, stationName }) => [id, stationName]))
  const last = page.at(-1)
  return {
    devices: views.map((view) => ({ ...view, stationName: nameOf.get(view.id) ?? '' })),
    next: found.length > limit && last ? encodeCursor([last.snKey]) : null,
  }
}
