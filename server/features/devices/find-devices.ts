import type { Db } from '../../platform/db/handle.ts'
import { PEERS_MAX } from '#domain/telemetry/limits.ts'
import { instant } from '../../platform/db/instant.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { DeviceKind } from '#domain/devices/kinds.ts'

const comparedColumns = [
  'no',
  'id',
  'kind',
  'sn',
  'name',
  'brand',
  'model',
  'station_id',
  'gateway_id',
  'parent_id',
  'string_no',
  'rated_w',
  'shown_w',
  'replaced_by',
  'removed_at',
] as const

export const serialOf = (trx: Db, id: string) =>
  trx.selectFrom('device').select('sn').where('id', '=', id).executeTakeFirstOrThrow()

export const removedAmong = (trx: Db, ids: readonly string[]) =>
  trx
    .selectFrom('device')
    .select('id')
    .where('id', 'in', [...ids])
    .where('removed_at', 'is not', null)
    .execute()

export const removalOf = (trx: Db, id: string) =>
  trx.selectFrom('device').select('removed_at').where('id', '=', id).executeTakeFirstOrThrow()

export const nameOfDevice = (db: Db, id: string) =>
  db.selectFrom('device').select(['id', 'sn', 'name']).where('id', '=', id).executeTakeFirst()

export const kindsAt = (trx: Db, stationId: string, ids: readonly string[]) =>
  trx
    .selectFrom('device')
    .select(['id', 'kind'])
    .where('id', 'in', [...ids])
    .where('station_id', '=', stationId)
    .where('removed_at', 'is', null)
    .execute()

export const inverterAt = (trx: Db, inverterId: string, stationId: string) =>
  trx
    .selectFrom('device')
    .select('id')
    .where('id', '=', inverterId)
    .where('station_id', '=', stationId)
    .where('kind', '=', 'inverter')
    .where('removed_at', 'is', null)
    .executeTakeFirst()

export const idsOfNumbers = (db: Db, nos: readonly number[]) =>
  db
    .selectFrom('device')
    .select(['no', 'id'])
    .where('no', 'in', [...nos])
    .execute()

/** The inverters of stations that were there at some time since. */
export const omDevices = (db: Db, stationIds: readonly string[], since: number) =>
  db
    .selectFrom('device')
    .select(['station_id', 'no', 'rated_w', 'shown_w', 'created_at', 'activated_at', 'removed_at'])
    .where(sql<boolean>`station_id = ANY(${[...stationIds]}::uuid[])`)
    .where('kind', '=', 'inverter')
    .where((eb) => eb.or([eb('removed_at', 'is', null), eb('removed_at', '>', instant(since))]))
    .execute()

export const peersOfDevice = (
  db: Db,
  one: {
    stationId: string
    no: number
    kind: DeviceKind
    parentId: string | null
    stringNo: number | null
  },
) =>
  db
    .selectFrom('device')
    .select(['no', 'kind', 'brand', 'model', 'rated_w', 'shown_w'])
    .where('station_id', '=', one.stationId)
    .where('kind', '=', one.kind)
    .where('removed_at', 'is', null)
    .where('no', '<>', one.no)
    .$if(one.kind === 'optimizer', (query) =>
      query.where('parent_id', '=', one.parentId).where('string_no', '=', one.stringNo),
    )
    .orderBy('no')
    .limit(PEERS_MAX)
    .execute()

export const deviceToCompare = (db: Db, id: string) =>
  db.selectFrom('device').select(comparedColumns).where('id', '=', id).executeTakeFirst()

export const standingAt = (trx: Db, stationId: string) =>
  trx
    .selectFrom('device')
    .select(['id', 'kind', 'gateway_id', 'parent_id', 'string_no', 'position'])
    .where('station_id', '=', stationId)
    .where('removed_at', 'is', null)
    .execute()

export const isUsed = (trx: Db, id: string) =>
  trx.selectFrom('device').select('id').where('id', '=', id).executeTakeFirst()

export const placeOfVisible = (trx: Db, id: string, scope: Expression<SqlBool>) =>
  trx
    .selectFrom('device')
    .innerJoin('station', 'station.id', 'device.station_id')
    .select(['device.station_id', 'station.company_id', 'station.owner_account_id'])
    .where('device.id', '=', id)
    .where('device.removed_at', 'is', null)
    .where(scope)
    .executeTakeFirst()

export const anyChild = (trx: Db, parentId: string) =>
  trx
    .selectFrom('device')
    .select('id')
    .where('parent_id', '=', parentId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
