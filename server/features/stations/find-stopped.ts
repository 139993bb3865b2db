import { ranSince } from '#domain/analyses/switched-off.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { Db } from '../../platform/db/handle.ts'
import { knownAs } from '../../platform/db/known-statement.ts'
import { FEW } from './find-figures.ts'
import { sql } from 'kysely'
import { stateIndex } from '#domain/telemetry/device-state.ts'

type Stopped = {
  id: string
  stationId: string
  kind: DeviceKind
  parentId: string | null
  switches: number
  ranAt: number | null
}

/** Devices whose newest word is that they are shut down, with what the rules remember of their running since. */
export const stoppedAt = async (db: Db, stationIds: readonly string[]): Promise<Stopped[]> => {
  const { rows } = await sql<Stopped>`${knownAs('stopped', stationIds.length <= FEW)}
    SELECT d.id, d.station_id AS "stationId", d.kind, d.parent_id AS "parentId",
           (m.value->>'at')::float8 AS "ranAt",
           CASE WHEN d.kind = 'inverter' THEN (SELECT count(*)::int FROM device s
             WHERE s.parent_id = d.id AND s.kind = 'shutdown' AND s.removed_at IS NULL) ELSE 0 END AS switches
      FROM device d
      JOIN latest l ON l.device_no = d.no AND l.state = ${sql.lit(stateIndex('shutdown'))}
      LEFT JOIN analysis_memory m ON m.device_id = d.id AND m.kind = ${ranSince.id}
     WHERE d.station_id = ANY(${[...stationIds]}::uuid[]) AND d.removed_at IS NULL`.execute(db)
  return rows
}
