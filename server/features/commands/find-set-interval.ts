import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'
import { isGateway } from '../devices/gateway-serial.ts'

/** The reporting interval that a command has set of a gateway, where it stands now, seconds; null = none was proven there. */
export const setIntervalOf = async (db: Db, gatewaySn: string): Promise<number | null> => {
  const { rows } = await sql<{ report_s: number }>`
    SELECT (c.args->>'report_s')::float8 AS report_s
      FROM command c JOIN device ON device.id = c.gateway_id AND device.station_id = c.station_id
     WHERE ${isGateway(gatewaySn)}
       AND c.op = 'set' AND c.state = 'verified'
     ORDER BY c.done_at DESC NULLS LAST LIMIT 1`.execute(db)
  return rows[0]?.report_s ?? null
}
