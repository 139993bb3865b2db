import { DAY_MS } from './partition-store.ts'

/** Single readings are kept this long unless an installation says otherwise; energy by day for ever. */
export const RETENTION_DAYS = 400
/** Partitions outlive the retention by this, so that the ledger finds its footing before the oldest day it may write. */
export const PARTITION_GRACE_DAYS = 30
/**
 * Days of readings are packed when they ended so many days ago, unless an installation says otherwise. What people and
 * rules look at again and again are the last days (comparisons go back a week), and what gateways send late comes within
 * days: two weeks leave both as rows. No source: chosen.
 */
export const PACK_AFTER_DAYS = 14
/** No installation packs a day before this; the database refuses it too (migration 0259). */
export const LEAST_PACK_AFTER_DAYS = 5
/** For so long a message is known again when it comes a second time. */
export const RESEND_DAYS = 30

/** Readings before this instant are refused. */
export const retentionFrom = (now: number, retentionDays: number): number => now - retentionDays * DAY_MS
