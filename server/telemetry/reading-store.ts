import { type Selectable, sql } from 'kysely'
import { qualityFlags } from '#domain/telemetry/reading-quality.ts'
import type { ReadingTable } from '../db/tables/telemetry.ts'
import { instant } from '../db/instant.ts'
import type { Db } from '../kitchen.ts'

/**
 * Inverters of a station, those included that were removed later than `since` (null: all there ever were), because
 * what they produced stays the station's.
 */
export const invertersOf = async (
  db: Db,
  stationIds: readonly string[],
  since: number | null,
): Promise<{ no: number; stationId: string; ratedW: number | null }[]> =>
  stationIds.length === 0
    ? []
    : db
        .selectFrom('device')
        .select(['no', 'station_id as stationId', 'rated_w as ratedW'])
        .where('station_id', 'in', [...stationIds])
        .where('kind', '=', 'inverter')
        .$if(since !== null, (query) =>
          query.where((eb) =>
            eb.or([eb('removed_at', 'is', null), eb('removed_at', '>', instant(since ?? 0))]),
          ),
        )
        .orderBy('no')
        .execute()

export type PowerCell = { deviceNo: number; step: number; powerW: number }

/** Mean production of each device (see `productionW`) in each step of `stepMs` from `fromTs` on; steps without a usable reading are left out. */
export const powerByStep = async (
  db: Db,
  nos: readonly number[],
  from: number,
  to: number,
  stepMs: number,
): Promise<PowerCell[]> => {
  if (nos.length === 0) return []
  const { rows } = await sql<PowerCell>`
    SELECT device_no AS "deviceNo",
           floor(extract(epoch FROM ts - ${instant(from)}) * 1000 / ${stepMs}::float8)::int AS step,
           avg(greatest(p, 0)) AS "powerW"
      FROM reading
     WHERE device_no = ANY(${[...nos]}::int[]) AND ts >= ${instant(from)} AND ts < ${instant(to)}
       AND p IS NOT NULL AND flags & ${qualityFlags.power}::int = 0
     GROUP BY 1, 2`.execute(db)
  return rows
}

export type CurveRow = Selectable<
  Omit<ReadingTable, 'device_no' | 'received_at' | 'state' | 'closed' | 'keepalive' | 'raw'>
>

/** A device's readings in [from, to), sorted. */
export const readingsOf = async (
  db: Db,
  deviceNo: number,
  from: number,
  to: number,
  limit: number,
): Promise<CurveRow[]> =>
  db
    .selectFrom('reading')
    .where('device_no', '=', deviceNo)
    .where('ts', '>=', instant(from))
    .where('ts', '<', instant(to))
    .select([
      'ts',
      'hist',
      'flags',
      'p',
      'q',
      'f',
      't',
      'p_dc',
      'u_in',
      'i_in',
      'u_out',
      'u',
      'i',
      'e_tot',
      'rssi',
      'mppt',
    ])
    .orderBy('ts')
    .limit(limit)
    .execute()
