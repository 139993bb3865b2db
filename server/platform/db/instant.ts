import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** An instant (epoch ms) as a parameter in comparisons with timestamptz columns, which are read as numbers. */
export const instant = (ms: number): RawBuilder<number> => sql<number>`${new Date(ms)}::timestamptz`
