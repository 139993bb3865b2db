import { type RawBuilder, sql } from 'kysely'

/**
 * Stations with a mark, and which marks they are: as long as no row of a station is written, marks are only added to it, so
 * the same text says that nothing of it was written. Empty where one is held, which stands in for others.
 */
export type Marked = ReadonlyMap<string, string>

/** SQL of them, for `markedIn`. */
export const markedText: RawBuilder<string | null> = sql`
  (SELECT string_agg(station_id || ' ' || marks, '|')
     FROM (SELECT station_id, CASE WHEN bool_and(held_until IS NULL) THEN count(*) || ' ' || max(no) ELSE '' END AS marks
             FROM station_mark GROUP BY station_id) AS marked)`

/** Characters of a UUID. */
const ID_LENGTH = 36

export const markedIn = (told: string | null): Marked =>
  new Map(told?.split('|').map((one) => [one.slice(0, ID_LENGTH), one.slice(ID_LENGTH + 1)]))
