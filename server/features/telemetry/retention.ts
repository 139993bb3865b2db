import { DAY_MS } from './partition-store.ts'

/** Single readings are kept this long unless an installation says otherwise; energy by day for ever. */
export const RETENTION_DAYS = 400
/** Partitions outlive the retention by this, so that the ledger finds its footing before the oldest day it may write. */
export const PARTITION_GRACE_DAYS = 30
/** For so long a message is known again when it comes a second time. */
export const RESEND_DAYS = 30

/** Readings before this instant are refused. */
export const retentionFrom = (now: number, retentionDays: number): number => now - retentionDays * DAY_MS
