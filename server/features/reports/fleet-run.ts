import type * as z from 'zod/mini'
import { RANKED_SHOWN } from '#domain/work-orders/limits.ts'
import type { fleetReport } from '#contract/http/reports.ts'
import { equivalentHours } from '#domain/stations/capacity.ts'
import { COMPARED_FROM } from '#domain/telemetry/compared-days.ts'
import { flooredShare, shareTogether } from '#domain/telemetry/coverage.ts'
import { type Income, incomeOf, sumIncome } from '#domain/telemetry/income.ts'
import { daysBetween } from '#domain/telemetry/local-days.ts'
import type { Stretch } from '#domain/telemetry/prices.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { StationRow } from '../stations/station-store.ts'
import { energyInRanges } from '../telemetry/range-energy.ts'
import { lostByDay, type RunDays, runDaysOf } from './run-day-store.ts'

type FleetRun = z.output<typeof fleetReport>['run']

/** How one station ran over the days of a period that are known of it. */
export type StationRun = {
  row: StationRow
  fromDay: string
  toDay: string
  /** Inverter hours in daylight. */
  availableH: number
  heardH: number
  askedH: number
  availability: number | null
  lostWh: number | null
  /** Of how much of rated power and daylight hours `lostWh` can be said. */
  compared: number | null
  worth: Income[]
  /** kWh/m² in the plane; null: not measured. */
  irradiationKwh: number | null
  /** Share of the hours of sun in which that was measured; null: there is no weather station. */
  lit: number | null
  pr: number | null
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0)
const sumKnown = (all: readonly (number | null)[]): number | null => {
  const some = all.filter((one) => one !== null)
  return some.length === 0 ? null : sum(some)
}
const share = (part: number, whole: number): number | null =>
  whole <= 0 ? null : part >= whole ? 1 : flooredShare(part / whole)

const runOf = (row: StationRow, days: RunDays, worth: Income[]): StationRun => {
  const { fromDay, toDay, availableH, lostWh, irradiationWh } = days
  const heardH = availableH + days.unavailableH
  const askedH = heardH + days.unknownH
  const lit = days.senses ? share(days.litH, days.sunH) : null
  // A day between that is not known is not measured either.
  const whole = days.days / (daysBetween(fromDay, toDay) + 1)
  return {
    row,
    fromDay,
    toDay,
    availableH,
    heardH,
    askedH,
    availability: heardH === 0 ? null : availableH / heardH,
    lostWh,
    compared: share(days.comparedH, askedH),
    worth,
    irradiationKwh: irradiationWh === null ? null : irradiationWh / 1000,
    lit: lit === null || whole === 1 ? lit : flooredShare(lit * whole),
    pr: null,
  }
}

/** How each station ran in a period, those of which anything is known; a few statements, however many. */
export const stationRuns = async (
  db: Db,
  rows: readonly StationRow[],
  period: { fromDay: string; toDay: string },
  stretches: ReadonlyMap<string, readonly Stretch[]>,
  now: number,
): Promise<StationRun[]> => {
  const known = new Map(
    (
      await runDaysOf(
        db,
        rows.map(({ id }) => id),
        period,
      )
    ).map((days) => [days.stationId, days]),
  )
  const pricesOf = (id: string): readonly Stretch[] => stretches.get(id) ?? []
  const several = rows.flatMap(({ id }) => (known.has(id) && pricesOf(id).length > 1 ? [id] : []))
  const lost = Map.groupBy(await lostByDay(db, several, period), ({ stationId }) => stationId)
  const worthOf = (id: string, lostWh: number | null): Income[] => {
    const prices = pricesOf(id)
    if (prices.length < 2)
      return lostWh === null ? [] : incomeOf([{ wh: lostWh, price: prices[0]?.price ?? null }])
    return incomeOf(
      (lost.get(id) ?? []).map(({ day, wh }) => ({
        wh,
        price: prices.find((one) => one.fromDay <= day && day <= one.toDay)?.price ?? null,
      })),
    )
  }
  const runs = rows.flatMap((row) => {
    const days = known.get(row.id)
    return days ? [runOf(row, days, worthOf(row.id, days.lostWh))] : []
  })
  const measured = runs.filter(({ lit }) => (lit ?? 0) >= COMPARED_FROM)
  const energies = await energyInRanges(
    db,
    measured.map(({ row, fromDay, toDay }) => ({
      stationId: row.id,
      fromDay,
      toDay,
      partFrom: fromDay,
      partTo: toDay,
    })),
    now,
  )
  const prOf = new Map(
    measured.map(({ row, irradiationKwh }, at) => {
      const energy = energies[at]
      const perKwp =
        (energy?.coverage ?? 0) >= COMPARED_FROM
          ? equivalentHours(energy?.wh ?? null, row.capacity_w, energy?.coverage ?? null)
          : null
      return [row.id, perKwp !== null && irradiationKwh ? perKwp / irradiationKwh : null]
    }),
  )
  return runs.map((run) => ({ ...run, pr: prOf.get(run.row.id) ?? null }))
}

/** Weighed by capacity. */
const mean = (runs: readonly { row: StationRow; value: number }[]): number | null => {
  const capacityW = sum(runs.map(({ row }) => row.capacity_w))
  return capacityW <= 0 ? null : sum(runs.map(({ row, value }) => row.capacity_w * value)) / capacityW
}

/** All stations together: availability by inverter hours, the rest by capacity. `rows`: all that were asked of. */
export const fleetRun = (rows: readonly StationRow[], runs: readonly StationRun[]): FleetRun => {
  const asked = runs.filter(({ askedH }) => askedH > 0)
  const heardH = sum(runs.map((run) => run.heardH))
  const byId = new Map(runs.map((run) => [run.row.id, run]))
  // A sensor that was there for some days only says nothing of the period: those count whose ratio is known.
  const weather = runs.flatMap(({ row, pr, irradiationKwh, lit }) =>
    pr === null || irradiationKwh === null ? [] : [{ row, pr, lit, value: irradiationKwh }],
  )
  const light = sum(weather.map(({ row, value }) => row.capacity_w * value))
  const capacityW = sum(rows.map((row) => row.capacity_w))
  return {
    days:
      runs.length === 0
        ? null
        : {
            fromDay: runs.map(({ fromDay }) => fromDay).toSorted()[0] ?? '',
            toDay:
              runs
                .map(({ toDay }) => toDay)
                .toSorted()
                .at(-1) ?? '',
          },
    availability: heardH === 0 ? null : sum(runs.map((run) => run.availableH)) / heardH,
    heard: share(heardH, sum(runs.map((run) => run.askedH))),
    lost: {
      wh: sumKnown(runs.map(({ lostWh }) => lostWh)),
      coverage: shareTogether(
        rows.map(({ id, capacity_w: watts }) => ({
          capacityW: watts,
          coverage: byId.get(id)?.compared ?? 0,
        })),
      ),
      worth: sumIncome(runs.map(({ worth }) => worth)),
    },
    weather:
      weather.length === 0
        ? null
        : {
            stations: weather.length,
            share: share(sum(weather.map(({ row }) => row.capacity_w)), capacityW),
            coverage: shareTogether(
              weather.map(({ row, lit }) => ({ capacityW: row.capacity_w, coverage: lit })),
            ),
            irradiationKwh: mean(weather),
            pr:
              light <= 0
                ? null
                : sum(weather.map(({ row, pr, value }) => row.capacity_w * value * pr)) / light,
          },
    most: asked
      .flatMap(({ row, lostWh, worth }) =>
        lostWh !== null && lostWh > 0 ? [{ id: row.id, name: row.name, wh: lostWh, worth }] : [],
      )
      .sort((a, b) => b.wh - a.wh || (a.name < b.name ? -1 : 1))
      .slice(0, RANKED_SHOWN),
  }
}
