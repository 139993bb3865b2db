import { sql } from 'kysely'
import { behindNow, isLater, seenIn, writtenSince } from '../../platform/db/behind.ts'
import type { Db } from '../../platform/db/handle.ts'
import { knownAs, unforeseen } from '../../platform/db/known-statement.ts'
import { type Marked, markedIn, markedText } from './read-marks.ts'

/** How far somebody has read what is written of stations. */
export type StationsRead = { behind: string; marked: Marked }
/** `ids` null: it cannot be said, so anything may have changed. `read`: where the next call goes on. */
export type ChangedStations = { ids: string[] | null; read: StationsRead }

/** Of which something was written since: other marks than before, or one that stands in for others. */
const markedSince = (marked: Marked, before: Marked): string[] =>
  [...marked].flatMap(([id, marks]) => (marks === '' || before.get(id) !== marks ? [id] : []))

/**
 * Stations of which anything was written that figures are computed from since a call before (null: nothing is known yet):
 * whoever writes it adds a mark in the same commit, and the job that takes the mark away writes the station's row of
 * figures (decision 132). So one of the two is there. `rows`: what else is written of the station itself, too.
 */
export const stationsChanged = async (
  db: Db,
  before: StationsRead | null,
  { rows: withRows = false }: { rows?: boolean } = {},
): Promise<ChangedStations> => {
  const seen = before === null ? null : seenIn(before.behind)
  const { rows } = await sql<{
    ids: string | null
    marked: string | null
    earlier: boolean
    behind: string
  }>`${knownAs('stations-changed')}
    SELECT (SELECT string_agg(id::text, ' ')
              FROM (SELECT station_id AS id FROM station_figures WHERE ${writtenSince('changed', seen)}
                    UNION SELECT id FROM station WHERE ${withRows}::boolean AND ${writtenSince('changed', seen)}) AS found) AS ids,
           ${markedText} AS marked,
           EXISTS (SELECT FROM station_figures WHERE changed < pg_snapshot_xmin(${unforeseen(seen, 'pg_snapshot')})) AS earlier,
           ${behindNow} AS behind`.execute(db)
  const [found] = rows
  if (found === undefined) return { ids: null, read: { behind: '', marked: new Map() } }
  const read = { behind: found.behind, marked: markedIn(found.marked) }
  // Where no row is older, all may have been taken out, and marks with them.
  if (before === null || !found.earlier || !isLater(read.behind, before.behind)) return { ids: null, read }
  const written = found.ids?.split(' ') ?? []
  return { ids: [...new Set([...written, ...markedSince(read.marked, before.marked)])], read }
}
