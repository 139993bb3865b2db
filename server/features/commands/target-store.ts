import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'

export const countChildren = (db: Db, ids: string[]) =>
  db
    .selectFrom('device')
    .where('parent_id', 'in', ids)
    .where('removed_at', 'is', null)
    .groupBy(['parent_id', 'kind'])
    .select(['parent_id', 'kind', sql<number>`count(*)::int`.as('n')])
    .execute()

export const countInverters = (db: Db, stationId: string) =>
  db
    .selectFrom('device')
    .where('station_id', '=', stationId)
    .where('kind', '=', 'inverter')
    .where('removed_at', 'is', null)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()

export const membersOf = async (db: Db, stringIds: readonly string[]) =>
  stringIds.length === 0
    ? []
    : db
        .selectFrom('string')
        .innerJoin('device', (join) =>
          join
            .onRef('device.parent_id', '=', 'string.inverter_id')
            .onRef('device.string_no', '=', 'string.no'),
        )
        .where('string.id', 'in', [...stringIds])
        .where('device.removed_at', 'is', null)
        .select(['device.id', 'device.kind'])
        .execute()

export const behind = async (db: Db, gatewayIds: readonly string[]) =>
  gatewayIds.length === 0
    ? []
    : db
        .selectFrom('device')
        .where('gateway_id', 'in', [...gatewayIds])
        .where('removed_at', 'is', null)
        .select(['id', 'kind'])
        .execute()
