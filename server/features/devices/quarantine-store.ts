import { sql } from 'kysely'
import { QUARANTINE_SERIALS } from '#domain/devices/limits.ts'
import type { PoolClient } from 'pg'
import type { Db } from '../../platform/db/handle.ts'
import { type QuarantineReason } from '#domain/devices/plan-inventory.ts'

export type Stranger = {
  gatewayId: string
  snKey: string
  sn: string
  reason: string
  readings: number
  at: number
}

export const quarantineStrangers = async (
  client: PoolClient,
  strangers: readonly Stranger[],
): Promise<void> => {
  const sorted = strangers.toSorted((a, b) =>
    a.gatewayId === b.gatewayId ? (a.snKey < b.snKey ? -1 : 1) : a.gatewayId < b.gatewayId ? -1 : 1,
  )
  await client.query(
    `WITH told AS (
       SELECT t.*, row_number() OVER (PARTITION BY gateway_id ORDER BY known DESC, sn_key) AS place
         FROM (SELECT s.*, EXISTS (SELECT 1 FROM quarantine q WHERE q.gateway_id = s.gateway_id
                 AND q.sn_key = s.sn_key) AS known
                 FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[])
                   AS s(gateway_id, sn_key, sn, reason, readings, at)) AS t),
     room AS (
       SELECT gateway_id, ${QUARANTINE_SERIALS} - (SELECT count(*) FROM quarantine q WHERE q.gateway_id = t.gateway_id)
         + count(*) FILTER (WHERE known) AS places FROM told t GROUP BY gateway_id)
     INSERT INTO quarantine (gateway_id, sn_key, sn, reason, readings, first_at, last_at)
     SELECT told.gateway_id, sn_key, sn, reason, readings, at, at FROM told JOIN room USING (gateway_id)
      WHERE known OR place <= places ORDER BY told.gateway_id, sn_key
     ON CONFLICT (gateway_id, sn_key) DO UPDATE SET readings = quarantine.readings + excluded.readings,
       sn = excluded.sn, reason = CASE WHEN excluded.reason = 'not_a_child' THEN quarantine.reason ELSE excluded.reason END,
       last_at = greatest(quarantine.last_at, excluded.last_at)`,
    [
      sorted.map(({ gatewayId }) => gatewayId),
      sorted.map(({ snKey }) => snKey),
      sorted.map(({ sn }) => sn),
      sorted.map(({ reason }) => reason),
      sorted.map(({ readings }) => readings),
      sorted.map(({ at }) => new Date(at)),
    ],
  )
}

/** That it is no child says less than an inventory did. */
const kept = (column: 'reason' | 'brand') =>
  sql<string>`CASE WHEN excluded.reason = 'not_a_child' THEN ${sql.ref(`quarantine.${column}`)}
                   ELSE ${sql.ref(`excluded.${column}`)} END`

/** Serials that a gateway names and that do not become its devices. Gives the keys of those that are told for the first time. */
export const quarantineReported = async (
  trx: Db,
  gatewayId: string,
  strangers: readonly {
    sn: string
    snKey: string
    brand?: string
    reason: QuarantineReason | 'not_a_child'
  }[],
  now: number,
): Promise<string[]> => {
  const known = await trx
    .selectFrom('quarantine')
    .select('sn_key')
    .where('gateway_id', '=', gatewayId)
    .execute()
  const keys = new Set(known.map((row) => row.sn_key))
  let room = QUARANTINE_SERIALS - keys.size
  const rows = strangers
    .filter(({ snKey }) => keys.has(snKey) || room-- > 0)
    .map(({ sn, snKey, brand = '', reason }) => ({
      gateway_id: gatewayId,
      sn_key: snKey,
      sn,
      brand,
      reason,
      first_at: new Date(now),
      last_at: new Date(now),
    }))
  if (rows.length === 0) return []
  await trx
    .insertInto('quarantine')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['gateway_id', 'sn_key']).doUpdateSet((eb) => ({
        reason: kept('reason'),
        brand: kept('brand'),
        last_at: eb.ref('excluded.last_at'),
      })),
    )
    .execute()
  return rows.flatMap((row) => (keys.has(row.sn_key) ? [] : [row.sn_key]))
}

/** A serial that has become a child is no stranger any more. */
export const releaseFromQuarantine = async (
  trx: Db,
  gatewayId: string,
  keys: readonly string[],
): Promise<void> => {
  if (keys.length === 0) return
  await trx
    .deleteFrom('quarantine')
    .where('gateway_id', '=', gatewayId)
    .where('sn_key', 'in', [...keys])
    .execute()
}
