import type * as z from 'zod/mini'
import type { compared } from '#contract/http/telemetry.ts'
import { changeOf, comparedDays, type Days } from '#domain/telemetry/compared-days.ts'
import { comparedIncome, pricedDays } from '#domain/telemetry/compared-income.ts'
import { shareTogether } from '#domain/telemetry/coverage.ts'
import { dayAt } from '#domain/telemetry/local-days.ts'
import type { StationRow } from '../stations/station-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import { energyInRanges } from './range-energy.ts'
import { incomeOfRanges, stretchesOfStations } from './range-income.ts'

type Compared = z.output<typeof compared>
type Station = Pick<StationRow, 'id' | 'time_zone' | 'capacity_w' | 'tariff'>

const rangeOf = (stationId: string, { fromDay, toDay }: Days) => ({
  stationId,
  fromDay,
  toDay,
  partFrom: fromDay,
  partTo: toDay,
})

const sumKnown = (all: readonly (number | null)[]): number | null => {
  const known = all.filter((one) => one !== null)
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0)
}

/**
 * The month or year of stations together beside others, energy and income, each station over the days of its own
 * calendar; see `comparedDays`. As many statements for a thousand as for one.
 */
export const comparedOf = async (
  db: Db,
  stations: readonly Station[],
  of: string,
  now: number,
): Promise<Compared> => {
  const all = stations.map((row) => ({ row, days: comparedDays(of, dayAt(now, row.time_zone)) }))
  const what = all.find(({ days }) => days.length > 0)?.days ?? []
  const sides = all.flatMap(({ row, days }) =>
    days.flatMap(({ own, other }) => [rangeOf(row.id, own), rangeOf(row.id, other)]),
  )
  const energies = await energyInRanges(db, sides, now)
  const stretches = await stretchesOfStations(db, stations)
  const incomes = await incomeOfRanges(
    db,
    sides.map((range, at) => ({ range, wh: energies[at]?.wh ?? null })),
    stretches,
  )
  let next = 0
  const lines = all.flatMap(({ row, days }) => {
    const side = (period: Days) => {
      const no = next++
      const energy = energies[no]
      return {
        capacityW: row.capacity_w,
        wh: energy?.wh ?? null,
        // A station without energy there was not there yet, as far as anybody can tell: it spoils the comparison.
        coverage: energy?.coverage ?? (stations.length === 1 ? null : 0),
        income: incomes[no] ?? [],
        priced: pricedDays(stretches.get(row.id) ?? [], period),
      }
    }
    return days.map(({ own, other }, at) => ({ at, own: side(own), other: side(other) }))
  })
  return what.map((first, at) => {
    const here = lines.filter((line) => line.at === at)
    const [own, other] = (['own', 'other'] as const).map((name) => ({
      wh: sumKnown(here.map((line) => line[name].wh)),
      coverage: shareTogether(here.map((line) => line[name])),
    }))
    const [mine, theirs] = [own ?? nothing, other ?? nothing]
    const change = changeOf(mine, theirs)
    return {
      what: first.what,
      own: { ...first.own, ...mine },
      other: { ...first.other, ...theirs },
      change,
      income: comparedIncome(here, change !== null),
    }
  })
}

const nothing = { wh: null, coverage: null }
