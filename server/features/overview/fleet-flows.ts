import type { HomeView } from './home.ts'
import type { HomeStation } from './home-part.ts'
import type { BothWaysRow } from '../stations/find-balance.ts'
import { balanceOf } from '../stations/station-balance.ts'

type FlowSum = NonNullable<NonNullable<HomeView['flows']>['grid']>

/** Sum of what is known, of how many stations, and how many have it measured; null = none has. */
const sumOf = (powers: readonly (number | null)[]): FlowSum | null => {
  const known = powers.filter((power) => power !== null)
  if (powers.length === 0) return null
  return {
    powerW: known.length === 0 ? null : known.reduce((sum, power) => sum + power, 0),
    known: known.length,
    of: powers.length,
  }
}

/** What flows at all stations together, as far as meters and batteries measure it; null = nothing does. */
export const fleetFlows = (
  stations: readonly HomeStation[],
  rows: readonly BothWaysRow[],
  now: number,
): HomeView['flows'] => {
  const rowsOf = Map.groupBy(rows, ({ stationId }) => stationId)
  const balances = stations.flatMap(
    ({ row, figures }) => balanceOf(rowsOf.get(row.id) ?? [], figures, row, now) ?? [],
  )
  const metered = balances.filter(({ grid }) => grid !== null)
  const house = sumOf(metered.map(({ houseW }) => houseW))
  const grid = sumOf(metered.flatMap((one) => (one.grid ? [one.grid.powerW] : [])))
  const battery = sumOf(balances.flatMap((one) => (one.battery ? [one.battery.powerW] : [])))
  return grid === null && battery === null ? null : { house, grid, battery }
}
