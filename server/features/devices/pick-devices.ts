import type { Expression, SqlBool } from 'kysely'
import type * as z from 'zod/mini'
import type { siteRoutes } from '#contract/http/site-devices.ts'
import { PAGE_MAX } from '#contract/http/lists.ts'
import { decodeCursor, encodeCursor } from '../../platform/page/cursor.ts'
import type { Db } from '../../platform/db/handle.ts'
import { devicesById } from './device-store.ts'
import { presentDevices } from './devices-now.ts'
import { pickedRows } from './find-picked.ts'

export type DevicePick = z.output<(typeof siteRoutes)['GET /api/devices']['query']>

/** Devices in scope, by serial, page by page. */
export const pickDevices = async (db: Db, pick: DevicePick, scope: Expression<SqlBool>, now: number) => {
  const limit = pick.limit ?? PAGE_MAX
  const after = decodeCursor(pick.cursor, [/^[A-Z0-9]{1,64}$/])
  const search = pick.search ?? ''
  const found = await pickedRows(db, {
    scope,
    kind: pick.kind,
    stationId: pick.stationId,
    gatewayId: pick.gatewayId,
    unassigned: pick.unassigned,
    search,
    after,
    limit,
  })
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
