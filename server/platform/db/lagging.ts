import type { Db } from './handle.ts'

const lags = Symbol('over a replica')

/** Marks a handle over a replica: what the primary was seen to hold meanwhile may not be there yet. */
export const overReplica = (db: Db): Db => Object.assign(db, { [lags]: true })

/** Whether what is read by it may be older than what was read over the ordinary connections a moment before. */
export const mayLag = (db: Db): boolean => lags in db
