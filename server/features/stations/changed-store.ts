import { sql } from 'kysely'
import { behindNow, isLater, readBefore, writtenSince } from '../../platform/db/behind.ts'
import type { Db } from '../../platform/db/handle.ts'

/** `ids` null: it cannot be said, so anything may have changed. `behind`: where the next call goes on. */
export type ChangedStations = { ids: string[] | null; behind: string }

/**
 * Stations of which anything was written that figures are computed from since `behind` was told (null: nothing is known
 * yet): whoever writes it adds a mark in the same commit, and the job that takes the mark away writes the station's row of
 * figures (decision 132). So one of the two is there. `rows`: what else is written of the station itself, too.
 */
export const stationsChanged = async (
  db: Db,
  behind: string | null,
  { rows: withRows = false }: { rows?: boolean } = {},
): Promise<ChangedStations> => {
  const since = behind === null ? null : readBefore(behind)
  const { rows } = await sql<{ ids: string | null; earlier: boolean; behind: string }>`
    SELECT (SELECT string_agg(id::text, ' ')
              FROM (SELECT station_id AS id FROM station_mark WHERE ${since}::xid8 IS NOT NULL
                    UNION SELECT station_id FROM station_figures
                           WHERE ${writtenSince('changed', since)}
                    UNION SELECT id FROM station WHERE ${withRows}::boolean AND ${writtenSince('changed', since)}) AS found) AS ids,
           EXISTS (SELECT FROM station_figures WHERE changed < ${since}::xid8) AS earlier,
           ${behindNow} AS behind`.execute(db)
  const [found] = rows
  if (found === undefined) return { ids: null, behind: '' }
  // Where no row is older, all may have been taken out, and marks with them.
  const known = behind !== null && found.earlier && isLater(found.behind, behind)
  return { ids: known ? (found.ids?.split(' ') ?? []) : null, behind: found.behind }
}
