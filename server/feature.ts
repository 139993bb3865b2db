import type { Context } from './context.ts'
import type { Job } from './job.ts'
import type { Tables } from './platform/db/tables.ts'

/** The tables of the database, and what is kept beside them in its schema. */
export type TableName = keyof Tables | 'company_order_number'

/**
 * What a feature is to the rest of the server, said once in its `feature.ts`. From the list of them
 * (`features/all-features.ts`) follow who answers a route, what is done again and again, what old rows are dropped and
 * who writes which table.
 */
export type Feature = {
  /** Its folder in `server/features`. */
  name: string
  /** Who answers its routes, by the key of each in `contract/http`. */
  handlers: Readonly<Record<string, unknown>>
  /** Tables that it alone writes; what others need of them are functions of it. */
  tables: readonly TableName[]
  /** What one server does for the installation. `pressed`: readings of gateways wait, so what can wait does. */
  jobs?: (context: Context, pressed: () => boolean) => Job[]
  /** What each server does that people ask, for what it has in mind (`own`). */
  ownJobs?: (context: Context) => Job[]
  /** What the server does that gateways are spoken to from. */
  gatewayJobs?: (context: Context) => Job[]
  /** Drops what is older than it is kept, each hour; how many rows, by a name for the log. */
  forget?: (context: Context, now: number, stopping: AbortSignal) => Promise<Record<string, number>>
}
