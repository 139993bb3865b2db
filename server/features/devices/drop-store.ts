import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { serialKey } from '#domain/devices/fields.ts'
import type { Db } from '../../platform/db/handle.ts'
import { DROPS_SHOWN } from '#domain/devices/limits.ts'

/** So many messages, entries or readings of a gateway that were not taken. `at`: the last of them, epoch ms. */
export type Drop = { channel: string; reason: string; count: number; at: number }

/**
 * Adds to what was dropped of gateways, by their serial; one that is not known here has no page to tell it on. Gives
 * those whose pages changed.
 */
export const addDrops = async (
  client: Pick<PoolClient, 'query'>,
  drops: readonly (Drop & { gatewaySn: string })[],
): Promise<{ deviceId: string; stationId: string }[]> => {
  if (drops.length === 0) return []
  const columns = drops.map(
    ({ gatewaySn, channel, reason, count, at }) =>
      [serialKey(gatewaySn), channel, reason, count, new Date(at)] as const,
  )
  const { rows } = await client.query<{ deviceId: string; stationId: string }>(
    `WITH added AS (INSERT INTO gateway_drop (gateway_id, channel, reason, count, first_at, last_at)
     SELECT d.id, s.channel, s.reason, sum(s.n), min(s.at), max(s.at)
       FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[]) AS s(sn_key, channel, reason, n, at)
       JOIN device d ON d.sn_key = s.sn_key AND d.kind = 'gateway' AND d.removed_at IS NULL
      GROUP BY d.id, s.channel, s.reason ORDER BY d.id, s.channel, s.reason
     ON CONFLICT (gateway_id, channel, reason) DO UPDATE SET count = gateway_drop.count + excluded.count,
       last_at = greatest(gateway_drop.last_at, excluded.last_at)
     RETURNING gateway_id)
     SELECT DISTINCT d.id AS "deviceId", d.station_id AS "stationId" FROM added JOIN device d ON d.id = added.gateway_id`,
    [0, 1, 2, 3, 4].map((no) => columns.map((row) => row[no])),
  )
  return rows
}

/** What these gateways sent and nobody took, the newest of each. */
export const dropsOf = async (db: Db, gatewayIds: readonly string[]) =>
  gatewayIds.length === 0
    ? []
    : db
        .with('placed', (with_) =>
          with_
            .selectFrom('gateway_drop')
            .select(['gateway_id', 'channel', 'reason', 'count', 'last_at'])
            .select(
              sql<number>`row_number() OVER (PARTITION BY gateway_id ORDER BY last_at DESC, channel, reason)`.as(
                'place',
              ),
            )
            .where('gateway_id', 'in', [...gatewayIds]),
        )
        .selectFrom('placed')
        .select(['gateway_id', 'channel', 'reason', 'count', 'last_at'])
        .where('place', '<=', DROPS_SHOWN)
        .orderBy('last_at', 'desc')
        .orderBy('channel')
        .orderBy('reason')
        .execute()
