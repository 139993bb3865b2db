import type * as z from 'zod/mini'
import type { stationNight } from '#contract/http/stations.ts'
import type { StationFigures } from './station-figures.ts'
import { nightDayAt } from './station-light.ts'
import type { StationRow } from './station-store.ts'

type Figures = Pick<
  StationFigures,
  'powerW' | 'todayWh' | 'todayCoverage' | 'yesterdayWh' | 'yesterdayCoverage'
>
type Placed = Pick<StationRow, 'latitude' | 'north' | 'longitude' | 'east' | 'time_zone'>

/** Asks for the light last: of a fleet that gives power nobody has to know where the sun stands. */
export const nightOf = (
  station: Placed,
  figures: Figures,
  now: number,
): z.output<typeof stationNight> | null => {
  const { powerW, todayWh, todayCoverage, yesterdayWh, yesterdayCoverage } = figures
  if ((powerW !== null && powerW > 0) || ((todayWh ?? 0) <= 0 && (yesterdayWh ?? 0) <= 0)) return null
  const day = nightDayAt(station, now)
  if (day === null) return null
  const [wh, coverage] = day === 'today' ? [todayWh, todayCoverage] : [yesterdayWh, yesterdayCoverage]
  return wh !== null && wh > 0 ? { day, wh, coverage } : null
}
