import { sql } from 'kysely'
import { type Hand, HAND_MS } from '#domain/commands/independent.ts'
import type { Db } from '../../platform/db/handle.ts'

/**
 * Who made, raised, let in again or gave a new password to whom in the day before `now`, as the log has it. Whoever
 * lost rights has been given nothing.
 */
export const accountChangesOfDay = async (db: Db, now: number): Promise<Hand[]> => {
  const { rows } = await sql<Hand>`
    SELECT DISTINCT account_id::text AS by, object_id AS of FROM audit
     WHERE at > ${new Date(now - HAND_MS)}::timestamptz AND result = 'done' AND object_kind = 'account'
       AND account_id IS NOT NULL AND account_id::text <> object_id
       AND (action IN ('account.create', 'account.set-password')
            OR (action = 'account.change'
                AND (detail #> '{to,role}' IS DISTINCT FROM detail #> '{from,role}'
                     OR NOT detail #> '{from,extra}' @> (detail #> '{to,extra}')
                     OR (detail #>> '{from,disabled}' = 'true' AND detail #>> '{to,disabled}' = 'false'))))`.execute(
    db,
  )
  return rows
}
