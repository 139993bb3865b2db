import type * as z from 'zod/mini'
import type { alarmRow, alarmRoutes } from '#contract/http/alarms.ts'
import { alarmStatuses, levelOf } from '#domain/alarms/alarm-states.ts'
import { nameOfCode } from '#domain/alarms/explain-alarm.ts'
import type { Db } from '../../platform/db/handle.ts'
import { acknowledgedOf } from './acknowledgement-store.ts'
import { worthOf } from './alarm-cost.ts'
import { costsSoFar } from './kept-cost-store.ts'
import type { Tally } from './find-alarms.ts'
import { shownAlarmsOf, type ShownAlarm } from './find-shown-alarms.ts'

export type AlarmView = z.output<typeof alarmRow>
type Counts = z.output<(typeof alarmRoutes)['GET /api/alarms']['output']>['counts']

export const presentAlarm = (
  row: ShownAlarm,
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

const costSoFar = ({ status, tariff }: ShownAlarm, wh: number | undefined): AlarmView['costSoFar'] => {
  if (status === 'closed' || wh === undefined) return null
  const money = tariff && { amount: worthOf(wh, tariff.perKwh), currency: tariff.currency }
  return { wh, money }
}

/** Rows of these ids, in their order. */
export const presentAlarms = async (db: Db, ids: readonly string[], now: number): Promise<AlarmView[]> => {
  if (ids.length === 0) return []
  const [rows, acknowledged, costs] = await Promise.all([
    shownAlarmsOf(db, ids),
    acknowledgedOf(db, ids, now),
    costsSoFar(db, ids),
  ])
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rowOf.get(id)
    return row
      ? [{ ...presentAlarm(row, acknowledged.get(id) ?? null), costSoFar: costSoFar(row, costs.get(id)) }]
      : []
  })
}

const none = () => ({ very_urgent: 0, emergent: 0, important: 0, prompt: 0 })

export const presentCounts = (tallies: readonly Tally[]): Counts => {
  const counts: Counts = { unsolved: none(), processing: none(), closed: none() }
  for (const { level, status, n } of tallies)
    if (alarmStatuses.includes(status)) counts[status][levelOf(level)] += n
  return counts
}
