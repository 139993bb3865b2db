import type { Expression, Insertable, SqlBool, Updateable } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** The list of an edge, in the order in which it was made. */
export const edgeDevicesOf = (db: Db, gatewayId: string) =>
  db
    .selectFrom('edge_device')
    .selectAll()
    .where('gateway_id', '=', gatewayId)
    .orderBy('added_at')
    .orderBy('id')
    .execute()

export type EdgeDeviceRow = Awaited<ReturnType<typeof edgeDevicesOf>>[number]

export const linksOfEdge = (db: Db, gatewayId: string) =>
  db
    .selectFrom('edge_link')
    .innerJoin('edge_device', 'edge_device.id', 'edge_link.edge_device_id')
    .selectAll('edge_link')
    .where('edge_device.gateway_id', '=', gatewayId)
    .execute()

/** Which edge an entry belongs to; undefined when the caller does not see its station. */
export const visibleEdgeDevice = (db: Db, id: string, scope: Expression<SqlBool>) =>
  db
    .selectFrom('edge_device')
    .innerJoin('device', 'device.id', 'edge_device.gateway_id')
    .innerJoin('station', 'station.id', 'device.station_id')
    .select(['edge_device.gateway_id', 'edge_device.version'])
    .where('edge_device.id', '=', id)
    .where('device.removed_at', 'is', null)
    .where(scope)
    .executeTakeFirst()

/** False when the edge has this address in its list already, or this id is one of an entry. */
export const insertEdgeDevice = async (trx: Db, row: Insertable<Tables['edge_device']>): Promise<boolean> => {
  const made = await trx
    .insertInto('edge_device')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export const saveEdgeDevice = async (
  trx: Db,
  id: string,
  fields: Updateable<Tables['edge_device']>,
): Promise<void> => {
  await trx
    .updateTable('edge_device')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export const deleteEdgeDevice = async (trx: Db, id: string): Promise<void> => {
  await trx.deleteFrom('edge_device').where('id', '=', id).execute()
}

/** What was sealed to a key that is gone nobody can open any more. */
export const loseSeals = async (trx: Db, gatewayId: string): Promise<void> => {
  await trx
    .updateTable('edge_device')
    .set((eb) => ({ sealed: null, seal_lost: true, version: eb('version', '+', 1) }))
    .where('gateway_id', '=', gatewayId)
    .where('sealed', 'is not', null)
    .execute()
}

/** The list goes along with its edge. */
export const moveEdgeDevices = async (trx: Db, from: string, to: string): Promise<void> => {
  await trx.updateTable('edge_device').set({ gateway_id: to }).where('gateway_id', '=', from).execute()
}

/** Devices behind a gateway that have these serials. */
export const devicesBehind = async (db: Db, gatewayId: string) =>
  db
    .selectFrom('device')
    .select(['id', 'sn_key'])
    .where('gateway_id', '=', gatewayId)
    .where('removed_at', 'is', null)
    .execute()
