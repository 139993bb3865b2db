import { type LightBand, lightBands } from '#domain/stations/hero.ts'
import { shareOfSums } from '#domain/telemetry/coverage.ts'
import type { HomeView } from './home.ts'
import { light, type LightSums } from './light-part.ts'
import { knownOf, knownSum, wholeSum } from './tally.ts'

type FleetLight = HomeView['light']

const lastDayOf = ({ sums, earned }: LightSums): FleetLight['lastDay'] => ({
  wh: knownSum(sums, light.lastWh),
  coverage: shareOfSums({
    stations: knownOf(sums, light.capacityW),
    told: knownOf(sums, light.lastKnownW),
    whole: knownOf(sums, light.lastWhole),
    askedW: wholeSum(sums, light.capacityW),
    knownW: wholeSum(sums, light.lastKnownW),
  }),
  income: [...earned]
    .map(([currency, tally]) => ({ currency, amount: wholeSum(tally, 0) }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
})

const nextSunriseOf = ({ next }: LightSums): FleetLight['nextSunrise'] => {
  const at = next?.sun.nextSunriseAt ?? null
  if (next === null || at === null) return null
  const { row } = next.station
  return { at, timeZone: row.time_zone, station: row.name }
}

/** The stations of a person by the light that each has now; `clocks`: how many they go by. */
export const fleetLight = (all: LightSums, clocks: number): FleetLight => {
  const { sums, cells } = all
  const compared = knownOf(sums, light.allowedW)
  return {
    bright: knownOf(sums, light.bright),
    up: knownOf(sums, light.up),
    compared,
    share: compared === 0 ? null : wholeSum(sums, light.comparedW) / wholeSum(sums, light.allowedW),
    nextSunrise: nextSunriseOf(all),
    lastDay: lastDayOf(all),
    bands: Object.fromEntries(lightBands.map((band) => [band, knownOf(sums, light[band])])) as Record<
      LightBand,
      number
    >,
    clocks,
    cells: cells.map(({ station: { row, figures }, band, share, hero }) => ({
      id: row.id,
      name: row.name,
      band,
      share: hero === 'power' ? share : null,
      powerW: figures.powerW,
    })),
  }
}
