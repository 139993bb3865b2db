import { stringKinds } from '#domain/devices/kinds.ts'
import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { areaInput } from '#domain/devices/array.ts'
import type { Db } from '../../platform/db/handle.ts'
export type AreaInput = z.output<typeof areaInput>

const strings = (db: Db) =>
  db
    .selectFrom('string')
    .innerJoin('station', 'station.id', 'string.station_id')
    .where('string.removed_at', 'is', null)
    .select((eb) => [
      'string.id',
      'string.station_id as stationId',
      'string.inverter_id as inverterId',
      'string.mppt_no as mpptNo',
      'string.no',
      'string.name',
      'string.capacity_w as capacityW',
      'string.version',
      'station.company_id',
      'station.owner_account_id',
      ...stringKinds.map((kind) =>
        eb
          .selectFrom('place')
          .innerJoin('place_device as now', 'now.place_id', 'place.id')
          .whereRef('place.string_id', '=', 'string.id')
          .where('place.removed_at', 'is', null)
          .where('place.kind', '=', kind)
          .where('now.until', 'is', null)
          .select(sql<number>`count(*)::int`.as('n'))
          .as(kind),
      ),
    ])

export type StringRow = Awaited<ReturnType<ReturnType<typeof strings>['execute']>>[number]

/** Of one inverter alone where that is named. */
export const stringsOfStation = async (
  db: Db,
  stationId: string,
  inverterId?: string,
): Promise<StringRow[]> =>
  strings(db)
    .where('string.station_id', '=', stationId)
    .$if(inverterId !== undefined, (query) => query.where('string.inverter_id', '=', inverterId ?? ''))
    .orderBy('string.inverter_id')
    .orderBy('string.no')
    .execute()

/** `lock` holds the string's row until the end of the transaction. */
export const findString = async (
  db: Db,
  id: string,
  scope: Expression<SqlBool>,
  lock = false,
): Promise<StringRow | undefined> =>
  strings(db)
    .where('string.id', '=', id)
    .where(scope)
    .$if(lock, (query) => query.forUpdate('string'))
    .executeTakeFirst()

const areas = (db: Db) =>
  db
    .selectFrom('array_area as area')
    .innerJoin('station', 'station.id', 'area.station_id')
    .where('area.removed_at', 'is', null)
    .select([
      'area.id',
      'area.station_id as stationId',
      'area.name',
      'area.row_count as rows',
      'area.col_count as cols',
      'area.portrait',
      'area.tilt_deg as tiltDeg',
      'area.azimuth_deg as azimuthDeg',
      'area.x',
      'area.y',
      'area.version',
      'station.company_id',
      'station.owner_account_id',
    ])

export type AreaRow = Awaited<ReturnType<ReturnType<typeof areas>['execute']>>[number]

export const areasOfStation = async (db: Db, stationId: string): Promise<AreaRow[]> =>
  areas(db)
    .where('area.station_id', '=', stationId)
    .orderBy('area.created_at')
    .orderBy('area.name')
    .orderBy('area.id')
    .execute()

/** Areas that a station has now. */
export const countAreas = async (trx: Db, stationId: string): Promise<number> => {
  const { n } = await trx
    .selectFrom('array_area')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('station_id', '=', stationId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

export const findArea = async (
  db: Db,
  id: string,
  scope: Expression<SqlBool>,
  lock = false,
): Promise<AreaRow | undefined> =>
  areas(db)
    .where('area.id', '=', id)
    .where(scope)
    .$if(lock, (query) => query.forUpdate('area'))
    .executeTakeFirst()

const areaColumns = (input: AreaInput) => ({
  name: input.name,
  row_count: input.rows,
  col_count: input.cols,
  portrait: input.portrait,
  tilt_deg: input.tiltDeg,
  azimuth_deg: input.azimuthDeg,
  x: input.x,
  y: input.y,
})

/** False when the id is used. */
export const insertArea = async (
  trx: Db,
  one: { id: string; stationId: string; input: AreaInput; now: number },
): Promise<boolean> => {
  const made = await trx
    .insertInto('array_area')
    .values({
      id: one.id,
      station_id: one.stationId,
      created_at: new Date(one.now),
      ...areaColumns(one.input),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export const updateArea = async (trx: Db, id: string, input: AreaInput): Promise<void> => {
  await trx
    .updateTable('array_area')
    .set((eb) => ({ ...areaColumns(input), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export const removeArea = async (trx: Db, id: string, now: number): Promise<void> => {
  await trx
    .updateTable('array_area')
    .set({ removed_at: new Date(now) })
    .where('id', '=', id)
    .execute()
}

/** Grows with every change of the station's array, the ended stays of devices included. */
export const arrayVersion = async (db: Db, stationId: string): Promise<number> => {
  const { rows } = await sql<{ version: number }>`
    SELECT coalesce((SELECT sum(version + (removed_at IS NOT NULL)::int) FROM string WHERE station_id = ${stationId}), 0)
         + coalesce((SELECT sum(version + (removed_at IS NOT NULL)::int) FROM array_area WHERE station_id = ${stationId}), 0)
         + coalesce((SELECT sum(p.version + (p.removed_at IS NOT NULL)::int
             + (SELECT count(*) + count(d.until) FROM place_device d WHERE d.place_id = p.id))
                FROM place p WHERE p.station_id = ${stationId}), 0) AS version`.execute(db)
  return rows[0]?.version ?? 0
}

export const stringsAmong = (db: Db, stationId: string, strings: string[]) =>
  db
    .selectFrom('string')
    .select('id')
    .where('id', 'in', strings)
    .where('station_id', '=', stationId)
    .where('removed_at', 'is', null)
    .execute()

export const trackersOfInverter = (db: Db, deviceId: string) =>
  db
    .selectFrom('string')
    .select('mppt_no')
    .where('inverter_id', '=', deviceId)
    .where('removed_at', 'is', null)
    .execute()

export const trackerOfString = (db: Db, inverterId: string, instance: string) =>
  db
    .selectFrom('string')
    .select('mppt_no')
    .where('inverter_id', '=', inverterId)
    .where('no', '=', Number(instance))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
