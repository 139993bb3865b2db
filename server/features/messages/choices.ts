import type * as z from 'zod/mini'
import type { messageRoutes, notificationChoice } from '#contract/http/messages.ts'
import type { BodyOf } from '#contract/http/route.ts'
import { levelNumber, levelOf } from '#domain/alarms/alarm-states.ts'
import { defaultLevels } from '#domain/messages/message-kinds.ts'
import type { QuietHours } from '#domain/messages/quiet-hours.ts'
import type { Who } from '../accounts/who.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { putChoice, choiceOf, choiceRows } from './choice-store.ts'
import { visibleAmong } from '../stations/find-stations.ts'

type View = z.output<typeof notificationChoice>
type Given = BodyOf<(typeof messageRoutes)['PUT /api/notifications']>

export type Choice = {
  levels: readonly number[]
  stations: readonly string[] | null
  orders: boolean
  quiet: QuietHours | null
  /** What each month brought. */
  reports: boolean
}

export const defaultChoice: Choice = {
  levels: defaultLevels,
  stations: null,
  orders: true,
  quiet: null,
  reports: true,
}

/** What each of these people has chosen; who has not is not in it. */
export const choicesOf = async (
  db: Db,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Choice>> => {
  if (accountIds.length === 0) return new Map()
  const rows = await choiceRows(db, accountIds)
  return new Map(
    rows.map((row) => [
      row.account_id,
      {
        levels: row.levels,
        stations: row.stations,
        orders: row.orders,
        quiet:
          row.quiet_from === null || row.quiet_to === null
            ? null
            : { from: row.quiet_from, to: row.quiet_to, zone: row.zone },
        reports: row.reports,
      },
    ]),
  )
}

/** Those of these stations that somebody sees at `now`, in their order. */
const seenOf = async (db: Db, who: Who, now: number, stations: readonly string[]): Promise<string[]> => {
  if (stations.length === 0) return []
  const rows = await visibleAmong(db, stations, who, now)
  const seen = new Set(rows.map(({ id }) => id))
  return stations.filter((id) => seen.has(id))
}

/** Stations that the person sees no longer are left out, so that what is read can be saved again. */
export const readChoice = async (db: Db, who: Who, now: number): Promise<View> => {
  const row = await choiceOf(db, who.accountId)
  if (!row)
    return {
      version: 0,
      levels: defaultLevels.map(levelOf),
      stations: null,
      orders: true,
      quiet: null,
      zone: 'UTC',
      reports: true,
    }
  return {
    version: row.version,
    levels: row.levels.map(levelOf),
    stations: row.stations === null ? null : await seenOf(db, who, now, row.stations),
    orders: row.orders,
    quiet:
      row.quiet_from === null || row.quiet_to === null ? null : { from: row.quiet_from, to: row.quiet_to },
    zone: row.zone,
    reports: row.reports,
  }
}

/** @throws Refusal `not_found` for a station that is not visible */
export const saveChoice = async (db: Db, who: Who, now: number, given: Given): Promise<View> => {
  const stations = given.stations === null ? null : [...new Set(given.stations)]
  if (stations !== null && (await seenOf(db, who, now, stations)).length !== stations.length)
    refuse('not_found', { field: 'stations' })
  const values = {
    levels: [...new Set(given.levels)].map(levelNumber).sort(),
    stations,
    orders: given.orders,
    quiet_from: given.quiet?.from ?? null,
    quiet_to: given.quiet?.to ?? null,
    zone: given.zone,
    ...(given.reports !== undefined && { reports: given.reports }),
  }
  await putChoice(db, who.accountId, values)
  return readChoice(db, who, now)
}
