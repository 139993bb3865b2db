import { sql } from 'kysely'
import { stateIndex } from '#domain/telemetry/device-state.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { Db } from '../../platform/db/handle.ts'
import { actOn, readActs } from './commanded.ts'

/** Who switched a device off, and when a reading proved it. */
export type SwitchedOff = { at: number; by: string | null }

type Stopped = {
  id: string
  stationId: string
  kind: DeviceKind
  parentId: string | null
  switches: number
  ranAt: number | null
}

/** An inverter is off, too, when at least this share of its modules' switches was opened on purpose. */
const OPENED = 0.5

/** Devices whose newest word is that they are shut down, with what the rules remember of their running since. */
const stoppedAt = async (db: Db, stationIds: readonly string[]): Promise<Stopped[]> => {
  const { rows } = await sql<Stopped>`
    SELECT d.id, d.station_id AS "stationId", d.kind, d.parent_id AS "parentId",
           (m.learned->'ran'->>0)::float8 AS "ranAt",
           CASE WHEN d.kind = 'inverter' THEN (SELECT count(*)::int FROM device s
             WHERE s.parent_id = d.id AND s.kind = 'shutdown' AND s.removed_at IS NULL) ELSE 0 END AS switches
      FROM device d
      JOIN latest l ON l.device_no = d.no AND l.state = ${sql.lit(stateIndex('shutdown'))}
      LEFT JOIN rule_memory m ON m.device_id = d.id
     WHERE d.station_id = ANY(${[...stationIds]}::uuid[]) AND d.removed_at IS NULL`.execute(db)
  return rows
}

/**
 * Devices that stand still because somebody wanted it, by id: what a command switched off and a reading proved, an
 * inverter whose modules' switches were opened so, and what hangs on an inverter that is off. What has run since the
 * command stands still by itself and is not among them. The rules judge by the same (domain/alarms/rules/switched-off.ts).
 */
export const switchedOffAt = async (
  db: Db,
  stationIds: readonly string[],
  now: number,
): Promise<Map<string, SwitchedOff>> => {
  const off = new Map<string, SwitchedOff>()
  if (stationIds.length === 0) return off
  const stopped = await stoppedAt(db, stationIds)
  if (stopped.length === 0) return off
  const acts = await readActs(db, [...new Set(stopped.map(({ stationId }) => stationId))], now, [
    ...new Set(stopped.map(({ id }) => id)),
  ])
  for (const { id, ranAt } of stopped) {
    const { offSince, by } = actOn(acts.get(id), now)
    if (offSince !== null && (ranAt === null || ranAt <= offSince)) off.set(id, { at: offSince, by })
  }
  for (const { id, switches } of stopped) {
    if (off.has(id) || switches === 0) continue
    const opened = stopped.flatMap((one) =>
      one.parentId === id && one.kind === 'shutdown' ? (off.get(one.id) ?? []) : [],
    )
    const [first] = opened.toSorted((a, b) => a.at - b.at)
    if (first !== undefined && opened.length >= OPENED * switches) off.set(id, first)
  }
  for (const { id, parentId } of stopped) {
    const parent = parentId === null ? undefined : off.get(parentId)
    if (parent !== undefined && !off.has(id)) off.set(id, parent)
  }
  return off
}
