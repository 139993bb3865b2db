import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import { numberMetrics, phasesMetrics, type SwitchMetric } from '#domain/telemetry/metrics.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import type { ReadingTable } from '../../platform/db/tables/telemetry.ts'
import { generation } from '../stations/generation-sql.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'
import { listAsSaid, ofDevice, ofDevices, openStrings, openTrackers, readings } from './readings-sql.ts'

/**
 * Inverters of a station, those included that were removed later than `since` (null: all there ever were), because
 * what they produced stays the station's.
 */
export const invertersOf = async (
  db: Db,
  stationIds: readonly string[],
  since: number | null,
): Promise<{ no: number; stationId: string; ratedW: number | null; removedAt: number | null }[]> =>
  stationIds.length === 0
    ? []
    : db
        .selectFrom('device')
        .select([
          'no',
          'station_id as stationId',
          sql<number | null>`greatest(rated_w, shown_w)`.as('ratedW'),
          'removed_at as removedAt',
        ])
        .where(sql<SqlBool>`station_id = ANY(${[...stationIds]}::uuid[])`)
        .where('kind', '=', 'inverter')
        .$if(since !== null, (query) =>
          query.where((eb) =>
            eb.or([eb('removed_at', 'is', null), eb('removed_at', '>', instant(since ?? 0))]),
          ),
        )
        .orderBy('no')
        .execute()

export type PowerCell = { deviceNo: number; step: number; powerW: number }

/** Mean production of each device (see `generationW`) in each step of `stepMs` from `fromTs` on; steps without a usable reading are left out. */
export const powerByStep = (
  db: Db,
  nos: readonly number[],
  from: number,
  to: number,
  stepMs: number,
): Promise<PowerCell[]> => meansByStep(db, nos, from, to, stepMs, generation('r'))

/** The same of what flows both ways through meters and batteries, with its sign. */
export const flowByStep = (
  db: Db,
  nos: readonly number[],
  from: number,
  to: number,
  stepMs: number,
): Promise<PowerCell[]> =>
  meansByStep(
    db,
    nos,
    from,
    to,
    stepMs,
    sql`CASE WHEN r.flags & ${sql.lit(qualityFlags.power)} = 0 THEN r.p END`,
  )

const meansByStep = async (
  db: Db,
  nos: readonly number[],
  from: number,
  to: number,
  stepMs: number,
  watts: RawBuilder<unknown>,
): Promise<PowerCell[]> => {
  if (nos.length === 0) return []
  // One row a device: a row a step costs ten times the time to take apart.
  const { rows } = await sql<{ no: number; cells: string }>`
    SELECT no, string_agg(step || ' ' || power, ' ') AS cells
      FROM (SELECT device_no AS no, floor(date_part('epoch', ts - ${instant(from)}) * 1000 / ${stepMs}::float8)::int AS step,
                   avg(${watts})::text AS power
              FROM ${readings(ofDevices(nos), instant(from), instant(to))} AS r
             WHERE ${watts} IS NOT NULL
             GROUP BY 1, 2) AS one
     GROUP BY no`.execute(db)
  return rows.flatMap(({ no, cells }) => {
    const words = cells.split(' ')
    return Array.from({ length: words.length / 2 }, (_, n) => ({
      deviceNo: no,
      step: Number(words[n * 2]),
      powerW: Number(words[n * 2 + 1]),
    }))
  })
}

export type CurveRow = Selectable<
  Omit<ReadingTable, 'device_no' | 'received_at' | 'state' | 'raw' | 'al' | SwitchMetric>
>

/** A device's readings in [from, to), sorted. */
export const readingsOf = async (
  db: Db,
  deviceNo: number,
  from: number,
  to: number,
  limit: number,
): Promise<CurveRow[]> => {
  const { rows } = await sql<CurveRow>`
    SELECT ts, hist, flags, ${listAsSaid('mppt')} AS mppt, ${listAsSaid('str')} AS str,
           ${sql.join([...numberMetrics, ...phasesMetrics].map((name) => sql.ref(name)))}
      FROM ${readings(ofDevice(deviceNo), instant(from), instant(to))} AS r
     ORDER BY ts LIMIT ${limit}`.execute(db)
  for (const row of rows) {
    row.mppt = openTrackers(row.mppt)
    row.str = openStrings(row.str)
  }
  return rows
}

export const latestSignal = (db: Db, no: number) =>
  db
    .selectFrom('latest')
    .select(['ts', 'received_at', 'closed', 'keepalive'])
    .where('device_no', '=', no)
    .executeTakeFirst()
