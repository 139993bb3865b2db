import { EVERYBODY } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import type { Context } from '../../context.ts'
import { earlierEnergy } from '../stations/earlier-energy.ts'
import { type BothWaysRow, metersAndBatteries } from '../stations/find-balance.ts'
import { figuresAt } from '../stations/station-figures.ts'
import { presentLive } from '../stations/station-live.ts'
import type { StationRow } from '../stations/station-store.ts'
import { readPowerCurve } from '../telemetry/power-curve.ts'
import { invertersOf } from '../telemetry/reading-store.ts'
import { ratedTogether } from '../telemetry/telemetry-routes.ts'
import { fleetExpected } from './fleet-expected.ts'
import { fleetFlows } from './fleet-flows.ts'
import type { HomeStation, HomeView } from './home.ts'
import { homeFrame, MANY_STATIONS } from './home.ts'
import { type LongEnergy, noEnergy } from './past-energy.ts'
import { zoneFacts } from './zone-facts.ts'

export const stationsWithFigures = async (
  context: Context,
  rows: readonly StationRow[],
  now: number,
): Promise<HomeStation[]> => {
  const many = rows.length > MANY_STATIONS
  const places = rows.map(({ id, time_zone, version }) => ({ id, timeZone: time_zone, version }))
  const [figures, exact, earlier] = await Promise.all([
    figuresAt(context.db, rows, now, context.figures),
    many ? null : context.energy.stationTotals(context.db, places, now),
    many ? null : earlierEnergy(context, places, now),
  ])
  const kept =
    exact === null
      ? await context.overview.pastEnergy.read(context, places, (id) => figures.get(id)?.todayWh ?? null, now)
      : null
  const energyOf = (id: string): LongEnergy => {
    const found = exact?.get(id)
    return kept?.get(id) ?? { ...(found ?? noEnergy), earlier: earlier?.get(id) ?? [] }
  }
  return rows.flatMap((row) => {
    const found = figures.get(row.id)
    return found ? [{ row, figures: found, energy: energyOf(row.id) }] : []
  })
}

const reportingInverters = async (db: Context['db'], rows: readonly StationRow[], since: number) => {
  const reportMin = new Map(rows.map((row) => [row.id, row.report_min]))
  const found = await invertersOf(db, [...reportMin.keys()], since)
  return found.map((one) => ({ ...one, reportMin: reportMin.get(one.stationId) ?? 5 }))
}

/**
 * Follows a large installation as somebody does who sees all of it, and keeps its steps and its energy before today: so
 * that neither the first look of the morning nor the first after a start waits for a day of readings and a year of days.
 */
export const keepHome = async (context: Context, now: number): Promise<void> => {
  const { db } = context
  const rows = await context.stations.rows(db, EVERYBODY, now)
  if (rows.length <= MANY_STATIONS) return
  const frame = homeFrame(rows, now)
  const curve = context.overview.fleetCurve
  await curve.read(db, await reportingInverters(db, rows, frame.from), { ...frame, now })
  await curve.save(db, now)
  const past = context.overview.pastEnergy
  const places = rows.map(({ id, time_zone, version }) => ({ id, timeZone: time_zone, version }))
  await past.follow(context, places, now)
  await past.save(db, now)
}

/** Keeps what is in memory when a server ends. */
export const keepHomeAtLast = async ({ db, overview }: Context, now: number): Promise<void> => {
  await overview.fleetCurve.save(db, now)
  await overview.pastEnergy.save(db, now)
}

/** As its own page shows it, from what was read already. */
const onlyOf = (
  stations: readonly HomeStation[],
  bothWays: readonly BothWaysRow[],
  now: number,
): HomeView['only'] => {
  const [one] = stations
  if (one === undefined || stations.length > 1) return null
  const { row, figures, energy } = one
  return {
    id: row.id,
    timeZone: row.time_zone,
    capacityW: row.capacity_w,
    reportMin: row.report_min,
    live: presentLive(row, figures, energy, bothWays, energy.earlier, now),
  }
}

/** The stations of a person with their figures, and the curve of all together: few statements, however many. */
export const readHome = async (
  context: Context,
  who: Who,
  now: number,
): Promise<{
  stations: HomeStation[]
  curve: HomeView['curve']
  flows: HomeView['flows']
  only: HomeView['only']
}> => {
  const { db } = context
  const rows = await context.stations.rows(db, who, now)
  const frame = homeFrame(rows, now)
  const curveOf = async (known: Promise<HomeStation[]>) => {
    const inverters = await reportingInverters(db, rows, frame.from)
    const curve = await (rows.length > MANY_STATIONS
      ? context.overview.fleetCurve.read(db, inverters, { ...frame, now })
      : readPowerCurve(db, inverters, { ...frame, now }))
    const byStation = Map.groupBy(inverters, ({ stationId }) => stationId)
    const limitOf = (id: string) => ratedTogether(byStation.get(id) ?? [], now)
    const roofs = new Map((await known).map(({ row, figures }) => [row.id, figures.roof]))
    const roofOf = (id: string) => roofs.get(id) ?? null
    const expectedW = await fleetExpected(context.overview.clearSky, rows, curve, limitOf, roofOf, now)
    const zone = zoneFacts(frame.timeZone, curve.from, curve.to)
    return { timeZone: frame.timeZone, span: frame.span, ...curve, expectedW, zone }
  }
  const known = stationsWithFigures(context, rows, now)
  const [stations, curve, bothWays] = await Promise.all([
    known,
    curveOf(known),
    metersAndBatteries(
      db,
      rows.map(({ id }) => id),
    ),
  ])
  return {
    stations,
    curve,
    flows: fleetFlows(stations, bothWays, now),
    only: onlyOf(stations, bothWays, now),
  }
}
