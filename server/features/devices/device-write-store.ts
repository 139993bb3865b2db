import type { MeterRole } from '#domain/devices/meter-roles.ts'
import type { Insertable, Updateable } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import type { Db } from '../../platform/db/handle.ts'
import { sql } from 'kysely'

/** Of a device that hangs nowhere yet and of whose make nothing is known. */
export const unplaced = {
  gateway_id: null,
  parent_id: null,
  string_no: null,
  position: null,
  rated_w: null,
  mppt_count: null,
  string_count: null,
  warranty_until: null,
}

/** Undefined when the id or the serial is taken. */
export const insertDevice = (trx: Db, row: Insertable<Tables['device']>) =>
  trx
    .insertInto('device')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

export const confirmDevices = async (trx: Db, confirmed: string[], now: number): Promise<void> => {
  await trx
    .updateTable('device')
    .set({ confirmed_at: new Date(now) })
    .where('id', 'in', confirmed)
    .execute()
}

export const lockNamed = (trx: Db, stationId: string, withChildren: boolean, ids: readonly string[]) =>
  trx
    .selectFrom('device')
    .selectAll()
    .where('station_id', '=', stationId)
    .where('removed_at', 'is', null)
    .where((eb) =>
      withChildren
        ? eb.or([eb('id', 'in', [...ids]), eb('gateway_id', 'in', [...ids])])
        : eb('id', 'in', [...ids]),
    )
    .orderBy('no')
    .forUpdate()
    .execute()

export const markRemoved = async (trx: Db, ids: readonly string[], now: number): Promise<void> => {
  await trx
    .updateTable('device')
    .set((eb) => ({ removed_at: new Date(now), version: eb('version', '+', 1) }))
    .where('id', 'in', [...ids])
    .execute()
}

export const letGoChildren = async (trx: Db, ids: readonly string[]): Promise<void> => {
  await trx
    .updateTable('device')
    .set({ parent_id: null })
    .where('parent_id', 'in', [...ids])
    .where('removed_at', 'is', null)
    .execute()
}

export const letGoBehind = async (trx: Db, ids: string[]): Promise<void> => {
  await trx
    .updateTable('device')
    .set({ gateway_id: null, reported_by_gateway: false, missing_since: null })
    .where('gateway_id', 'in', ids)
    .where('removed_at', 'is', null)
    .execute()
}

export const saveEdit = async (
  trx: Db,
  id: string,
  edit: { name: string; warrantyUntil: string | null; meterRole: MeterRole | null },
): Promise<void> => {
  await trx
    .updateTable('device')
    .set((eb) => ({
      name: edit.name,
      warranty_until: edit.warrantyUntil,
      meter_role: edit.meterRole,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

export const markReplaced = async (trx: Db, newId: string, oldId: string, now: Date): Promise<void> => {
  await trx
    .updateTable('device')
    .set((eb) => ({ removed_at: now, replaced_by: newId, version: eb('version', '+', 1) }))
    .where('id', '=', oldId)
    .execute()
}

export const takePlaceOf = async (
  trx: Db,
  one: {
    stringNo: number | null
    position: number | null
    parentId: string | null
    name: string
    now: Date
    newId: string
  },
): Promise<void> => {
  await sql`
    UPDATE device SET string_no = ${one.stringNo}, position = ${one.position}, parent_id = ${one.parentId}::uuid,
           name = CASE WHEN name = '' THEN ${one.name} ELSE name END,
           confirmed_at = coalesce(confirmed_at, ${one.now}::timestamptz), version = version + 1
     WHERE id = ${one.newId}`.execute(trx)
}

export const moveChildren = async (trx: Db, newId: string, oldId: string): Promise<void> => {
  await sql`UPDATE device SET parent_id = ${newId}::uuid
               WHERE parent_id = ${oldId} AND removed_at IS NULL`.execute(trx)
}

export const moveBehind = async (trx: Db, newId: string, oldId: string): Promise<void> => {
  await sql`UPDATE device SET gateway_id = ${newId}::uuid
               WHERE gateway_id = ${oldId} AND removed_at IS NULL`.execute(trx)
}

export const saveFirstActivation = (trx: Db, ids: readonly string[], at: number) =>
  trx
    .updateTable('device')
    .set((eb) => ({ activated_at: new Date(at), version: eb('version', '+', 1) }))
    .where('id', 'in', [...ids])
    .where('activated_at', 'is', null)
    .where('removed_at', 'is', null)
    .returning('station_id')
    .execute()

export const lockWithChildren = (trx: Db, gatewayId: string) =>
  trx
    .selectFrom('device')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', gatewayId), eb('gateway_id', '=', gatewayId)]))
    .where('removed_at', 'is', null)
    .orderBy('no')
    .forUpdate()
    .execute()

export const insertDevices = async (
  trx: Db,
  rows: readonly Insertable<Tables['device']>[],
): Promise<void> => {
  await trx
    .insertInto('device')
    .values([...rows])
    .execute()
}

export const saveDevice = async (
  trx: Db,
  id: string,
  fields: Updateable<Tables['device']>,
): Promise<void> => {
  await trx.updateTable('device').set(fields).where('id', '=', id).execute()
}

export const saveShownPower = async (
  trx: Db,
  found: readonly { deviceNo: number; shownW: number }[],
): Promise<void> => {
  if (found.length === 0) return
  await sql`
    UPDATE device d SET shown_w = c.w
      FROM unnest(${found.map(({ deviceNo }) => deviceNo)}::int[],
                  ${found.map(({ shownW }) => shownW)}::float8[]) AS c(no, w)
     WHERE d.no = c.no`.execute(trx)
}
