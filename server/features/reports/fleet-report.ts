import { setImmediate } from 'node:timers/promises'
import { RANKED_SHOWN } from '#domain/work-orders/limits.ts'
import type * as z from 'zod/mini'
import type { fleetReport } from '#contract/http/reports.ts'
import { equivalentHours } from '#domain/stations/capacity.ts'
import { type Income, sumIncome } from '#domain/telemetry/income.ts'
import { COMPARED_FROM } from '#domain/telemetry/compared-days.ts'
import { shareTogether } from '#domain/telemetry/coverage.ts'
import { addDays, daysOfPeriod } from '#domain/telemetry/local-days.ts'
import type { Context } from '../../context.ts'
import { roofsOf } from '../stations/find-roofs.ts'
import { modulesOf } from '../stations/station-light.ts'
import type { StationRow } from '../stations/station-store.ts'
import { comparedOf } from '../telemetry/compared.ts'
import { energyInRanges, type RangeEnergy } from '../telemetry/range-energy.ts'
import { incomeOfRanges, stretchesOfStations } from '../telemetry/range-income.ts'
import { clearSkyWh } from './clear-sky-energy.ts'
import { ratedOf, workOf } from './find-work.ts'
import { fleetRun, type StationRun, stationRuns } from './fleet-run.ts'
import { reportPeriod, stretchOf, wholeRange } from './report-period.ts'

export type FleetReport = z.output<typeof fleetReport>
/** A line a station of the table. */
export type StationLine = RangeEnergy & {
  row: StationRow
  equivalentHours: number | null
  income: Income[]
  /** How it ran; undefined: nothing is known of that. */
  run: StationRun | undefined
}

const sumKnown = (all: readonly (number | null)[]): number | null => {
  const known = all.filter((one) => one !== null)
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0)
}
const together = (lines: readonly { row: StationRow; coverage: number | null }[]): number | null =>
  shareTogether(lines.map(({ row, coverage }) => ({ capacityW: row.capacity_w, coverage })))

/** Energy, income and how it ran of each station in its own month or year: as many statements for all as for one. */
export const stationLines = async (
  { db }: Pick<Context, 'db'>,
  rows: readonly StationRow[],
  of: string,
  now: number,
): Promise<StationLine[]> => {
  const whole = rows.map((row) => wholeRange(row.id, { of }))
  const energies = await energyInRanges(db, whole, now)
  const stretches = await stretchesOfStations(db, rows)
  const incomes = await incomeOfRanges(
    db,
    whole.map((range, at) => ({ range, wh: energies[at]?.wh ?? null })),
    stretches,
  )
  const runs = new Map(
    (await stationRuns(db, rows, daysOfPeriod(of), stretches, now)).map((run) => [run.row.id, run]),
  )
  return rows.flatMap((row, at) => {
    const energy = energies[at]
    return energy === undefined
      ? []
      : [
          {
            row,
            ...energy,
            equivalentHours: equivalentHours(energy.wh, row.capacity_w, energy.coverage),
            income: incomes[at] ?? [],
            run: runs.get(row.id),
          },
        ]
  })
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
  const ids = rows.map(({ id }) => id)
  const rated = await ratedOf(db, ids)
  const roofs = await roofsOf(db, ids)
  let running = false
  let expected: number | null = null
  const stretches = []
  for (const row of rows) {
    const period = reportPeriod(of, now, row.time_zone)
    running ||= period.running
    stretches.push(stretchOf(row.id, period, row.time_zone, now))
    const toDay = period.running ? addDays(period.toDay, -1) : period.toDay
    if (toDay >= period.fromDay) {
      const modules = modulesOf(row, roofs.get(row.id) ?? null, rated.get(row.id) ?? null)
      expected = (expected ?? 0) + clearSkyWh(modules, row.time_zone, { ...period, toDay })
    }
    // The sun of a year takes some milliseconds a station: other requests get their turn in between.
    await setImmediate()
  }
  const capacityW = rows.reduce((sum, { capacity_w: one }) => sum + one, 0)
  const wh = sumKnown(lines.map((line) => line.wh))
  const coverage = together(lines)
  const ranked = lines
    .flatMap(({ row, wh: own, coverage: share, equivalentHours: hours, run }) =>
      own === null || hours === null || (share ?? 0) < COMPARED_FROM
        ? []
        : [
            {
              id: row.id,
              name: row.name,
              wh: own,
              equivalentHours: hours,
              coverage: share,
              availability: run?.availability ?? null,
            },
          ],
    )
    .sort((a, b) => b.equivalentHours - a.equivalentHours || (a.name < b.name ? -1 : 1))
  return {
    of,
    running,
    stations: rows.length,
    priced: lines.filter(({ income }) => income.length > 0).length,
    capacityW,
    wh,
    sharedWh: lines.reduce((sum, { sharedWh }) => sum + sharedWh, 0),
    coverage,
    equivalentHours: equivalentHours(wh, capacityW, coverage),
    income: sumIncome(lines.map(({ income }) => income)),
    clearSkyWh: expected,
    compared: await comparedOf(db, rows, of, now),
    best: ranked.slice(0, RANKED_SHOWN),
    // Nobody is both.
    worst: ranked.slice(RANKED_SHOWN).slice(-RANKED_SHOWN).toReversed(),
    run: fleetRun(
      rows,
      lines.flatMap(({ run }) => run ?? []),
    ),
    work: await workOf(db, stretches),
  }
}
