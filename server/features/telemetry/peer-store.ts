import type * as z from 'zod/mini'
import { PEERS_MAX } from '#domain/telemetry/limits.ts'
import type { peerComparison } from '#contract/http/telemetry.ts'
import type { DeviceNow } from '../devices/device-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import { sql } from 'kysely'
import { instant } from '../../platform/db/instant.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import { ofDevice, readings, trackerValues } from './readings-sql.ts'

export type PeerComparisonView = z.output<typeof peerComparison>

const USUAL_DAYS = 7

const DAY_S = 86_400

export type Peer = Pick<
  DeviceNow,
  'no' | 'id' | 'sn' | 'name' | 'brand' | 'model' | 'string_no' | 'position' | 'rated_w' | 'shown_w'
>

/** Inverters of the same station, or optimizers of the same string, whatever their plane; the device itself is not among them. */
export const peersOf = async (db: Db, device: DeviceNow): Promise<Peer[]> => {
  const { kind, parent_id: parentId, string_no: stringNo } = device
  if (kind !== 'inverter' && (kind !== 'optimizer' || parentId === null || stringNo === null)) return []
  return db
    .selectFrom('device')
    .select(['no', 'id', 'sn', 'name', 'brand', 'model', 'string_no', 'position', 'rated_w', 'shown_w'])
    .where('station_id', '=', device.station_id)
    .where('kind', '=', kind)
    .where('removed_at', 'is', null)
    .where('no', '<>', device.no)
    .$if(kind === 'optimizer', (query) =>
      query.where('parent_id', '=', parentId).where('string_no', '=', stringNo),
    )
    .orderBy(sql`position NULLS LAST`)
    .orderBy('no')
    .limit(PEERS_MAX)
    .execute()
}

/**
 * What each tracker has given of its inverter's DC energy on the day, and up to the same time in the days before it, as
 * shares of 1: planes to the east give their share in the morning.
 */
export const trackersOf = async (
  db: Db,
  no: number,
  from: number,
  until: number,
): Promise<PeerComparisonView['trackers']> => {
  const { rows } = await sql<{ n: number; now: number | null; usual: number | null; days: number }>`
    WITH each AS (
      SELECT ts >= ${instant(from)} AS present, m.n,
             sum(greatest(m.p, 0)) AS w, count(DISTINCT date_trunc('day', ts)) AS days
        FROM ${readings(ofDevice(no), instant(from - USUAL_DAYS * DAY_S * 1000), instant(until))} AS r,
             ${trackerValues} AS m
       WHERE mod((extract(epoch FROM ts - ${instant(from)}) + ${sql.lit(USUAL_DAYS * DAY_S)})::bigint, ${sql.lit(DAY_S)}::bigint) <= ${(until - from) / 1000}::float8
         AND flags & ${qualityFlags.power}::int = 0 AND m.p IS NOT NULL
       GROUP BY 1, 2),
    whole AS (SELECT present, sum(w) AS w FROM each GROUP BY 1)
    SELECT n, max(each.w / nullif(whole.w, 0)) FILTER (WHERE present) AS now,
           max(each.w / nullif(whole.w, 0)) FILTER (WHERE NOT present) AS usual,
           coalesce(max(days) FILTER (WHERE NOT present), 0)::int AS days
      FROM each JOIN whole USING (present) GROUP BY n ORDER BY n`.execute(db)
  return rows.length < 2 ? [] : rows
}
