import { EVERYBODY, seesAll } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import type { Context } from '../../context.ts'
import { earlierEnergy } from '../stations/earlier-energy.ts'
import type { BothWaysRow } from '../stations/find-balance.ts'
import type { FiguresRead } from '../stations/kept-mind.ts'
import { figuresInOrder, type StationFigures } from '../stations/station-figures.ts'
import { presentLive } from '../stations/station-live.ts'
import type { StationRow } from '../stations/station-store.ts'
import { fleetLight } from './fleet-light.ts'
import { EVERYBODYS, togetherOf } from './home-curve.ts'
import type { HomeView } from './home.ts'
import { clocksOf, frameOf, MANY_STATIONS } from './home.ts'
import { type HomeLook, type HomeOf, homeOfSome } from './home-memory.ts'
import type { HomeStation } from './home-part.ts'
import type { HomeSums } from './home-sums.ts'
import { type LongEnergy, noEnergy } from './long-energy.ts'
import { zoneFacts } from './zone-facts.ts'

/** What adds up the stations that somebody sees. */
export const homeOf = (
  { overview }: Pick<Context, 'overview'>,
  who: Who,
  rows: readonly StationRow[],
): HomeOf => (seesAll(who) && rows.length > MANY_STATIONS ? overview.home : homeOfSome)

type WithFigures = { rows: readonly StationRow[]; figures: readonly StationFigures[] }

const allThere = (figures: readonly (StationFigures | undefined)[]): figures is readonly StationFigures[] =>
  !figures.includes(undefined)

/** Those of them that have figures, each with these. Where all have, the same lists: of many they are not copied. */
const withFigures = (
  rows: readonly StationRow[],
  figures: readonly (StationFigures | undefined)[],
): WithFigures =>
  allThere(figures)
    ? { rows, figures }
    : {
        rows: rows.filter((_, at) => figures[at] !== undefined),
        figures: figures.filter((one) => one !== undefined),
      }

export const stationsWithFigures = async (
  context: Context,
  all: readonly StationRow[],
  now: number,
  home: HomeOf = homeOfSome,
  read: FiguresRead | null = null,
): Promise<HomeLook> => {
  const many = all.length > MANY_STATIONS
  const places = many ? [] : all.map(({ id, time_zone }) => ({ id, timeZone: time_zone }))
  const [found, exact, earlier] = await Promise.all([
    figuresInOrder(context.db, all, now, context.figures, read),
    many ? null : context.energy.stationTotals(context.db, places, now),
    many ? null : earlierEnergy(context, places, now),
  ])
  const { rows, figures } = withFigures(all, found)
  const energies: readonly LongEnergy[] =
    exact === null
      ? await context.overview.pastEnergy.read(context, rows, figures, now)
      : rows.map(({ id }) => ({ ...(exact.get(id) ?? noEnergy), earlier: earlier?.get(id) ?? [] }))
  return home.look({ rows, figures, energies }, now)
}

/** Figures of all; while somebody looks, what home adds up is gone on with as well. */
const followed = async (context: Context, rows: readonly StationRow[], now: number) => {
  const { home } = context.overview
  if (home.isLookedAt(now)) return (await stationsWithFigures(context, rows, now, home)).stations
  const found = withFigures(rows, await figuresInOrder(context.db, rows, now, context.figures))
  return found.rows.flatMap((row, at) => {
    const figures = found.figures[at]
    return figures === undefined ? [] : [{ row, figures }]
  })
}

const goOn = async (context: Context, rows: readonly StationRow[], now: number): Promise<void> => {
  const { db, overview } = context
  const frame = { ...frameOf(overview.home.clocks(rows), now), now }
  await overview.together.keepUp(db, { who: EVERYBODYS, rows, frame }, followed(context, rows, now))
}

/**
 * Follows a very large installation as somebody does who sees all of it, so that no look waits for what could be done
 * before: as long as somebody has looked at this server lately. Where nobody does, a fleet that reports without a pause
 * would cost a fifth of a machine for nothing.
 */
export const followHome = async (context: Context, now: number): Promise<void> => {
  if (!context.overview.home.isLookedAt(now)) return
  const rows = await context.stations.rows(context.db, EVERYBODY, now)
  if (rows.length > MANY_STATIONS) await goOn(context, rows, now)
}

/**
 * Keeps the steps of a very large installation and its energy before today: so that neither the first look of the morning
 * nor the first after a start waits for a day of readings and a year of days.
 */
export const keepHome = async (context: Context, now: number): Promise<void> => {
  const { db } = context
  const rows = await context.stations.rows(db, EVERYBODY, now)
  if (rows.length <= MANY_STATIONS) return
  await goOn(context, rows, now)
  await context.overview.together.save(db, now)
  const past = context.overview.pastEnergy
  await past.follow(context, rows, now)
  await past.save(db, now)
}

/** Keeps what is in memory when a server ends. */
export const keepHomeAtLast = async ({ db, overview }: Context, now: number): Promise<void> => {
  await overview.together.save(db, now)
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
  stations: readonly HomeStation[]
  sums: HomeSums
  light: HomeView['light']
  curve: HomeView['curve']
  flows: HomeView['flows']
  only: HomeView['only']
}> => {
  const { db } = context
  const [rows, read] = await Promise.all([
    context.stations.rows(db, who, now),
    seesAll(who) && context.stations.isMany() ? context.figures.read(db) : null,
  ])
  const home = homeOf(context, who, rows)
  const clocks = home.clocks(rows)
  const frame = frameOf(clocks, now)
  const look = stationsWithFigures(context, rows, now, home, read)
  if (home === context.overview.home) context.overview.home.noteLook(now)
  const known = look.then(({ stations }) => stations)
  const [{ stations, sums, light }, { curve, expectedW, flows, bothWays }] = await Promise.all([
    look,
    togetherOf(context, who, { rows, frame: { ...frame, now } }, known),
  ])
  const zone = zoneFacts(frame.timeZone, curve.from, curve.to)
  return {
    stations,
    sums,
    light: fleetLight(light, clocksOf(clocks, now)),
    curve: { timeZone: frame.timeZone, span: frame.span, ...curve, expectedW, zone },
    flows,
    only: onlyOf(stations, bothWays, now),
  }
}
