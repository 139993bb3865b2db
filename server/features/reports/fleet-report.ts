import { setImmediate } from 'node:timers/promises'
import type * as z from 'zod/mini'
import type { fleetReport } from '#contract/http/reports.ts'
import { equivalentHours } from '#domain/stations/capacity.ts'
import { type Income, incomeOf, sumIncome } from '#domain/telemetry/income.ts'
import { stretchesOf } from '#domain/telemetry/prices.ts'
import { changeOf, COMPARED_FROM, comparedDays } from '#domain/telemetry/compared-days.ts'
import { shareTogether } from '#domain/telemetry/coverage.ts'
import { addDays, dayAt } from '#domain/telemetry/local-days.ts'
import type { Context } from '../../context.ts'
import { pastPricesOf } from '../stations/price-store.ts'
import type { StationRow } from '../stations/station-store.ts'
import { energyInRanges, energyOf, type RangeEnergy } from '../telemetry/range-energy.ts'
import type { Range } from '../telemetry/range-store.ts'
import { clearSkyWh } from './clear-sky-energy.ts'
import { ratedOf, workOf } from './find-work.ts'
import { reportPeriod, stretchOf, wholeRange } from './report-period.ts'

export type FleetReport = z.output<typeof fleetReport>
/** A line a station of the table. */
export type StationLine = RangeEnergy & { row: StationRow; equivalentHours: number | null; income: Income[] }

const RANKED = 3
const STATIONS_A_TURN = 25

const sumKnown = (all: readonly (number | null)[]): number | null => {
  const known = all.filter((one) => one !== null)
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0)
}
const together = (lines: readonly { row: StationRow; coverage: number | null }[]): number | null =>
  shareTogether(lines.map(({ row, coverage }) => ({ capacityW: row.capacity_w, coverage })))

const rangeOf = (stationId: string, { fromDay, toDay }: { fromDay: string; toDay: string }): Range => ({
  stationId,
  fromDay,
  toDay,
  partFrom: fromDay,
  partTo: toDay,
})

/** Energy and income of each station in its own month or year: as many statements for all as for one. */
export const stationLines = async (
  { db }: Pick<Context, 'db'>,
  rows: readonly StationRow[],
  of: string,
  now: number,
): Promise<StationLine[]> => {
  const whole = rows.map((row) => wholeRange(row.id, { of }))
  const energies = await energyInRanges(db, whole, now)
  const past = await pastPricesOf(
    db,
    rows.map(({ id }) => id),
  )
  // Days of past prices ask for their own energy; what is left is worth the present one.
  const earlier = rows.flatMap((row, at) => {
    const range = whole[at]
    const own = past.get(row.id)
    if (range === undefined || own === undefined) return []
    return stretchesOf(own, row.tariff)
      .slice(0, -1)
      .map(({ fromDay, toDay, price }) => ({
        id: row.id,
        price,
        range: {
          ...range,
          partFrom: fromDay > range.fromDay ? fromDay : range.fromDay,
          partTo: toDay < range.toDay ? toDay : range.toDay,
        },
      }))
  })
  const found = await energyOf(
    db,
    earlier.map(({ range }) => range),
  )
  const parts = Map.groupBy(
    earlier.map(({ id, price }, at) => ({ id, price, wh: found[at] ?? null })),
    ({ id }) => id,
  )
  return rows.flatMap((row, at) => {
    const energy = energies[at]
    if (energy === undefined) return []
    const own = parts.get(row.id) ?? []
    const before = own.reduce((sum, { wh }) => sum + (wh ?? 0), 0)
    const left = energy.wh === null ? null : Math.max(0, energy.wh - before)
    return [
      {
        row,
        ...energy,
        equivalentHours: equivalentHours(energy.wh, row.capacity_w, energy.coverage),
        income: incomeOf([...own, { wh: left, price: row.tariff }]),
      },
    ]
  })
}

/** All stations beside the period before and the year before, each over the days of its own calendar. */
const comparedOfAll = async (
  { db }: Pick<Context, 'db'>,
  rows: readonly StationRow[],
  of: string,
  now: number,
): Promise<FleetReport['compared']> => {
  const all = rows.map((row) => ({ row, days: comparedDays(of, dayAt(now, row.time_zone)) }))
  const what = all.find(({ days }) => days.length > 0)?.days ?? []
  const compared: FleetReport['compared'] = []
  for (const [at, first] of what.entries()) {
    const some = all.flatMap(({ row, days }) => (days[at] ? [{ row, days: days[at] }] : []))
    const sides = await energyInRanges(
      db,
      some.flatMap(({ row, days }) => [rangeOf(row.id, days.own), rangeOf(row.id, days.other)]),
      now,
    )
    const side = (odd: 0 | 1) => {
      const lines = some.flatMap(({ row }, no) => {
        const energy = sides[2 * no + odd]
        // A station without energy there was not there yet, as far as anybody can tell: it spoils the comparison.
        return energy ? [{ row, wh: energy.wh, coverage: energy.coverage ?? 0 }] : []
      })
      return { wh: sumKnown(lines.map(({ wh }) => wh)), coverage: together(lines) }
    }
    const [own, other] = [side(0), side(1)]
    compared.push({
      what: first.what,
      own: { ...first.own, ...own },
      other: { ...first.other, ...other },
      change: changeOf(own, other),
    })
  }
  return compared
}

/** The month or year of these stations together. */
export const readFleetReport = async (
  context: Pick<Context, 'db'>,
  rows: readonly StationRow[],
  of: string,
  now: number,
): Promise<FleetReport> => {
  const { db } = context
  const lines = await stationLines(context, rows, of, now)
  const rated = await ratedOf(
    db,
    rows.map(({ id }) => id),
  )
  let running = false
  let expected: number | null = null
  const stretches = []
  for (const [at, row] of rows.entries()) {
    const period = reportPeriod(of, now, row.time_zone)
    running ||= period.running
    stretches.push(stretchOf(row.id, period, row.time_zone, now))
    const toDay = period.running ? addDays(period.toDay, -1) : period.toDay
    if (toDay >= period.fromDay)
      expected = (expected ?? 0) + clearSkyWh(row, { ...period, toDay }, rated.get(row.id) ?? null)
    // Other requests get their turn in between.
    if (at % STATIONS_A_TURN === STATIONS_A_TURN - 1) await setImmediate()
  }
  const capacityW = rows.reduce((sum, { capacity_w: one }) => sum + one, 0)
  const wh = sumKnown(lines.map((line) => line.wh))
  const coverage = together(lines)
  const ranked = lines
    .flatMap(({ row, wh: own, coverage: share, equivalentHours: hours }) =>
      own === null || hours === null || (share ?? 0) < COMPARED_FROM
        ? []
        : [{ id: row.id, name: row.name, wh: own, equivalentHours: hours, coverage: share }],
    )
    .sort((a, b) => b.equivalentHours - a.equivalentHours || (a.name < b.name ? -1 : 1))
  return {
    of,
    running,
    stations: rows.length,
    capacityW,
    wh,
    sharedWh: lines.reduce((sum, { sharedWh }) => sum + sharedWh, 0),
    coverage,
    equivalentHours: equivalentHours(wh, capacityW, coverage),
    income: sumIncome(lines.map(({ income }) => income)),
    clearSkyWh: expected,
    compared: await comparedOfAll(context, rows, of, now),
    best: ranked.slice(0, RANKED),
    // Nobody is both.
    worst: ranked.slice(RANKED).slice(-RANKED).toReversed(),
    work: await workOf(db, stretches),
  }
}
