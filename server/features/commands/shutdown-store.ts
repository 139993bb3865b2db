import type { Db } from '../../platform/db/handle.ts'
import { sql } from 'kysely'
import type { CommandState } from '#domain/commands/command-states.ts'

/** What a read that was asked for said last of each device; it may be newer than its last report. */
export const readBack = async (db: Db, stationId: string, since: number) => {
  const { rows } = await sql<{ device_id: string; at: number; after: Record<string, unknown> }>`
    SELECT DISTINCT ON (t.device_id) t.device_id, c.done_at AS at, t.after
      FROM command c JOIN command_target t ON t.command_id = c.id
     WHERE c.station_id = ${stationId} AND c.op = 'read' AND t.ok AND t.after IS NOT NULL
       AND c.done_at > ${new Date(since)}::timestamptz
     ORDER BY t.device_id, c.done_at DESC`.execute(db)
  return new Map(rows.map((row) => [row.device_id, row]))
}

type Act = {
  id: string
  on: boolean
  asked_by: string
  by: string
  asked_at: number
  sent_at: number | null
  total: number
}

/** The newest act that opened or closed shutdown devices here. */
export const newestAct = async (db: Db, stationId: string): Promise<Act | undefined> => {
  const { rows } = await sql<Act>`
    SELECT k.id, (k.args->>'on')::boolean AS "on", k.asked_by, a.name AS by, k.asked_at,
           (SELECT min(c.sent_at) FROM command c WHERE c.batch_id = k.id) AS sent_at,
           (SELECT count(*)::int FROM device d WHERE d.id = ANY(k.device_ids) AND d.kind = 'shutdown') AS total
      FROM control k JOIN account a ON a.id = k.asked_by
     WHERE k.station_id = ${stationId} AND k.op = 'switch' AND k.state = 'sent'
       AND EXISTS (SELECT FROM device d WHERE d.id = ANY(k.device_ids) AND d.kind = 'shutdown')
     ORDER BY k.asked_at DESC, k.id DESC LIMIT 1`.execute(db)
  return rows[0]
}

export const resultsOf = async (db: Db, controlId: string) => {
  const { rows } = await sql<{
    device_id: string
    state: CommandState
    settled_at: number | null
    sent_at: number | null
  }>`
    SELECT t.device_id, coalesce(t.state, c.state) AS state, t.settled_at, c.sent_at
      FROM command c JOIN command_target t ON t.command_id = c.id JOIN device d ON d.id = t.device_id
     WHERE c.batch_id = ${controlId} AND d.kind = 'shutdown'`.execute(db)
  return new Map(rows.map((row) => [row.device_id, row]))
}
