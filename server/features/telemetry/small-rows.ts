import type { PoolClient } from 'pg'
import type { IntakeMemory } from './intake-memory.ts'

const ASK_AGAIN_MS = 60_000

/**
 * To servers of the version before, what small rows say in other columns would be missing. So there are none before a day
 * has gone by since the migration; a database that was made with it has never had another server
 * (docs/decisions/131-small-rows.md).
 */
export const mayBeSmall = async (
  client: PoolClient,
  known: IntakeMemory['smallRows'],
  now: number,
): Promise<boolean> => {
  if (known.may || (known.askAt > now && known.askAt <= now + ASK_AGAIN_MS)) return known.may
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT now() - applied_at > interval '1 day'
            OR applied_at - (SELECT min(applied_at) FROM migration) < interval '10 minutes' AS may
       FROM migration WHERE name = '0262_small_rows.sql'`,
  )
  known.may = rows[0]?.may ?? false
  known.askAt = now + ASK_AGAIN_MS
  return known.may
}
