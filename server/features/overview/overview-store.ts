import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { NEVER_HEARD_MS, stateIndex } from '#domain/telemetry/device-state.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import { CLOCK_AHEAD_MS } from '#domain/telemetry/reading-time.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'
import { knownAs } from '../../platform/db/known-statement.ts'
import { FEW } from '../stations/find-figures.ts'

/** Devices looked at for one answer; beyond it an installation has other worries than this list. */
export const SUSPECTS_MAX = 5_000

/** Strangers that a gateway reported within this time are worth a look. */
export const QUARANTINE_SHOWN_MS = 7 * 86_400_000

/**
 * What no figures say of a station: gateways whose clock is wrong, or that have lately heard strangers. By station, as a text
 * that is another one when something else follows from it.
 */
export const doubtsOfGateways = async (db: Db, now: number): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; what: string }>`
    SELECT device_id AS id, 'clock' AS what FROM gateway_link WHERE abs(clock_offset_ms) > ${sql.lit(CLOCK_AHEAD_MS)}
    UNION ALL
    SELECT gateway_id, count(*) || ' since ' || min(first_at) FROM quarantine
     WHERE last_at > ${instant(now - QUARANTINE_SHOWN_MS)} GROUP BY gateway_id
    ORDER BY 1, 2`.execute(db)
  const doubts = new Map<string, string>()
  if (rows.length === 0) return doubts
  // Joined in one statement they are looked for among all devices, by processes of their own.
  const gateways = await db
    .selectFrom('device')
    .select(['id', 'station_id'])
    .where(sql<SqlBool>`id = ANY(${[...new Set(rows.map(({ id }) => id))]}::uuid[])`)
    .execute()
  const stationOf = new Map(gateways.map(({ id, station_id }) => [id, station_id]))
  for (const { id, what } of rows) {
    const station = stationOf.get(id)
    if (station !== undefined) doubts.set(station, `${doubts.get(station) ?? ''} ${id} ${what}`)
  }
  return doubts
}

export type Suspect = { id: string; station_id: string }

/**
 * Devices of these stations that may need a look: an over-estimate that a plain condition on the rows can give, at most
 * `most` of them. Whether each really does is decided by `attentionOf`. Of more than that many have mostly gone to sleep, or
 * stand behind a gateway that is silent: gateways come first, then what says itself that something is wrong, and of what says
 * nothing any more what has done so longest.
 */
export const suspectsOf = async (
  db: Db,
  stations: readonly string[],
  now: number,
  most: number,
): Promise<Suspect[]> => {
  if (stations.length === 0) return []
  const isSilent = sql<boolean>`coalesce(latest.received_at <= ${instant(now)} - station.report_min * interval '3 minutes', false)`
  return db
    .selectFrom('device')
    .innerJoin('station', 'station.id', 'device.station_id')
    .leftJoin('latest', 'latest.device_no', 'device.no')
    .leftJoin('gateway_link as link', 'link.device_id', 'device.id')
    .select(['device.id', 'device.station_id'])
    .modifyFront(knownAs('suspects', stations.length <= FEW))
    .where('device.removed_at', 'is', null)
    .where(sql<SqlBool>`device.station_id = ANY(${[...stations]}::uuid[])`)
    .where((eb) =>
      eb.or([
        isSilent,
        eb.and([
          eb('latest.received_at', 'is', null),
          eb('device.created_at', '<=', instant(now - NEVER_HEARD_MS)),
        ]),
        eb('latest.state', '=', stateIndex('shutdown')),
        sql<SqlBool>`latest.flags & ${qualityFlags.clock}::int <> 0`,
        eb.and([
          eb('device.kind', '=', 'gateway'),
          eb.or([
            eb('link.connected', '=', false),
            sql<SqlBool>`latest.received_at IS NULL`,
            sql<SqlBool>`abs(link.clock_offset_ms) > ${CLOCK_AHEAD_MS}`,
            eb.exists(
              eb
                .selectFrom('quarantine')
                .select(sql`1`.as('one'))
                .whereRef('quarantine.gateway_id', '=', 'device.id')
                .where('quarantine.last_at', '>', instant(now - QUARANTINE_SHOWN_MS)),
            ),
          ]),
        ]),
      ]),
    )
    .orderBy((eb) => eb('device.kind', '<>', 'gateway'))
    .orderBy(isSilent)
    .orderBy(sql`CASE WHEN ${isSilent} THEN latest.received_at END`)
    .orderBy('device.no')
    .limit(most)
    .execute()
}

/** What devices are called, and where they stand, in the order of their numbers. */
export const devicesNamed = async (db: Db, nos: readonly number[]) =>
  nos.length === 0
    ? []
    : db
        .selectFrom('device')
        .innerJoin('station', 'station.id', 'device.station_id')
        .where('device.no', 'in', [...nos])
        .orderBy('device.no')
        .select([
          'device.id',
          'device.name',
          'device.sn',
          'station.id as stationId',
          'station.name as stationName',
        ])
        .execute()

/** How much stands behind each gateway: devices, and rated power of its inverters (W; null = unknown). */
export const behindGateways = async (
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { children: number; ratedW: number | null }>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; children: number; ratedW: number | null }>`
    SELECT gateway_id AS id, count(*)::int AS children,
           sum(greatest(rated_w, shown_w)) FILTER (WHERE kind = 'inverter') AS "ratedW"
      FROM device WHERE gateway_id = ANY(${[...ids]}::uuid[]) AND removed_at IS NULL GROUP BY 1`.execute(db)
  return new Map(rows.map(({ id, children, ratedW }) => [id, { children, ratedW }]))
}

export const versions = (db: Db) =>
  sql<{ version: string; schema: string }>`
      SELECT current_setting('server_version') AS version, (SELECT replace(max(name COLLATE "C"), '.sql', '') FROM migration) AS schema`.execute(
    db,
  )

/** Of a scope one station. */
export const oneStation = (scope: Expression<SqlBool>, stationId: string): Expression<SqlBool> =>
  sql<SqlBool>`${scope} AND station.id = ${stationId}`
