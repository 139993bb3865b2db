import type { Db } from '../../platform/db/handle.ts'
import { sql } from 'kysely'
import { instant } from '../../platform/db/instant.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import { ofDevice, readings, trackerValues } from '../telemetry/readings-sql.ts'

const USUAL_DAYS = 7
const USUAL_LEAST = 3

export const alarmsOfOrder = (db: Db, id: string, aboutAlarmId: string | null) =>
  db
    .selectFrom('alarm')
    .leftJoin('order_item', (join) =>
      join
        .onRef('order_item.alarm_id', '=', 'alarm.id')
        .on('order_item.order_id', '=', id)
        .on('order_item.kept', '=', true),
    )
    .select(['alarm.device_id', 'alarm.code', 'alarm.first_at', 'alarm.level', 'order_item.instance'])
    .where((eb) =>
      eb.or([
        eb('order_item.order_id', '=', id),
        ...(aboutAlarmId === null ? [] : [eb('alarm.id', '=', aboutAlarmId)]),
      ]),
    )
    .orderBy('alarm.level')
    .orderBy('order_item.instance')
    .execute()

export const HOUR = 3_600_000
const DAY = 24 * HOUR

export type Window = { from: number; to: number; stepMs: number }

type CurrentCell = { n: number; step: number; a: number }

export const currentsOf = async (
  db: Db,
  no: number,
  { from, to, stepMs }: Window,
): Promise<CurrentCell[]> => {
  const { rows } = await sql<CurrentCell>`
    SELECT m.n, floor(extract(epoch FROM ts - ${instant(from)}) * 1000 / ${stepMs}::float8)::int AS step,
           avg(greatest(m.i, 0)) AS a
      FROM ${readings(ofDevice(no), instant(from), instant(to))} AS r, ${trackerValues} AS m
     WHERE m.i IS NOT NULL AND flags & ${qualityFlags.power}::int = 0
     GROUP BY 1, 2`.execute(db)
  return rows
}

/**
 * What each tracker usually gives at this time of the day: its mean current in the days before the fault. Planes look to
 * different sides and hold unlike numbers of strings, so each is held against its own.
 */
export const usualOf = async (
  db: Db,
  no: number,
  window: Window,
  faultAt: number,
): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<{ n: number; a: number; days: number }>`
    SELECT m.n, avg(greatest(m.i, 0)) AS a, count(DISTINCT date_trunc('day', ts))::int AS days
      FROM ${readings(ofDevice(no), instant(faultAt - USUAL_DAYS * DAY), instant(faultAt))} AS r,
           ${trackerValues} AS m
     WHERE mod((extract(epoch FROM ts) * 1000)::bigint - ${window.from}::bigint + ${sql.lit(400 * DAY)}::bigint, ${sql.lit(DAY)}::bigint) < ${window.to - window.from}::bigint
       AND m.i IS NOT NULL AND flags & ${qualityFlags.power}::int = 0
     GROUP BY 1`.execute(db)
  return new Map(rows.flatMap(({ n, a, days }) => (days >= USUAL_LEAST && a > 0 ? [[n, a]] : [])))
}
