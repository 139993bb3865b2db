import type * as z from 'zod/mini'
import type { compared } from '#contract/http/telemetry.ts'
import { changeOf, comparedDays, type Days } from '#domain/telemetry/compared-days.ts'
import { dayAt } from '#domain/telemetry/local-days.ts'
import type { StationRow } from '../stations/station-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import { energyInRanges } from './range-energy.ts'

type Compared = z.output<typeof compared>

/** A station's month or year beside others; see `comparedDays`. */
export const comparedOf = async (
  db: Db,
  station: Pick<StationRow, 'id' | 'time_zone'>,
  of: string,
  now: number,
): Promise<Compared> => {
  const days = comparedDays(of, dayAt(now, station.time_zone))
  const range = ({ fromDay, toDay }: Days) => ({
    stationId: station.id,
    fromDay,
    toDay,
    partFrom: fromDay,
    partTo: toDay,
  })
  const found = await energyInRanges(
    db,
    days.flatMap(({ own, other }) => [range(own), range(other)]),
    now,
  )
  return days.flatMap(({ what, own, other }, at) => {
    const [one, two] = [found[2 * at], found[2 * at + 1]]
    if (one === undefined || two === undefined) return []
    const side = (day: Days, { wh, coverage }: typeof one) => ({ ...day, wh, coverage })
    return [{ what, own: side(own, one), other: side(other, two), change: changeOf(one, two) }]
  })
}
