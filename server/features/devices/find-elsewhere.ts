import type * as z from 'zod/mini'
import { QUARANTINE_SERIALS } from '#domain/devices/limits.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { deviceElsewhere } from '#contract/http/devices.ts'
import type { Db } from '../../platform/db/handle.ts'

export type Elsewhere = z.output<typeof deviceElsewhere>

type Row = Pick<Elsewhere, 'sn' | 'brand' | 'deviceId'> & {
  otherBrand: string
  lastAt: number
  gatewayId: string | null
  gatewaySn: string | null
  gatewayName: string | null
  stationName: string
  seen: boolean
}

/** Of a device without a brand nobody knows which one it is. */
const maySame = sql<SqlBool>`(d.brand_key = '' OR q.brand_key = '' OR d.brand_key = q.brand_key)`
/** What a gateway names no more is over: its newest inventory wrote the others again. */
const goesOn = sql<SqlBool>`q.reason = 'other_gateway' AND q.last_at >= coalesce(k.inventory_at, q.last_at)`

/** Where it stands is for those who see that station; all others learn that it is known elsewhere. */
const present =
  (how: Elsewhere['how']) =>
  ({ seen, gatewayId, gatewaySn, gatewayName, stationName, otherBrand, lastAt, ...row }: Row): Elsewhere => ({
    how,
    ...row,
    at:
      !seen || gatewayId === null
        ? null
        : { gatewayId, gateway: gatewayName || (gatewaySn ?? ''), station: stationName },
    otherBrand: seen ? otherBrand : null,
    lastAt: seen ? lastAt : null,
  })

/**
 * Serials that stand behind this gateway and behind another one: what it reports and another one has (`theirs`), what it
 * has and another one reports (`ours`), and the same serial of another maker, which is a device of its own (`two`).
 */
export const devicesElsewhere = async (
  db: Db,
  gatewayId: string,
  visible: Expression<SqlBool>,
): Promise<Elsewhere[]> => {
  const other = sql`o.id AS "gatewayId", o.sn AS "gatewaySn", o.name AS "gatewayName", station.name AS "stationName",
                    ${visible} AS seen`
  const [ours, theirs, two] = await Promise.all([
    sql<Row>`
      SELECT d.id AS "deviceId", d.sn, d.brand, q.brand AS "otherBrand", q.last_at AS "lastAt", ${other}
        FROM device d JOIN quarantine q ON q.sn_key = d.sn_key AND q.gateway_id <> d.gateway_id AND ${maySame}
        JOIN device o ON o.id = q.gateway_id AND o.removed_at IS NULL
        JOIN station ON station.id = o.station_id AND station.deleted_at IS NULL
        LEFT JOIN gateway_link k ON k.device_id = q.gateway_id
       WHERE d.gateway_id = ${gatewayId} AND d.removed_at IS NULL AND ${goesOn}
       ORDER BY d.sn_key, o.no LIMIT ${QUARANTINE_SERIALS}`.execute(db),
    sql<Row>`
      SELECT NULL AS "deviceId", q.sn, q.brand, d.brand AS "otherBrand", q.last_at AS "lastAt", ${other}
        FROM quarantine q JOIN device d ON d.sn_key = q.sn_key AND d.removed_at IS NULL AND d.kind <> 'gateway'
         AND d.gateway_id IS DISTINCT FROM q.gateway_id AND ${maySame}
        JOIN station ON station.id = d.station_id
        LEFT JOIN device o ON o.id = d.gateway_id
        LEFT JOIN gateway_link k ON k.device_id = q.gateway_id
       WHERE q.gateway_id = ${gatewayId} AND ${goesOn}
       ORDER BY q.sn_key LIMIT ${QUARANTINE_SERIALS}`.execute(db),
    sql<Row>`
      SELECT c.id AS "deviceId", c.sn, c.brand, d.brand AS "otherBrand", d.created_at AS "lastAt", ${other}
        FROM device c JOIN device d ON d.sn_key = c.sn_key AND d.id <> c.id AND d.removed_at IS NULL
         AND d.kind <> 'gateway'
        JOIN station ON station.id = d.station_id
        LEFT JOIN device o ON o.id = d.gateway_id
       WHERE c.gateway_id = ${gatewayId} AND c.removed_at IS NULL AND ${visible}
       ORDER BY c.sn_key, d.no LIMIT ${QUARANTINE_SERIALS}`.execute(db),
  ])
  return [
    ...ours.rows.map(present('ours')),
    ...theirs.rows.map(present('theirs')),
    ...two.rows.map(present('two')),
  ]
}

/** Gateways that have what another one reports, by the serials, for open pages of theirs. */
export const gatewaysWith = (db: Db, keys: readonly string[], but: string) =>
  db
    .selectFrom('device')
    .innerJoin('device as gateway', 'gateway.id', 'device.gateway_id')
    .select(['gateway.station_id as stationId'])
    .distinct()
    .where('device.sn_key', 'in', [...keys])
    .where('device.removed_at', 'is', null)
    .where('gateway.id', '<>', but)
    .execute()
