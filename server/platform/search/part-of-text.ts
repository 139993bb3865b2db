import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** What stands anywhere in a text; `%` and `_` are ordinary characters in what people search for. */
export const anywhere = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** Where a whole trigram of Latin letters and digits is in it. Others are in no index that a database without locale makes. */
const inIndex = /[a-z0-9]{3}|[a-z0-9]{2}[^a-z0-9]|[^a-z0-9][a-z0-9]/i

/**
 * Whether a name holds a text, capitals or not. What a trigram index could only answer by reading all of itself keeps
 * away from it: two Chinese characters are found sooner row by row.
 */
export const nameHolds = (column: string, text: string): RawBuilder<SqlBool> =>
  inIndex.test(text)
    ? sql<SqlBool>`${sql.ref(column)} ILIKE ${anywhere(text)}`
    : sql<SqlBool>`${sql.ref(column)} || '' ILIKE ${anywhere(text)}`
