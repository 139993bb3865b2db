import type { ColumnType } from 'kysely'

/** timestamptz: read as epoch ms, written as Date. */
export type Instant = ColumnType<number, Date, Date>
export type MaybeInstant = ColumnType<number | null, Date | null | undefined, Date | null>
/** date: `YYYY-MM-DD`. */
export type Day = string
export type Json<T> = ColumnType<T, string, string>
export type WithDefault<T> = ColumnType<T, T | undefined, T>
