import type * as z from 'zod/mini'
import { REPEATED_SHOWN, OM_BUCKETS_MAX } from '#domain/work-orders/limits.ts'
import type { omFigures } from '#contract/http/om.ts'
import type { Db } from '../../platform/db/handle.ts'
import { generation, saidGeneration } from '../stations/generation-sql.ts'
import type { StationRow } from '../stations/station-store.ts'
import { daysBetween, daysFromTo, monthOf } from '#domain/telemetry/local-days.ts'
import { sql } from 'kysely'
import { instant } from '../../platform/db/instant.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import { nameOfCode } from '#domain/alarms/explain-alarm.ts'
import { levelOf } from '#domain/alarms/alarm-states.ts'
import { stateIndex } from '#domain/telemetry/device-state.ts'
import { ofDevices, readings } from '../telemetry/readings-sql.ts'

export type OmFigures = z.output<typeof omFigures>

export type Period = { from: string; to: string }

type Bucket = { key: string; what: 'raised' | 'closed' | 'initiated' | 'completed'; n: number }

export const bucketsOf = async (
  db: Db,
  station: StationRow,
  { from, to }: Period,
  range: { from: number; to: number },
): Promise<OmFigures['overTime']> => {
  const isDaily = daysBetween(from, to) < OM_BUCKETS_MAX
  const format = isDaily ? 'YYYY-MM-DD' : 'YYYY-MM'
  const part = (table: string, column: string, what: Bucket['what'], also = sql``) => sql`
    SELECT to_char(${sql.ref(column)} AT TIME ZONE ${station.time_zone}, ${format}) AS key, ${what}::text AS what, count(*)::int AS n
      FROM ${sql.table(table)} WHERE station_id = ${station.id}::uuid AND ${sql.ref(column)} >= ${instant(range.from)}
       AND ${sql.ref(column)} < ${instant(range.to)} ${also} GROUP BY 1`
  const { rows } = await sql<Bucket>`
    ${part('alarm', 'first_at', 'raised')} UNION ALL ${part('alarm', 'closed_at', 'closed')}
    UNION ALL ${part('work_order', 'initiated_at', 'initiated')}
    UNION ALL ${part('work_order', 'closed_at', 'completed', sql`AND status = 'completed'`)}`.execute(db)
  const days = daysFromTo(from, to)
  const keys = isDaily ? days : [...new Set(days.map(monthOf))]
  const of = (key: string, what: Bucket['what']): number =>
    rows.find((row) => row.key === key && row.what === what)?.n ?? 0
  return keys.map((key) => ({
    key,
    raised: of(key, 'raised'),
    closed: of(key, 'closed'),
    initiated: of(key, 'initiated'),
    completed: of(key, 'completed'),
  }))
}

type AlarmSums = {
  raised: number
  closed: number
  open: number
  l1: number
  l2: number
  l3: number
  l4: number
  repaired: number
  mttr: number | null
}

export const alarmSums = async (db: Db, stationId: string, from: number, to: number): Promise<AlarmSums> => {
  const raised = sql`first_at >= ${instant(from)} AND first_at < ${instant(to)}`
  const closed = sql`closed_at >= ${instant(from)} AND closed_at < ${instant(to)}`
  const { rows } = await sql<AlarmSums>`
    SELECT count(*) FILTER (WHERE ${raised})::int AS raised, count(*) FILTER (WHERE ${closed})::int AS closed,
           count(*) FILTER (WHERE status <> 'closed')::int AS open,
           count(*) FILTER (WHERE ${raised} AND level = 1)::int AS l1, count(*) FILTER (WHERE ${raised} AND level = 2)::int AS l2,
           count(*) FILTER (WHERE ${raised} AND level = 3)::int AS l3, count(*) FILTER (WHERE ${raised} AND level = 4)::int AS l4,
           count(*) FILTER (WHERE ${closed} AND level <= 3)::int AS repaired,
           (avg(extract(epoch FROM closed_at - first_at) * 1000) FILTER (WHERE ${closed} AND level <= 3))::float8 AS mttr
      FROM alarm WHERE station_id = ${stationId}::uuid
       AND (status <> 'closed' OR (${raised}) OR (${closed}))`.execute(db)
  const [sums] = rows
  return sums ?? { raised: 0, closed: 0, open: 0, l1: 0, l2: 0, l3: 0, l4: 0, repaired: 0, mttr: null }
}

type OrderSums = {
  initiated: number
  completed: number
  discarded: number
  open: number
  overdue: number
  response: number | null
  handling: number | null
}

export const orderSums = async (
  db: Db,
  stationId: string,
  range: { from: number; to: number },
  now: number,
): Promise<OrderSums> => {
  const within = (column: string) =>
    sql`${sql.ref(column)} >= ${instant(range.from)} AND ${sql.ref(column)} < ${instant(range.to)}`
  const { rows } = await sql<OrderSums>`
    SELECT count(*) FILTER (WHERE ${within('initiated_at')})::int AS initiated,
           count(*) FILTER (WHERE status = 'completed' AND ${within('closed_at')})::int AS completed,
           count(*) FILTER (WHERE status = 'invalid' AND ${within('closed_at')})::int AS discarded,
           count(*) FILTER (WHERE rank < 10)::int AS open,
           count(*) FILTER (WHERE due_at < ${instant(now)})::int AS overdue,
           (avg(extract(epoch FROM actual_start_at - initiated_at) * 1000) FILTER (WHERE ${within('actual_start_at')}))::float8 AS response,
           (avg(extract(epoch FROM actual_end_at - initiated_at) * 1000) FILTER (WHERE ${within('actual_end_at')}))::float8 AS handling
      FROM work_order WHERE station_id = ${stationId}::uuid`.execute(db)
  const [sums] = rows
  return (
    sums ?? { initiated: 0, completed: 0, discarded: 0, open: 0, overdue: 0, response: null, handling: null }
  )
}

type RepeatedRow = {
  code: string
  level: number
  id: string
  kind: DeviceKind
  sn: string
  name: string
  alarms: number
  occurrences: number
  last_at: number
}

export const repeatedFaults = async (
  db: Db,
  stationId: string,
  from: number,
  to: number,
): Promise<OmFigures['repeated']> => {
  const { rows } = await sql<RepeatedRow>`
    SELECT a.code, min(a.level) AS level, d.id, d.kind, d.sn, d.name, count(*)::int AS alarms,
           sum(a.count)::int AS occurrences, max(a.occurred_at) AS last_at
      FROM alarm a JOIN device d ON d.id = a.device_id
     WHERE a.station_id = ${stationId}::uuid AND a.first_at >= ${instant(from)} AND a.first_at < ${instant(to)}
     GROUP BY a.code, d.id HAVING sum(a.count) > 1
     ORDER BY alarms DESC, occurrences DESC, last_at DESC, a.code, d.id LIMIT ${REPEATED_SHOWN}`.execute(db)
  return rows.map(({ code, level, id, kind, sn, name, alarms, occurrences, last_at: lastAt }) => ({
    code,
    name: nameOfCode(code),
    level: levelOf(level),
    device: { id, kind, sn, name },
    alarms,
    occurrences,
    lastAt,
  }))
}

export type HourCell = {
  no: number
  hour: number
  powerW: number | null
  /** Share of its readings in which it ran: those come evenly, so that it is one of the hour. */ runs: number
}

export const cellsOf = async (
  db: Db,
  nos: readonly number[],
  from: number,
  to: number,
): Promise<HourCell[]> => {
  if (nos.length === 0) return []
  const { rows } = await sql<HourCell>`
    SELECT device_no AS no, floor(extract(epoch FROM ts) / 3600)::int AS hour,
           avg(${generation('r')}) AS "powerW",
           avg((coalesce(${saidGeneration('r')} > 0, false)
                OR coalesce(state = ANY(${[stateIndex('grid_connected'), stateIndex('curtailed')]}::smallint[]), false))::int)::float8 AS runs
      FROM ${readings(ofDevices(nos), instant(from), instant(to))} AS r
     GROUP BY 1, 2`.execute(db)
  return rows
}
