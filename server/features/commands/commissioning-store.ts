import { sql } from 'kysely'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import { generation, lifetimeCounter } from '../stations/generation-sql.ts'
import type { Db } from '../../platform/db/handle.ts'

/** What stands behind one gateway, in sums. */
export type Behind = {
  gatewayId: string
  expected: number
  found: number
  activated: number
  inverters: number
  counting: number
  energyTotalWh: number | null
  powerW: number | null
  energyAt: number | null
  reportAt: number | null
}

/** It says a counter of what it makes. */
const counts = sql`coalesce(l.e_pv, l.e_tot, l.e_day) IS NOT NULL`

/** Sums behind each of these gateways that has anything behind it. Power counts readings from `freshFrom` on, and what
 * inverters draw at night as nothing. */
export const behindGateways = async (
  db: Db,
  gatewayIds: readonly string[],
  freshFrom: number,
): Promise<Behind[]> => {
  const { rows } = await sql<Behind>`
    SELECT d.gateway_id AS "gatewayId",
           count(*)::int AS expected,
           count(*) FILTER (WHERE d.reported_by_gateway AND d.missing_since IS NULL)::int AS found,
           count(*) FILTER (WHERE d.activated_at IS NOT NULL)::int AS activated,
           count(*) FILTER (WHERE d.kind = 'inverter')::int AS inverters,
           count(*) FILTER (WHERE d.kind = 'inverter' AND ${counts})::int AS counting,
           sum(${lifetimeCounter('l')}) FILTER (WHERE d.kind = 'inverter') AS "energyTotalWh",
           sum(${generation('l')}) FILTER (WHERE d.kind = 'inverter' AND l.received_at >= ${new Date(freshFrom)}::timestamptz)
             AS "powerW",
           max(l.received_at) FILTER (WHERE d.kind = 'inverter' AND ${counts}) AS "energyAt",
           max(l.received_at) AS "reportAt"
      FROM device d LEFT JOIN latest l ON l.device_no = d.no
     WHERE d.gateway_id = ANY(${[...gatewayIds]}::uuid[]) AND d.removed_at IS NULL
     GROUP BY d.gateway_id`.execute(db)
  return rows
}

export type MissingDevice = {
  gatewayId: string
  id: string
  kind: DeviceKind
  sn: string
  stringNo: number | null
}

/** What gateways do not name though it should be behind them, at most `most` for each. */
export const missingDevices = async (
  db: Db,
  gatewayIds: readonly string[],
  most: number,
): Promise<MissingDevice[]> => {
  const { rows } = await sql<MissingDevice>`
    SELECT "gatewayId", id, kind, sn, "stringNo" FROM (
      SELECT gateway_id AS "gatewayId", id, kind, sn, string_no AS "stringNo",
             row_number() OVER (PARTITION BY gateway_id ORDER BY string_no NULLS FIRST, position NULLS FIRST, no) AS n
        FROM device
       WHERE gateway_id = ANY(${[...gatewayIds]}::uuid[]) AND removed_at IS NULL
         AND (NOT reported_by_gateway OR missing_since IS NOT NULL)) m
     WHERE n <= ${most} ORDER BY "gatewayId", n`.execute(db)
  return rows
}

/** Serials set aside, by gateway. */
export const quarantinedBy = async (db: Db, gatewayIds: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ id: string; n: number }>`
    SELECT gateway_id AS id, count(*)::int AS n FROM quarantine
     WHERE gateway_id = ANY(${[...gatewayIds]}::uuid[]) GROUP BY gateway_id`.execute(db)
  return new Map(rows.map(({ id, n }) => [id, n]))
}
