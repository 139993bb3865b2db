import { devicesById, type DeviceNow } from '../devices/device-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { StationRow } from '../stations/station-store.ts'
import { reachOfTargets } from './control-targets.ts'
import { controlledSince } from './control-store.ts'

export type Moved = { devices: number; ratedW: number }

/**
 * What one person has controlled in the hour before `now`, and what has been controlled at one station, each device
 * once, together with what is about to be. Acts that a second person has decided are not of one person alone.
 */
export const movedAlone = async (
  db: Db,
  about: { accountId: string; station: Pick<StationRow, 'id' | 'capacity_w'>; targets: readonly DeviceNow[] },
  now: number,
): Promise<{ byPerson: Moved; atStation: Moved }> => {
  const { rows } = await controlledSince(db, about.accountId, about.station.id, now)
  const known = new Map(
    [
      ...(await devicesById(
        db,
        rows.map(({ id }) => id),
      )),
      ...about.targets,
    ].map((row) => [row.id, row]),
  )
  const capacities = new Map([
    ...rows.map((row) => [row.station_id, row.capacity_w] as const),
    [about.station.id, about.station.capacity_w] as const,
  ])
  const sum = async (ids: readonly string[]): Promise<Moved> => {
    const all = new Set([...ids, ...about.targets.map(({ id }) => id)])
    const stations = Map.groupBy(
      [...all].flatMap((id) => known.get(id) ?? []),
      (row) => row.station_id,
    )
    let ratedW = 0
    for (const [id, targets] of stations)
      ratedW += (await reachOfTargets(db, { id, capacity_w: capacities.get(id) ?? 0 }, targets, now)).ratedW
    return { devices: all.size, ratedW }
  }
  const [own, here] = [rows.filter((row) => row.own), rows.filter((row) => row.here)]
  return {
    byPerson: await sum(own.map(({ id }) => id)),
    atStation: await sum(here.map(({ id }) => id)),
  }
}
