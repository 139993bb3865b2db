import type * as z from 'zod/mini'
import type { alarmRow, alarmRoutes } from '#contract/http/alarms.ts'
import { alarmStatuses, levelOf } from '#domain/alarms/alarm-states.ts'
import { nameOfCode } from '#domain/alarms/explain-alarm.ts'
import type { Db } from '../../platform/db/handle.ts'
import { worthOf } from './alarm-cost.ts'
import type { Tally } from './find-alarms.ts'
import { listedAlarms, type ListedAlarm } from './find-shown-alarms.ts'

export type AlarmView = z.output<typeof alarmRow>
type Counts = z.output<(typeof alarmRoutes)['GET /api/alarms']['output']>['counts']

/** What of an alarm stands in each list and on its own page. */
type Line = Omit<ListedAlarm, `seen_${string}` | 'cost_wh'>

export const presentAlarm = (
  row: Line,
  acknowledged: AlarmView['acknowledged'],
): Omit<AlarmView, 'costSoFar'> => ({
  id: row.id,
  station: { id: row.station_id, name: row.station_name, timeZone: row.time_zone },
  device: { id: row.device_id, kind: row.kind, sn: row.sn, name: row.device_name },
  code: row.code,
  name: nameOfCode(row.code),
  level: levelOf(row.level),
  status: row.status,
  count: row.count,
  createdAt: row.created_at,
  occurredAt: row.occurred_at,
  closeType: row.close_type ?? 'not_operated',
  closedAt: row.closed_at,
  clearedAt: row.status === 'closed' ? null : row.cleared_at,
  closesAt: row.status === 'closed' ? null : row.closes_at,
  acknowledged,
})

const costSoFar = ({ status, tariff, cost_wh: wh }: ListedAlarm): AlarmView['costSoFar'] => {
  if (status === 'closed' || wh === null) return null
  const money = tariff && { amount: worthOf(wh, tariff.perKwh), currency: tariff.currency }
  return { wh, money }
}

const acknowledgedIn = (row: ListedAlarm): AlarmView['acknowledged'] =>
  row.seen_by === null
    ? null
    : {
        by: { id: row.seen_by, name: row.seen_by_name ?? '' },
        at: row.seen_at ?? 0,
        until: row.seen_until ?? 0,
        remark: row.seen_remark ?? '',
      }

/** Rows of these ids, in their order. */
export const presentAlarms = async (db: Db, ids: readonly string[], now: number): Promise<AlarmView[]> => {
  if (ids.length === 0) return []
  const rows = await listedAlarms(db, ids, now)
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rowOf.get(id)
    return row ? [{ ...presentAlarm(row, acknowledgedIn(row)), costSoFar: costSoFar(row) }] : []
  })
}

const none = () => ({ very_urgent: 0, emergent: 0, important: 0, prompt: 0 })

export const presentCounts = (tallies: readonly Tally[]): Counts => {
  const counts: Counts = { unsolved: none(), processing: none(), closed: none() }
  for (const { level, status, n } of tallies)
    if (alarmStatuses.includes(status)) counts[status][levelOf(level)] += n
  return counts
}
