import { sql } from 'kysely'
import { distanceM } from '#domain/stations/distance.ts'
import type { EnteredPosition } from '#domain/stations/sun.ts'
import type { Db } from '../../platform/db/handle.ts'
import { instant } from '../../platform/db/instant.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'

export type Whereabouts = {
  near: { stationName: string; at: number; distanceM: number } | null
  wasHereAt: number | null
}

/** What is older says nothing of where somebody is. No source: chosen. */
const NEAR_MS = 24 * 3_600_000
const COMPLETED = 5

/**
 * Where these people checked in last, as far as the caller sees that station, and when each was last at this one:
 * checked in, or reported an order of it as done. Who is not in it, nothing is known of.
 */
export const whereaboutsOf = async (
  db: Db,
  station: EnteredPosition & { id: string },
  ids: readonly string[],
  who: Who,
  now: number,
): Promise<ReadonlyMap<string, Whereabouts>> => {
  if (ids.length === 0) return new Map()
  const [last, here] = await Promise.all([
    db
      .selectFrom('check_in')
      .innerJoin('station', 'station.id', 'check_in.station_id')
      .where('check_in.account_id', 'in', [...ids])
      .where('check_in.began_at', '>', instant(now - NEAR_MS))
      .where(visibleStations(who, now))
      .distinctOn('check_in.account_id')
      .orderBy('check_in.account_id')
      .orderBy('check_in.began_at', 'desc')
      .select([
        'check_in.account_id',
        'check_in.began_at',
        'station.name',
        'station.latitude',
        'station.north',
        'station.longitude',
        'station.east',
      ])
      .execute(),
    sql<{ account_id: string; at: number }>`
      SELECT account_id, max(at) AS at FROM (
        SELECT account_id, began_at AS at FROM check_in
         WHERE station_id = ${station.id}::uuid AND account_id = ANY(${[...ids]}::uuid[])
        UNION ALL
        SELECT f.account_id, f.at FROM order_flow f JOIN work_order o ON o.id = f.order_id
         WHERE o.station_id = ${station.id}::uuid AND f.no = ${COMPLETED} AND f.account_id = ANY(${[...ids]}::uuid[])) AS been
       GROUP BY account_id`.execute(db),
  ])
  const wasHere = new Map(here.rows.map((row) => [row.account_id, row.at]))
  const near = new Map(
    last.flatMap((row) => {
      const metres = distanceM(row, station)
      return metres === null
        ? []
        : [
            [
              row.account_id,
              { stationName: row.name, at: row.began_at, distanceM: Math.round(metres) },
            ] as const,
          ]
    }),
  )
  return new Map(ids.map((id) => [id, { near: near.get(id) ?? null, wasHereAt: wasHere.get(id) ?? null }]))
}
