import type { Db } from '../../platform/db/handle.ts'

/** To which station the edge of this server is handed; undefined = to none. */
export const builtInEdge = (db: Db) =>
  db
    .selectFrom('built_in_edge')
    .innerJoin('station', 'station.id', 'built_in_edge.station_id')
    .selectAll('built_in_edge')
    .select(['station.name as station_name', 'station.company_id'])
    .executeTakeFirst()

/** False when somebody was faster: it is handed to one station at a time. */
export const insertBuiltIn = async (
  trx: Db,
  row: { stationId: string; name: string; server: string; by: string; now: number },
): Promise<boolean> => {
  const made = await trx
    .insertInto('built_in_edge')
    .values({
      station_id: row.stationId,
      name: row.name,
      server: row.server,
      handed_by: row.by,
      handed_at: new Date(row.now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('station_id')
    .executeTakeFirst()
  return made !== undefined
}

export const setBuiltInGateway = async (trx: Db, gatewayId: string): Promise<void> => {
  await trx.updateTable('built_in_edge').set({ gateway_id: gatewayId }).execute()
}

export const dropBuiltIn = async (trx: Db): Promise<void> => {
  await trx.deleteFrom('built_in_edge').execute()
}

/** The gateway that the edge of this server was at a station before, while that is in force there. */
export const earlierBuiltIn = async (db: Db, stationId: string): Promise<string | null> => {
  const row = await db
    .selectFrom('edge')
    .innerJoin('device', 'device.id', 'edge.gateway_id')
    .select('edge.gateway_id')
    .where('edge.built_in', '=', true)
    .where('device.station_id', '=', stationId)
    .where('device.removed_at', 'is', null)
    .orderBy('edge.paired_at', 'desc')
    .executeTakeFirst()
  return row?.gateway_id ?? null
}
