import { sql } from 'kysely'
import { instant } from '../../platform/db/instant.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import { ofDevice, readings, trackerValues } from '../telemetry/readings-sql.ts'

export const trackerCells = (
  db: Db,
  one: { before: number; stepMs: number; from: number; to: number; deviceNo: number; firstAt: number },
) =>
  sql<TrackerCell>`
    SELECT floor(extract(epoch FROM ts - ${instant(one.before)}) * 1000 / ${one.stepMs}::float8)::int AS step,
           m.n, avg(greatest(m.p, 0)) AS w
      FROM ${readings(ofDevice(one.deviceNo), instant(Math.min(one.before, one.from)), instant(Math.max(one.firstAt, one.to)))} AS r,
           ${trackerValues} AS m
     WHERE m.p IS NOT NULL
       AND ((ts >= ${instant(one.before)} AND ts < ${instant(one.firstAt)}) OR (ts >= ${instant(one.from)} AND ts < ${instant(one.to)}))
       AND flags & ${qualityFlags.dcPower}::int = 0
     GROUP BY 1, 2`.execute(db)

/** Inverters of a station; `mine`: those that are hit, or hang behind this gateway. */
export const invertersBeside = (db: Db, stationId: string, gatewayId: string, hit: ReadonlySet<number>) =>
  sql<{ id: string; no: number; ratedW: number | null; mine: boolean }>`
    SELECT id, no, greatest(rated_w, shown_w) AS "ratedW", (no = ANY(${[...hit]}::int[]) OR gateway_id = ${gatewayId}) AS mine
      FROM device WHERE station_id = ${stationId} AND kind = 'inverter' AND removed_at IS NULL`.execute(db)

type TrackerCell = { step: number; n: number; w: number }

/** Numbers of a station's devices of a kind with these serials. */
export const numbersOfSerials = (db: Db, stationId: string, kind: DeviceKind, serials: readonly string[]) =>
  db
    .selectFrom('device')
    .select('no')
    .where('station_id', '=', stationId)
    .where('kind', '=', kind)
    .where('sn', 'in', ['', ...serials])
    .execute()
