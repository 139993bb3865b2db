import type { Expression, SqlBool } from 'kysely'
import { ASIDE_SHOWN } from '#domain/devices/limits.ts'
import { sql } from 'kysely'
import { deviceKinds, type DeviceKind } from '#domain/devices/kinds.ts'
import { askedTogether } from '../../platform/asked-together.ts'
import { instant } from '../../platform/db/instant.ts'
import { knownAs } from '../../platform/db/known-statement.ts'
import { measuredColumns } from '../../platform/db/tables/measured-columns.ts'
import { isGateway, isGatewayOf } from './gateway-serial.ts'
import type { Db } from '../../platform/db/handle.ts'

const measured = measuredColumns.map((name) => `latest.${name}` as const)

/** What its state follows from beside its own row: where its station stands, what was heard of it and of its gateway. */
export const stateColumns = [
  'station.report_min',
  'station.latitude',
  'station.north',
  'station.longitude',
  'station.east',
  'gateway_latest.received_at as gateway_heard_at',
  'link.connected',
  'link.birth_at',
  'link.gone_at',
  'latest.ts',
  'latest.received_at',
  'latest.state',
  'latest.flags',
] as const

/** A device with where it stands, what it said last, and the gateway that it hangs behind. */
const joined = (db: Db) =>
  db
    .selectFrom('device')
    .innerJoin('station', 'station.id', 'device.station_id')
    .leftJoin('latest', 'latest.device_no', 'device.no')
    .leftJoin('device as gateway', 'gateway.id', 'device.gateway_id')
    .leftJoin('latest as gateway_latest', 'gateway_latest.device_no', 'gateway.no')
    .leftJoin('gateway_link as link', (join) =>
      join.on('link.device_id', '=', sql<string>`coalesce(device.gateway_id, device.id)`),
    )
    .leftJoin('place_device as stay', (join) =>
      join.onRef('stay.device_id', '=', 'device.id').on('stay.until', 'is', null),
    )

/** Everything a row, a data sheet and the state of a device need, the gateway's link included. */
export const wholeDevices = (db: Db) =>
  joined(db)
    .selectAll('device')
    .select([
      'stay.place_id',
      'station.name as station_name',
      'station.company_id',
      'station.owner_account_id',
      'station.time_zone',
      'gateway.sn as gateway_sn',
      'gateway.name as gateway_name',
      ...stateColumns,
      ...measured,
    ])

export const inForce = (db: Db) => wholeDevices(db).where('device.removed_at', 'is', null)

export type DeviceNow = Awaited<ReturnType<ReturnType<typeof wholeDevices>['execute']>>[number]

/** What a list says of each device and its state follows from: of a page of whole ones more than half was read for nothing. */
const listed = (db: Db) =>
  joined(db).select([
    'device.id',
    'device.no',
    'device.station_id',
    'device.kind',
    'device.sn',
    'device.name',
    'device.brand',
    'device.model',
    'device.sw',
    'device.hw',
    'device.net_mode',
    'device.gateway_id',
    'device.parent_id',
    'device.string_no',
    'device.position',
    'device.rated_w',
    'device.shown_w',
    'device.activated_at',
    'device.confirmed_at',
    'device.removed_at',
    'device.missing_since',
    'device.reported_by_gateway',
    'stay.place_id',
    'station.time_zone',
    ...stateColumns,
    'latest.p',
    'latest.p_pv',
    'latest.e_pv',
  ])

export type ListedDevice = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number]

/** One device, a removed one too: its record and its readings stay. */
export const findDevice = async (
  db: Db,
  id: string,
  scope: Expression<SqlBool>,
): Promise<DeviceNow | undefined> =>
  wholeDevices(db).where('device.id', '=', id).where(scope).executeTakeFirst()

/** By kind, then place in the array, then in the order they were added. */
const inPlace = sql`array_position(${[...deviceKinds]}::text[], device.kind), coalesce(device.string_no, -1),
  coalesce(device.position, -1), device.no`
/** Where a device stands in a list of devices. */
export const devicePlace = sql`(${inPlace})`

export const devicesIn = (db: Db) => db.selectFrom('device')

/**
 * The first `limit` of these, in their order. They are chosen by their own rows: what stands beside a device is read of
 * those that are told alone.
 */
export const firstDevices = (
  db: Db,
  these: ReturnType<typeof devicesIn>,
  limit: number,
): Promise<ListedDevice[]> =>
  listed(db)
    .where('device.no', 'in', these.select('device.no').orderBy(inPlace).limit(limit))
    .orderBy(inPlace)
    .execute()

/** All of a station, for work of the server itself: what is answered to a caller comes in pages. */
export const devicesOfStation = async (
  db: Db,
  stationId: string,
  kind: DeviceKind | undefined,
): Promise<DeviceNow[]> =>
  inForce(db)
    .where('device.station_id', '=', stationId)
    .$if(kind !== undefined, (query) => query.where('device.kind', '=', kind ?? 'gateway'))
    .orderBy(inPlace)
    .execute()

/** The ids are the caller's to have checked. */
export const devicesById = async (db: Db, ids: readonly string[]): Promise<DeviceNow[]> =>
  ids.length === 0
    ? []
    : inForce(db)
        .where(sql<SqlBool>`device.id = ANY(${[...ids]}::uuid[])`)
        .execute()

/** The same for a list of them. */
export const listedById = async (db: Db, ids: readonly string[]): Promise<ListedDevice[]> =>
  ids.length === 0
    ? []
    : listed(db)
        .where('device.removed_at', 'is', null)
        .where(sql<SqlBool>`device.id = ANY(${[...ids]}::uuid[])`)
        .execute()

/** Another device as it is named beside one; a removed one too. */
export const findParent = async (db: Db, id: string) =>
  db.selectFrom('device').select(['id', 'sn', 'name']).where('id', '=', id).executeTakeFirst()

/** The place it hangs in, or hung in last; null when it never had one. */
export const placeOfDevice = async (db: Db, id: string): Promise<string | null> => {
  const stay = await db
    .selectFrom('place_device')
    .select('place_id')
    .where('device_id', '=', id)
    .orderBy(sql`until DESC NULLS FIRST`)
    .executeTakeFirst()
  return stay?.place_id ?? null
}

export const linkOf = async (db: Db, gatewayId: string) =>
  db.selectFrom('gateway_link').selectAll().where('device_id', '=', gatewayId).executeTakeFirst()

/** Whether a gateway is an edge of ours. */
export const isEdge = async (db: Db, gatewayId: string): Promise<boolean> =>
  (await db
    .selectFrom('edge')
    .select('gateway_id')
    .where('gateway_id', '=', gatewayId)
    .executeTakeFirst()) !== undefined

export const linksOf = async (db: Db, gatewayIds: readonly string[]) =>
  gatewayIds.length === 0
    ? []
    : db
        .selectFrom('gateway_link')
        .selectAll()
        .where('device_id', 'in', [...gatewayIds])
        .execute()

export const quarantineOf = async (db: Db, gatewayIds: readonly string[]) =>
  gatewayIds.length === 0
    ? []
    : db
        .selectFrom('quarantine')
        .selectAll()
        .where('gateway_id', 'in', [...gatewayIds])
        .orderBy('last_at', 'desc')
        .orderBy('sn_key')
        .execute()

export const asideOf = async (db: Db, deviceNo: number, since: number) =>
  db
    .selectFrom('energy_aside')
    .leftJoin('counter_book', 'counter_book.no', 'energy_aside.device_no')
    .select(['ts', 'e_tot', 'reason', 'counter'])
    .where(
      sql<boolean>`(energy_aside.device_no = ${deviceNo} OR energy_aside.device_no IN (
        SELECT no FROM counter_book WHERE device_no = ${deviceNo}))`,
    )
    .where('ts', '>=', instant(since))
    .orderBy('ts', 'desc')
    .limit(ASIDE_SHOWN)
    .execute()

/** A device and its station, the device's row locked until the end of the transaction. */
export const lockDevice = async (trx: Db, id: string, scope: Expression<SqlBool>) =>
  trx
    .selectFrom('device')
    .innerJoin('station', 'station.id', 'device.station_id')
    .selectAll('device')
    .select(['station.company_id', 'station.owner_account_id'])
    .where('device.id', '=', id)
    .where('device.removed_at', 'is', null)
    .where(scope)
    .forUpdate('device')
    .executeTakeFirst()

/** A gateway in force by its login, which is its serial as stored. */
export const gatewayBySerial = async (db: Db, sn: string) =>
  db
    .selectFrom('device')
    .innerJoin('station', 'station.id', 'device.station_id')
    .modifyFront(knownAs('gateway'))
    .select(['device.id', 'device.no', 'device.sn', 'device.station_id', 'station.report_min'])
    .where(isGateway(sn))
    .executeTakeFirst()

/** What the login of a gateway is compared with; null when it is unknown or revoked. */
export const secretHashOf = async (db: Db, gatewaySn: string): Promise<string | null> =>
  (await secretHashesOf(db, [gatewaySn])).get(gatewaySn) ?? null

/** The same of many, of those that are in force and have one. */
export const secretHashesOf = async (
  db: Db,
  gatewaySns: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('device')
    .innerJoin('gateway_link', 'gateway_link.device_id', 'device.id')
    .select(['device.sn', 'gateway_link.secret_hash'])
    .where(isGatewayOf(gatewaySns))
    .execute()
  return new Map(rows.flatMap(({ sn, secret_hash: hash }) => (hash === null ? [] : [[sn, hash]])))
}

/** The same of one, for doors at which many may log in at once: their questions go together. */
export const findSecretHash = (db: Db) =>
  askedTogether((gatewaySns: readonly string[]) => secretHashesOf(db, gatewaySns))

/** The settings a gateway is to have; null for an unknown one. To be sent at each birth. */
export const desiredSettings = async (db: Db, gatewaySn: string): Promise<{ report_s: number } | null> => {
  const gateway = await gatewayBySerial(db, gatewaySn)
  return gateway ? { report_s: gateway.report_min * 60 } : null
}

/** Devices of a station, those that were removed too. */
export const devicesEverAt = (db: Db, stationId: string) =>
  db.selectFrom('device').select(['id', 'kind', 'sn', 'name']).where('station_id', '=', stationId).execute()
