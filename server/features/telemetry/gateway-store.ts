import type { PoolClient } from 'pg'
import { QUARANTINE_SERIALS } from '#domain/devices/plan-inventory.ts'
import { instants, plainArray, quoted } from './plain-array.ts'

/**
 * Statements of the intake about gateways. They take the connection instead of the query builder: they belong to the
 * transaction in which readings are copied.
 */

export type MessageKey = { gatewayNo: number; boot: string; seq: number }
export const messageKey = ({ gatewayNo, boot, seq }: MessageKey): string => `${gatewayNo}/${boot}/${seq}`

/** Notes messages as received; gives the keys of those that were not known. */
export const noteMessages = async (
  client: PoolClient,
  messages: readonly (MessageKey & { receivedAt: number })[],
): Promise<Set<string>> => {
  const sorted = messages.toSorted(
    (a, b) => a.gatewayNo - b.gatewayNo || (a.boot < b.boot ? -1 : a.boot > b.boot ? 1 : a.seq - b.seq),
  )
  const { rows } = await client.query<{ gateway_no: number; boot: string; seq: number }>({
    name: 'intake-messages',
    text: `INSERT INTO gateway_message (gateway_no, boot, seq, received_at)
     SELECT * FROM unnest($1::int[], $2::text[], $3::bigint[], $4::timestamptz[])
     ON CONFLICT DO NOTHING RETURNING gateway_no, boot, seq`,
    values: [
      plainArray(sorted.map(({ gatewayNo }) => gatewayNo)),
      plainArray(sorted.map(({ boot }) => quoted(boot))),
      plainArray(sorted.map(({ seq }) => seq)),
      plainArray(instants(sorted.map(({ receivedAt }) => receivedAt))),
    ],
  })
  return new Set(rows.map(({ gateway_no, boot, seq }) => messageKey({ gatewayNo: gateway_no, boot, seq })))
}

/** A gateway counts as heard when a message of it arrives, whatever its clock or the readings say. */
export const hearGateways = async (client: PoolClient, heard: ReadonlyMap<number, number>): Promise<void> => {
  const sorted = [...heard].sort(([a], [b]) => a - b)
  await client.query({
    name: 'intake-heard',
    text: `INSERT INTO latest (device_no, ts, received_at)
     SELECT no, at, at FROM unnest($1::int[], $2::timestamptz[]) AS heard(no, at)
     ON CONFLICT (device_no) DO UPDATE SET ts = excluded.ts, received_at = excluded.received_at
       WHERE latest.ts < excluded.ts`,
    values: [plainArray(sorted.map(([no]) => no)), plainArray(instants(sorted.map(([, at]) => at)))],
  })
}

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
       sn = excluded.sn, reason = excluded.reason, last_at = greatest(quarantine.last_at, excluded.last_at)`,
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

/** Adds to what a gateway sent and the server did not take. */
export const countRefused = async (
  client: PoolClient,
  refused: ReadonlyMap<string, number>,
): Promise<void> => {
  const sorted = [...refused].filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1))
  if (sorted.length === 0) return
  await client.query(
    `INSERT INTO gateway_link (device_id, refused)
     SELECT * FROM unnest($1::uuid[], $2::bigint[])
     ON CONFLICT (device_id) DO UPDATE SET refused = gateway_link.refused + excluded.refused`,
    [sorted.map(([id]) => id), sorted.map(([, count]) => count)],
  )
}
