import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The database, or a transaction on it: what every store function takes. */
export type Db = Kysely<Tables>
