import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'

/** Holds at `now` for a row `k` of acknowledgements and its alarm `alarm`: not taken back, not over, not woken. */
export const isQuietAt = (now: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`k.ended_at IS NULL AND k.until_at > ${instant(now)} AND alarm.level >= k.level AND alarm.status <> 'closed'`

export type Acknowledged = {
  by: { id: string; name: string }
  at: number
  until: number
  remark: string
}

/** Who has seen which of these alarms, as far as that holds at `now`. */
export const acknowledgedOf = async (
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Acknowledged>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('alarm_acknowledgement as k')
    .innerJoin('alarm', 'alarm.id', 'k.alarm_id')
    .innerJoin('account', 'account.id', 'k.account_id')
    .where('k.alarm_id', 'in', [...ids])
    .where(isQuietAt(now))
    .select(['k.alarm_id', 'k.account_id', 'account.name', 'k.at', 'k.until_at', 'k.remark'])
    .execute()
  return new Map(
    rows.map((row) => [
      row.alarm_id,
      {
        by: { id: row.account_id, name: row.name },
        at: row.at,
        until: row.until_at,
        remark: row.remark,
      },
    ]),
  )
}

type Given = { alarmId: string; accountId: string; now: number; until: number; level: number; remark: string }

/** The newest takes the place of the one before. */
export const putAcknowledgement = async (trx: Db, given: Given): Promise<void> => {
  const values = {
    account_id: given.accountId,
    at: new Date(given.now),
    until_at: new Date(given.until),
    level: given.level,
    remark: given.remark,
    ended_at: null,
  }
  await trx
    .insertInto('alarm_acknowledgement')
    .values({ alarm_id: given.alarmId, ...values })
    .onConflict((conflict) => conflict.column('alarm_id').doUpdateSet(values))
    .execute()
}

/** Takes back what holds of these alarms; gives of which it was. */
export const endAcknowledgements = async (
  trx: Db,
  ids: readonly string[],
  now: number,
): Promise<string[]> => {
  const { rows } = await sql<{ alarm_id: string }>`
    UPDATE alarm_acknowledgement k SET ended_at = ${instant(now)} FROM alarm
     WHERE alarm.id = k.alarm_id AND k.alarm_id = ANY(${[...ids]}::uuid[]) AND ${isQuietAt(now)}
    RETURNING k.alarm_id`.execute(trx)
  return rows.map((row) => row.alarm_id)
}

export type EndedQuiet = {
  alarmId: string
  stationId: string
  accountId: string
  level: number
  /** It got worse; else its time is over. */
  woken: boolean
}

/**
 * Takes those that hold no more of alarms that are still open, so that it is told; others pass over them. Those of
 * closed alarms end with them.
 */
export const takeEndedQuiet = async (trx: Db, now: number, limit: number): Promise<EndedQuiet[]> => {
  const { rows } = await sql<{
    alarm_id: string
    station_id: string
    account_id: string
    level: number
    woken: boolean
    closed: boolean
  }>`
    UPDATE alarm_acknowledgement k SET ended_at = ${instant(now)} FROM alarm
     WHERE alarm.id = k.alarm_id AND k.alarm_id IN (
       SELECT one.alarm_id FROM alarm_acknowledgement one JOIN alarm a ON a.id = one.alarm_id
        WHERE one.ended_at IS NULL AND (one.until_at <= ${instant(now)} OR a.level < one.level OR a.status = 'closed')
        ORDER BY one.until_at LIMIT ${limit} FOR UPDATE OF one SKIP LOCKED)
    RETURNING k.alarm_id, alarm.station_id, k.account_id, alarm.level, alarm.level < k.level AS woken,
              alarm.status = 'closed' AS closed`.execute(trx)
  return rows
    .filter(({ closed }) => !closed)
    .map((row) => ({
      alarmId: row.alarm_id,
      stationId: row.station_id,
      accountId: row.account_id,
      level: row.level,
      woken: row.woken,
    }))
}
