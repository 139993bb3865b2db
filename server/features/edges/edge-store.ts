import type { Expression, Insertable, Selectable, SqlBool, Updateable } from 'kysely'
import type { EdgeTable } from '../../platform/db/tables/edges.ts'
import type { Db } from '../../platform/db/handle.ts'
import { isGateway } from '../devices/gateway-serial.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type EdgeRow = Selectable<EdgeTable>

/** Edges whose gateway is in force, with what decides whose they are. */
const edgesIn = (db: Db) =>
  db
    .selectFrom('edge')
    .innerJoin('device', 'device.id', 'edge.gateway_id')
    .innerJoin('station', 'station.id', 'device.station_id')
    .selectAll('edge')
    .select(['device.sn', 'device.sw', 'device.station_id', 'station.company_id', 'station.owner_account_id'])
    .where('device.removed_at', 'is', null)

export type EdgeOfStation = Awaited<ReturnType<ReturnType<typeof edgesIn>['execute']>>[number]

export const findEdge = (db: Db, gatewayId: string, scope: Expression<SqlBool>) =>
  edgesIn(db).where('edge.gateway_id', '=', gatewayId).where(scope).executeTakeFirst()

/** The same, the edge's row locked until the end of the transaction: its list and revision change together. */
export const lockEdge = (trx: Db, gatewayId: string, scope: Expression<SqlBool>) =>
  edgesIn(trx).where('edge.gateway_id', '=', gatewayId).where(scope).forUpdate('edge').executeTakeFirst()

const bySerial = (db: Db, gatewaySn: string) => edgesIn(db).where(isGateway(gatewaySn))

export const edgeBySerial = (db: Db, gatewaySn: string) => bySerial(db, gatewaySn).executeTakeFirst()

/** What is known of a gateway as an edge; undefined while it is none. */
export const edgeOf = (trx: Db, gatewayId: string) =>
  trx.selectFrom('edge').selectAll().where('gateway_id', '=', gatewayId).executeTakeFirst()

/** A gateway becomes an edge, or an edge gets another key. */
export const saveEdge = async (trx: Db, row: Insertable<Tables['edge']>): Promise<void> => {
  const { gateway_id: _, ...fields } = row
  await trx
    .insertInto('edge')
    .values(row)
    .onConflict((conflict) => conflict.column('gateway_id').doUpdateSet(fields))
    .execute()
}

export const changeEdge = async (
  db: Db,
  gatewayId: string,
  fields: Updateable<Tables['edge']>,
): Promise<void> => {
  await db.updateTable('edge').set(fields).where('gateway_id', '=', gatewayId).execute()
}

/** The same by the gateway's login, locked. */
export const lockEdgeBySerial = (trx: Db, gatewaySn: string) =>
  bySerial(trx, gatewaySn).forUpdate('edge').executeTakeFirst()
