import { anywhere } from '../../platform/search/part-of-text.ts'
import { serialKey } from '#domain/devices/fields.ts'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'
import { deviceKinds, type DeviceKind } from '#domain/devices/kinds.ts'

/** Where a row stands among them. */
export type PickedPlace = { rank: number; sn: string; id: string }

export const pickedRows = (
  db: Db,
  one: {
    scope: Expression<SqlBool>
    kind: DeviceKind | undefined
    stationId: string | undefined
    gatewayId: string | undefined
    unassigned: 'true' | 'false' | undefined
    search: string
    /** A few of one place stand by kind, in the order of the catalogue; a fleet's by serial alone, as an index holds it. */
    byKind: boolean
    after: PickedPlace | null
    limit: number
  },
) => {
  const rank = one.byKind
    ? sql<number>`array_position(${[...deviceKinds]}::text[], device.kind)`
    : sql<number>`0`
  return db
    .selectFrom('device')
    .innerJoin('station', 'station.id', 'device.station_id')
    .where('device.removed_at', 'is', null)
    .where(one.scope)
    .$if(one.kind !== undefined, (query) => query.where('device.kind', '=', one.kind ?? 'gateway'))
    .$if(one.stationId !== undefined, (query) => query.where('device.station_id', '=', one.stationId ?? ''))
    .$if(one.gatewayId !== undefined, (query) => query.where('device.gateway_id', '=', one.gatewayId ?? ''))
    .$if(one.unassigned !== undefined, (query) =>
      query.where('device.string_no', one.unassigned === 'true' ? 'is' : 'is not', null),
    )
    .$if(one.search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          eb('device.sn_key', 'like', anywhere(serialKey(one.search))),
          eb('device.name', 'ilike', anywhere(one.search)),
          eb('device.model', 'ilike', anywhere(one.search)),
        ]),
      ),
    )
    .$if(one.after !== null, (query) =>
      query.where(
        one.byKind
          ? sql<boolean>`(${rank}, device.sn_key COLLATE "C", device.id) > (${one.after?.rank ?? 0}::int, ${one.after?.sn ?? ''}, ${one.after?.id ?? null}::uuid)`
          : sql<boolean>`(device.sn_key COLLATE "C", device.id) > (${one.after?.sn ?? ''}, ${one.after?.id ?? null}::uuid)`,
      ),
    )
    .select(['device.id', 'device.sn_key as snKey', 'station.name as stationName', rank.as('rank')])
    .$if(one.byKind, (query) => query.orderBy(rank))
    .orderBy(sql`device.sn_key COLLATE "C"`)
    .orderBy('device.id')
    .limit(one.limit)
    .execute()
}
