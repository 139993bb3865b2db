import { sql } from 'kysely'
import type { PlaceNow, PlacePlan } from '#domain/devices/plan-places.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'

/** First key of the two-key advisory locks of stations whose array is being changed; arbitrary, ours alone. */
const ARRAY_LOCK = 7_203

/**
 * One change of a station's array at a time, until the end of the transaction. To be taken before any lock on a device:
 * everybody in the same order, so that nobody waits for each other.
 */
export const lockArray = async (trx: Db, stationId: string): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(${ARRAY_LOCK}, hashtext(${stationId}))`.execute(trx)
}

export type PlaceRow = PlaceNow & { version: number; changedBy: string | null; changedAt: number | null }

/** The places in force of a station, each with the device that hangs there now. */
export const placesOfStation = async (db: Db, stationId: string): Promise<PlaceRow[]> =>
  db
    .selectFrom('place')
    .leftJoin('place_device as now', (join) =>
      join.onRef('now.place_id', '=', 'place.id').on('now.until', 'is', null),
    )
    .where('place.station_id', '=', stationId)
    .where('place.removed_at', 'is', null)
    .select([
      'place.id',
      'place.kind',
      'place.string_id as stringId',
      'place.position',
      'place.area_id as areaId',
      'place.row_no as row',
      'place.col_no as col',
      'place.modules',
      'place.module_w as moduleW',
      'place.version',
      'place.changed_by as changedBy',
      'place.changed_at as changedAt',
      'now.device_id as deviceId',
    ])
    .orderBy('place.created_at')
    .orderBy('place.id')
    .execute()

/** Who changes an array, and when; null = a gateway. */
export type ChangedBy = { by: string | null; now: number }

/** Ends the stay of devices where they hang; the places stay. */
export const leavePlaces = async (trx: Db, deviceIds: readonly string[], now: number): Promise<void> => {
  await sql`UPDATE place_device SET until = greatest(since, ${new Date(now)}::timestamptz)
             WHERE device_id = ANY(${[...deviceIds]}::uuid[]) AND until IS NULL`.execute(trx)
}

/** Hangs devices into places that are empty. Two exchanges within one millisecond still follow one another. */
export const hangDevices = async (
  trx: Db,
  pairs: readonly { placeId: string; deviceId: string }[],
  now: number,
): Promise<void> => {
  if (pairs.length === 0) return
  await sql`
    INSERT INTO place_device (place_id, device_id, since)
    SELECT h.place_id, h.device_id, greatest(${new Date(now)}::timestamptz, e.until, e.since + interval '1 millisecond')
      FROM unnest(${pairs.map((one) => one.placeId)}::uuid[], ${pairs.map((one) => one.deviceId)}::uuid[])
             AS h(place_id, device_id)
      LEFT JOIN LATERAL (SELECT max(since) AS since, max(until) AS until FROM place_device x
                          WHERE x.place_id = h.place_id) e ON true`.execute(trx)
}

/** An empty place that is in no string and in no area is none. */
export const dropNowhere = async (trx: Db, stationId: string, now: number): Promise<void> => {
  await sql`
    UPDATE place p SET removed_at = ${new Date(now)}
     WHERE p.station_id = ${stationId} AND p.removed_at IS NULL AND p.string_id IS NULL AND p.area_id IS NULL
       AND NOT EXISTS (SELECT FROM place_device d WHERE d.place_id = p.id AND d.until IS NULL)`.execute(trx)
}

const createPlaces = async (
  trx: Db,
  stationId: string,
  all: PlacePlan['create'],
  { by, now }: ChangedBy,
): Promise<void> => {
  if (all.length === 0) return
  await sql`
    WITH wanted AS MATERIALIZED (
      SELECT gen_random_uuid() AS id, w.* FROM jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
        AS w("deviceId" uuid, kind text, "stringId" uuid, position int, "areaId" uuid, row int, col int,
             modules int, "moduleW" float8)
    ), made AS (
      INSERT INTO place (id, station_id, kind, string_id, position, area_id, row_no, col_no, modules, module_w,
                         created_at, changed_by, changed_at)
      SELECT id, ${stationId}::uuid, kind, "stringId", position, "areaId", row, col, modules, "moduleW",
             ${new Date(now)}::timestamptz, ${by}::uuid, ${new Date(now)}::timestamptz FROM wanted
    )
    INSERT INTO place_device (place_id, device_id, since)
    SELECT id, "deviceId", ${new Date(now)}::timestamptz FROM wanted`.execute(trx)
}

/**
 * String number, position and inverter of devices follow from where they hang. `keep`: what a gateway said of a device
 * whose place is in no string stays.
 */
export const followPlaces = async (trx: Db, deviceIds: readonly string[], keep = false): Promise<void> => {
  await sql`
    UPDATE device d SET string_no = s.no, position = p.position, parent_id = coalesce(s.inverter_id, d.parent_id)
      FROM place_device n JOIN place p ON p.id = n.place_id LEFT JOIN string s ON s.id = p.string_id
     WHERE n.device_id = d.id AND n.until IS NULL AND d.id = ANY(${[...deviceIds]}::uuid[])
       AND (d.string_no, d.position, d.parent_id)
           IS DISTINCT FROM (s.no, p.position, coalesce(s.inverter_id, d.parent_id))
       AND (NOT ${keep}::boolean OR s.id IS NOT NULL)`.execute(trx)
}

/** Writes a plan whose places are those under `lockArray`. Positions are given up before they are taken. */
export const writePlan = async (
  trx: Db,
  stationId: string,
  plan: PlacePlan,
  change: ChangedBy,
): Promise<void> => {
  const moved = plan.hang.map(({ deviceId }) => deviceId)
  const editIds = plan.edit.map(({ id }) => id)
  if (editIds.length > 0)
    await sql`UPDATE place SET position = NULL, row_no = NULL, col_no = NULL
               WHERE id = ANY(${editIds}::uuid[])`.execute(trx)
  if (moved.length > 0) await leavePlaces(trx, moved, change.now)
  if (editIds.length > 0)
    await sql`
      UPDATE place p SET string_id = w."stringId", position = w.position, area_id = w."areaId", row_no = w.row,
             col_no = w.col, modules = w.modules, module_w = w."moduleW", version = p.version + 1,
             changed_by = ${change.by}::uuid, changed_at = ${new Date(change.now)}::timestamptz
        FROM jsonb_to_recordset(${JSON.stringify(plan.edit)}::jsonb)
          AS w(id uuid, "stringId" uuid, position int, "areaId" uuid, row int, col int, modules int, "moduleW" float8)
       WHERE p.id = w.id`.execute(trx)
  await createPlaces(trx, stationId, plan.create, change)
  await hangDevices(trx, plan.hang, change.now)
  const { rows } = await sql<{ id: string }>`
    SELECT device_id AS id FROM place_device WHERE place_id = ANY(${editIds}::uuid[]) AND until IS NULL`.execute(
    trx,
  )
  await followPlaces(
    trx,
    [...new Set([...rows.map(({ id }) => id), ...moved, ...plan.create.map(({ deviceId }) => deviceId)])],
    change.by === null,
  )
  if (moved.length > 0 || editIds.length > 0) await dropNowhere(trx, stationId, change.now)
}

/** The devices that hang in strings now. */
export const membersOf = async (trx: Db, stringIds: readonly string[]): Promise<string[]> => {
  const rows = await trx
    .selectFrom('place')
    .innerJoin('place_device as now', 'now.place_id', 'place.id')
    .where('place.string_id', 'in', [...stringIds])
    .where('now.until', 'is', null)
    .select('now.device_id as id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Takes strings away; their places stay, in no string. */
export const removeStrings = async (trx: Db, ids: readonly string[], now: number): Promise<void> => {
  await sql`UPDATE place SET string_id = NULL, position = NULL, version = version + 1, changed_at = ${instant(now)}
             WHERE string_id = ANY(${[...ids]}::uuid[]) AND removed_at IS NULL`.execute(trx)
  await trx
    .updateTable('string')
    .set((eb) => ({ removed_at: new Date(now), version: eb('version', '+', 1) }))
    .where('id', 'in', [...ids])
    .execute()
}

export const stringsOfInverters = (trx: Db, inverterIds: readonly string[]) =>
  trx
    .selectFrom('string')
    .select('id')
    .where('inverter_id', 'in', [...inverterIds])
    .where('removed_at', 'is', null)
    .execute()

export const placeIdOf = (trx: Db, oldId: string) =>
  trx
    .selectFrom('place_device')
    .select('place_id')
    .where('device_id', '=', oldId)
    .where('until', 'is', null)
    .executeTakeFirst()

export const moveStrings = async (trx: Db, newId: string, oldId: string): Promise<void> => {
  await sql`UPDATE string SET inverter_id = ${newId}::uuid, version = version + 1
               WHERE inverter_id = ${oldId} AND removed_at IS NULL`.execute(trx)
}

export const hangsInString = (trx: Db, deviceId: string) =>
  trx
    .selectFrom('place_device')
    .innerJoin('place', 'place.id', 'place_device.place_id')
    .select('place.id')
    .where('place_device.device_id', '=', deviceId)
    .where('place_device.until', 'is', null)
    .where('place.string_id', 'is not', null)
    .executeTakeFirst()

/** Takes the spot from places of the area that lie beyond these rows and columns; 0 = from all. */
export const clearSpots = async (
  trx: Db,
  areaId: string,
  beyond: { rows: number; cols: number },
  now: number,
): Promise<void> => {
  await sql`UPDATE place SET area_id = NULL, row_no = NULL, col_no = NULL, version = version + 1,
                             changed_at = ${instant(now)}
             WHERE area_id = ${areaId} AND removed_at IS NULL
               AND (row_no > ${beyond.rows} OR col_no > ${beyond.cols})`.execute(trx)
}
