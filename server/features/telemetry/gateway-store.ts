import type { PoolClient } from 'pg'
import { int4Array, int8Array, timestamptzArray } from '../../platform/db/binary-array.ts'
import { copyIn } from '../../platform/db/copy-in.ts'
import { plainArray, quoted } from '../../platform/db/plain-array.ts'
import { binaryRows } from './binary-copy.ts'

/**
 * Statements of the intake about gateways. They take the connection instead of the query builder: they belong to the
 * transaction in which readings are copied.
 */

export type MessageKey = { gatewayNo: number; boot: string; seq: number }
export const messageKey = ({ gatewayNo, boot, seq }: MessageKey): string => `${gatewayNo}/${boot}/${seq}`

/** Keys of messages that were not known. */
export type Fresh = Pick<ReadonlySet<string>, 'has' | 'size'>
type Noted = MessageKey & { receivedAt: number }

/** Notes messages, each of which is named once, as received; gives the keys of those that were not known. */
export const noteMessages = async (client: PoolClient, messages: readonly Noted[]): Promise<Fresh> => {
  const sorted = inOrder(messages)
  const { rows } = await client.query<{ fresh: string[] }>({
    name: 'intake-messages',
    text: `WITH new AS (
       INSERT INTO gateway_message (gateway_no, boot, seq, received_at)
       SELECT * FROM unnest($1::int[], $2::text[], $3::bigint[], $4::timestamptz[])
       ON CONFLICT DO NOTHING RETURNING gateway_no, boot, seq)
     SELECT ARRAY(SELECT concat_ws('/', gateway_no, boot, seq) FROM new) AS fresh`,
    values: [
      int4Array(sorted.map(({ gatewayNo }) => gatewayNo)),
      plainArray(sorted.map(({ boot }) => quoted(boot))),
      int8Array(sorted.map(({ seq }) => seq)),
      timestamptzArray(sorted.map(({ receivedAt }) => receivedAt)),
    ],
  })
  return new Set(rows[0]?.fresh ?? [])
}

/**
 * The same in half the time for messages none of which is known yet.
 * @throws 23505 of the table `gateway_message` when one is; the transaction is lost then.
 */
export const noteNewMessages = async (client: PoolClient, messages: readonly Noted[]): Promise<Fresh> => {
  const rows = binaryRows(messages.length * 100)
  for (const { gatewayNo, boot, seq, receivedAt } of inOrder(messages)) {
    rows.row(4)
    rows.int4(gatewayNo)
    rows.text(boot)
    rows.int8(seq)
    rows.timestamptz(receivedAt)
  }
  await copyIn(
    client,
    'COPY gateway_message (gateway_no, boot, seq, received_at) FROM STDIN (FORMAT binary)',
    rows.end(),
  )
  return { size: messages.length, has: () => true }
}

/** So that two batches never wait for each other in a ring. */
const inOrder = (messages: readonly Noted[]): Noted[] =>
  messages.toSorted(
    (a, b) => a.gatewayNo - b.gatewayNo || (a.boot < b.boot ? -1 : a.boot > b.boot ? 1 : a.seq - b.seq),
  )

/** A gateway that was heard this moment needs not be written down again. */
const HEARD_MS = 1_000

/**
 * When gateways were last written down as heard by this server, epoch ms, by their numbers; only what is committed. It may
 * be lost: the statement asks the database.
 */
export type HeardMemory = Map<number, number>
/** Gateways remembered: about 5 MB. */
const MOST_HEARD = 50_000

export const noteHeard = (memory: HeardMemory, heard: ReadonlyMap<number, number>): void => {
  if (memory.size > MOST_HEARD) memory.clear()
  for (const [no, at] of heard) memory.set(no, at)
}

/**
 * A gateway counts as heard when a message of it arrives, whatever its clock or the readings say. Gives those that may
 * have been written down.
 */
export const hearGateways = async (
  client: PoolClient,
  all: ReadonlyMap<number, number>,
  memory: HeardMemory,
): Promise<ReadonlyMap<number, number>> => {
  const heard = new Map([...all].filter(([no, at]) => at - (memory.get(no) ?? -Infinity) >= HEARD_MS))
  if (heard.size === 0) return heard
  const sorted = [...heard].sort(([a], [b]) => a - b)
  await client.query({
    name: 'intake-heard',
    text: `INSERT INTO latest (device_no, ts, received_at)
     SELECT heard.no, heard.at, heard.at FROM unnest($1::int[], $2::timestamptz[]) AS heard(no, at)
      WHERE NOT EXISTS (SELECT FROM latest l
                         WHERE l.device_no = heard.no AND l.ts > heard.at - $3 * interval '1 millisecond')
     ON CONFLICT (device_no) DO UPDATE SET ts = excluded.ts, received_at = excluded.received_at
       WHERE latest.ts < excluded.ts`,
    values: [int4Array(sorted.map(([no]) => no)), timestamptzArray(sorted.map(([, at]) => at)), HEARD_MS],
  })
  return heard
}
