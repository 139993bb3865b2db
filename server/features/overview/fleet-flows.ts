import { silenceLimitMs } from '#domain/telemetry/silence.ts'
import type { HomeView } from './home.ts'
import type { HomeStation } from './home-part.ts'
import type { BothWaysRow } from '../stations/find-balance.ts'
import { balanceOf } from '../stations/station-balance.ts'
import type { StationFigures } from '../stations/station-figures.ts'

type FlowSum = NonNullable<NonNullable<HomeView['flows']>['grid']>

/** What flows at a station. `grid`, `house`, `battery`: null = nothing measures it; within: null = not known now. */
export type Flow = {
  house: { powerW: number | null } | null
  grid: { powerW: number | null } | null
  battery: { powerW: number | null } | null
  /** It stays the same before this instant, as long as what it was made of does. */
  until: number
}

/** Null = nothing but its inverters measures it. `rows`: its meters and batteries. */
export const flowOf = (
  rows: readonly BothWaysRow[],
  figures: StationFigures,
  station: { report_min: number },
  now: number,
): Flow | null => {
  if (rows.length === 0) return null
  const balance = balanceOf(rows, figures, station, now)
  if (balance === null) return null
  const { grid, battery, houseW } = balance
  // What is too old is unknown from then on.
  const limitMs = silenceLimitMs(station.report_min)
  const ends = rows.flatMap(({ ts, receivedAt }) =>
    ts === null || receivedAt === null ? [] : [Math.min(ts, receivedAt) + limitMs],
  )
  return {
    house: grid === null ? null : { powerW: houseW },
    grid: grid === null ? null : { powerW: grid.powerW },
    battery: battery === null ? null : { powerW: battery.powerW },
    until: ends.reduce((least, end) => (end > now ? Math.min(least, end) : least), Infinity),
  }
}

/** Sum of what is known, of how many stations, and how many have it measured; null = none has. */
const sumOf = (
  stations: readonly { flow: Flow | null }[],
  what: 'house' | 'grid' | 'battery',
): FlowSum | null => {
  let [sum, known, of] = [0, 0, 0]
  for (const { flow } of stations) {
    const one = flow === null ? null : flow[what]
    if (one === null) continue
    of += 1
    if (one.powerW === null) continue
    known += 1
    sum += one.powerW
  }
  return of === 0 ? null : { powerW: known === 0 ? null : sum, known, of }
}

/** What flows at stations together; null = nothing measures it at any. */
export const sumFlows = (stations: readonly { flow: Flow | null }[]): HomeView['flows'] => {
  const grid = sumOf(stations, 'grid')
  const battery = sumOf(stations, 'battery')
  return grid === null && battery === null ? null : { house: sumOf(stations, 'house'), grid, battery }
}

/** What flows at all stations together, as far as meters and batteries measure it; null = nothing does. */
export const fleetFlows = (
  stations: readonly Pick<HomeStation, 'row' | 'figures'>[],
  rows: readonly BothWaysRow[],
  now: number,
): HomeView['flows'] => {
  const rowsOf = Map.groupBy(rows, ({ stationId }) => stationId)
  return sumFlows(
    stations.map(({ row, figures }) => ({ flow: flowOf(rowsOf.get(row.id) ?? [], figures, row, now) })),
  )
}
