import type { Expression, SqlBool } from 'kysely'
import type * as z from 'zod/mini'
import type { siteRoutes } from '#contract/http/site-devices.ts'
import { PAGE_MAX } from '#contract/http/lists.ts'
import { idPart, numberPart, readPage, textPart } from '../../platform/page/page.ts'
import type { Db } from '../../platform/db/handle.ts'
import { listedById } from './device-store.ts'
import { presentDevices } from './devices-now.ts'
import { pickedRows } from './find-picked.ts'
import { withOpenLevels } from './open-level-store.ts'

export type DevicePick = z.output<(typeof siteRoutes)['GET /api/devices']['query']>

// As makers print them; two of them may have printed the same.
const bySerial = { rank: numberPart(/^\d{1,2}$/), sn: textPart(/^[A-Z0-9._/]{1,64}$/), id: idPart }

/** Devices in scope, page by page: of one place by kind and serial, else by serial. */
export const pickDevices = async (db: Db, pick: DevicePick, scope: Expression<SqlBool>, now: number) => {
  const { rows: page, next } = await readPage(pick, {
    order: bySerial,
    size: PAGE_MAX,
    read: (after, limit) =>
      pickedRows(db, {
        scope,
        kind: pick.kind,
        stationId: pick.stationId,
        gatewayId: pick.gatewayId,
        unassigned: pick.unassigned,
        search: pick.search ?? '',
        byKind: pick.stationId !== undefined || pick.gatewayId !== undefined,
        after,
        limit,
      }),
    placeOf: ({ rank, snKey, id }) => ({ rank, sn: snKey, id }),
  })
  const rowOf = new Map(
    (
      await listedById(
        db,
        page.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const rows = page.flatMap(({ id }) => rowOf.get(id) ?? [])
  const views = await withOpenLevels(db, await presentDevices(db, rows, now))
  const nameOf = new Map(page.map(({ id, stationName }) => [id, stationName]))
  return {
    devices: views.map((view) => ({ ...view, stationName: nameOf.get(view.id) ?? '' })),
    next,
  }
}
