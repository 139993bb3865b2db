import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { instant } from '../db/instant.ts'
import type { TimePlace } from './page.ts'

/** What of a list with the newest first stands behind a place, by its columns of time and id; all of it behind null. */
export const olderThan = (time: string, id: string, place: TimePlace | null): RawBuilder<SqlBool> =>
  place === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.ref(time)}, ${sql.ref(id)}) < (${instant(place.at)}, ${place.id}::uuid)`
