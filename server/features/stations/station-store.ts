import type { Expression, SelectQueryBuilder, Selectable, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { StationType } from '#domain/stations/station-kinds.ts'
import type { StationContact, StationInput } from '#domain/stations/fields.ts'
import { sameCompany } from '#domain/accounts/same-company.ts'
import { serialKey } from '#domain/devices/fields.ts'
import { capacityInW } from '#domain/stations/capacity.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { StationTable } from '../../platform/db/tables/stations.ts'
import type { Db } from '../../platform/db/handle.ts'
import { ofCompany } from '../accounts/scope.ts'
import { anywhere } from '../../platform/search/part-of-text.ts'

export type StationRow = Selectable<StationTable> & {
  company_name: string
  owner_account_name?: string | null
}

const whole = (db: Db) =>
  db
    .selectFrom('station')
    .innerJoin('company', 'company.id', 'station.company_id')
    .leftJoin('account', 'account.id', 'station.owner_account_id')
    .selectAll('station')
    .select(['company.name as company_name', 'account.name as owner_account_name'])

export const findStation = async (
  db: Db,
  id: string,
  scope: Expression<SqlBool>,
): Promise<StationRow | undefined> => whole(db).where('station.id', '=', id).where(scope).executeTakeFirst()

/** In force; the ids are the caller's to have checked. */
export const stationsById = async (db: Db, ids: readonly string[]): Promise<StationRow[]> =>
  ids.length === 0
    ? []
    : whole(db)
        .where('station.id', 'in', [...ids])
        .where('station.deleted_at', 'is', null)
        .execute()

/** One in scope, locked until the end of the transaction. */
export const lockStation = async (
  trx: Db,
  id: string,
  scope: Expression<SqlBool>,
): Promise<StationRow | undefined> =>
  whole(trx).where('station.id', '=', id).where(scope).forUpdate('station').executeTakeFirst()

/** One in scope that stays as it is, and where it is, until the end of the transaction: nobody deletes it meanwhile. */
export const holdStation = async (
  trx: Db,
  id: string,
  scope: Expression<SqlBool>,
): Promise<StationRow | undefined> =>
  whole(trx).where('station.id', '=', id).where(scope).forShare('station').executeTakeFirst()

export type StationFilter = {
  search?: string | undefined
  type?: StationType | undefined
  country?: string | undefined
  region?: string | undefined
  capacityFromW?: number | undefined
  capacityToW?: number | undefined
  companyId?: string | undefined
}

/** What `matching` asks of the database, of rows that are in mind; what is searched is in mind beside them (`textFound`). */
export const matches =
  ({ type, country, region, companyId, capacityFromW, capacityToW }: Omit<StationFilter, 'search'>) =>
  (row: Pick<StationRow, 'type' | 'country' | 'region' | 'company_id' | 'capacity_w'>): boolean =>
    (type === undefined || row.type === type) &&
    (country === undefined || row.country === country) &&
    (region === undefined || row.region === region) &&
    (companyId === undefined || sameCompany(row.company_id, companyId)) &&
    (capacityFromW === undefined || row.capacity_w >= capacityFromW) &&
    (capacityToW === undefined || row.capacity_w <= capacityToW)

export const matching = <O>(
  query: SelectQueryBuilder<Tables, 'station', O>,
  filter: StationFilter,
): SelectQueryBuilder<Tables, 'station', O> => {
  const search = filter.search ?? ''
  const some = anywhere(search)
  const key = serialKey(search)
  return query
    .$if(filter.type !== undefined, (q) => q.where('station.type', '=', filter.type ?? ''))
    .$if(filter.country !== undefined, (q) => q.where('station.country', '=', filter.country ?? ''))
    .$if(filter.region !== undefined, (q) => q.where('station.region', '=', filter.region ?? ''))
    .$if(filter.companyId !== undefined, (q) =>
      q.where(ofCompany('station.company_id', filter.companyId ?? null)),
    )
    .$if(filter.capacityFromW !== undefined, (q) =>
      q.where('station.capacity_w', '>=', filter.capacityFromW ?? 0),
    )
    .$if(filter.capacityToW !== undefined, (q) =>
      q.where('station.capacity_w', '<=', filter.capacityToW ?? 0),
    )
    .$if(search !== '', (q) =>
      q.where((eb) =>
        eb.or([
          eb('station.name', 'ilike', some),
          eb('station.code', 'ilike', some),
          eb('station.region', 'ilike', some),
          eb('station.owner_name', 'ilike', some),
          eb.exists(
            eb
              .selectFrom('device')
              .select(sql`1`.as('one'))
              .whereRef('device.station_id', '=', 'station.id')
              .where('device.removed_at', 'is', null)
              .where('device.sn_key', 'like', anywhere(key))
              .where(sql<SqlBool>`${key} <> ''`),
          ),
        ]),
      ),
    )
}

/** All that a card and the order of a list need, of every station in scope that matches; at the most `most`. */
export const listStations = async (
  db: Db,
  scope: Expression<SqlBool>,
  filter: StationFilter,
  most: number | null = null,
) =>
  matching(
    db
      .selectFrom('station')
      .select([
        'id',
        'code',
        'name',
        'type',
        'country',
        'region',
        'company_id',
        'time_zone',
        'latitude',
        'north',
        'longitude',
        'east',
        'capacity',
        'capacity_unit',
        'capacity_w',
        'report_min',
        'created_at',
        'image_file_id',
        'deleted_at',
      ])
      .where(scope),
    filter,
  )
    .$if(most !== null, (q) => q.limit(most ?? 0))
    .execute()

export type ListedStation = Awaited<ReturnType<typeof listStations>>[number]

const columnsOf = (input: StationInput) => ({
  name: input.name,
  company_id: input.companyId,
  owner_account_id: input.ownerAccountId ?? null,
  owner_name: input.ownerName,
  type: input.type,
  time_zone: input.timeZone,
  latitude: input.latitude,
  north: input.north,
  longitude: input.longitude,
  east: input.east,
  address: input.address,
  region: input.region,
  country: input.country,
  report_min: input.reportMin,
  grid_connected_on: input.gridConnectedOn,
  capacity: input.capacity,
  capacity_unit: input.capacityUnit,
  capacity_w: capacityInW(input.capacity, input.capacityUnit),
  tilt_deg: input.tiltDeg,
  azimuth_deg: input.azimuthDeg,
  phone_country: input.phoneCountry,
  phone: input.phone,
  tariff: input.tariff === null ? null : JSON.stringify(input.tariff),
  co2: input.co2 === null ? null : JSON.stringify(input.co2),
  image_file_id: input.imageFileId ?? null,
  ...(input.yieldBeforeWh !== undefined && { yield_before_wh: input.yieldBeforeWh }),
})

/** Says which of the two is in use already, by a deleted station, too, and then changes nothing. */
export const insertStation = async (
  db: Db,
  station: { id: string; code: string; input: StationInput; createdBy: string | null; now: number },
): Promise<'made' | 'id used' | 'code used'> => {
  const made = await db
    .insertInto('station')
    .values({
      id: station.id,
      code: station.code,
      ...columnsOf(station.input),
      created_by: station.createdBy,
      created_at: new Date(station.now),
    })
    // Of any kind: it waits for a station that is being made at this moment, and the transaction can go on after it.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return 'made'
  const same = await db.selectFrom('station').select('id').where('id', '=', station.id).executeTakeFirst()
  return same ? 'id used' : 'code used'
}

/** Overwrites what people enter and counts the version up. */
export const updateStation = async (trx: Db, id: string, input: StationInput): Promise<void> => {
  await trx
    .updateTable('station')
    .set((eb) => ({ ...columnsOf(input), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export const updateContact = async (trx: Db, id: string, contact: StationContact): Promise<void> => {
  await trx
    .updateTable('station')
    .set((eb) => ({
      owner_name: contact.ownerName,
      phone_country: contact.phoneCountry,
      phone: contact.phone,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

export const gatewaySerials = async (db: Db, stationId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('device')
    .select('sn')
    .where('station_id', '=', stationId)
    .where('kind', '=', 'gateway')
    .where('removed_at', 'is', null)
    .orderBy('no')
    .execute()
  return rows.map(({ sn }) => sn)
}

/** Who saved it last and when; the name is null when nobody is known. */
export const lastChange = async (
  db: Db,
  id: string,
): Promise<{ name: string | null; at: number } | undefined> =>
  db
    .selectFrom('audit')
    .leftJoin('account', 'account.id', 'audit.account_id')
    .select(['account.name', 'audit.at'])
    .where('audit.object_kind', '=', 'station')
    .where('audit.object_id', '=', id)
    .where('audit.action', 'in', ['station.edit', 'station.create'])
    .where('audit.result', '=', 'done')
    .orderBy('audit.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** It is there no longer; what stands at it is the caller's to have taken out. */
export const removeStation = async (trx: Db, id: string, now: number): Promise<void> => {
  await trx
    .updateTable('station')
    .set((eb) => ({ deleted_at: new Date(now), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
