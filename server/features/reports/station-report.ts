import type * as z from 'zod/mini'
import type { stationReport } from '#contract/http/reports.ts'
import { equivalentHours } from '#domain/stations/capacity.ts'
import { COMPARED_FROM } from '#domain/telemetry/compared-days.ts'
import { addDays, dayAt, dayEndAt, dayStartAt, monthOf } from '#domain/telemetry/local-days.ts'
import type { Context } from '../../context.ts'
import { roofOf } from '../stations/find-roofs.ts'
import { modulesOf } from '../stations/station-light.ts'
import type { StationRow } from '../stations/station-store.ts'
import { readIncome } from '../telemetry/bar-income.ts'
import { comparedOf } from '../telemetry/compared.ts'
import { readEnergyBars } from '../telemetry/energy-bars.ts'
import { energyInRanges } from '../telemetry/range-energy.ts'
import { invertersOf } from '../telemetry/reading-store.ts'
import { readOm } from '../work-orders/om-figures.ts'
import { clearSkyWh } from './clear-sky-energy.ts'
import { doneOf, irradianceOf, ratedOf, workOf } from './find-work.ts'
import { type ReportPeriod, reportPeriod, stretchOf } from './report-period.ts'
import { sunnyHours } from './sunny-hours.ts'

export type StationReport = z.output<typeof stationReport>

/** What a weather station measured over local days, and the performance ratio of the station with it. */
const weatherOf = async (
  { db }: Pick<Context, 'db'>,
  station: StationRow,
  days: { fromDay: string; toDay: string },
  now: number,
): Promise<StationReport['weather']> => {
  const zone = station.time_zone
  const [from, to] = [dayStartAt(days.fromDay, zone), Math.min(now, dayEndAt(days.toDay, zone))]
  const measured = await irradianceOf(db, station.id, from, to)
  if (measured === null) return null
  const sunny = sunnyHours(station, from, to)
  const known = measured.filter(({ hour }) => sunny.has(hour))
  const coverage = sunny.size === 0 ? null : Math.floor((known.length / sunny.size) * 1000) / 1000
  const irradiationKwh =
    known.length === 0 ? null : measured.reduce((sum, { wm2 }) => sum + Math.max(0, wm2), 0) / 1000
  const range = { stationId: station.id, ...days, partFrom: days.fromDay, partTo: days.toDay }
  const [energy] = await energyInRanges(db, [range], now)
  const hours =
    (energy?.coverage ?? 0) >= COMPARED_FROM && (coverage ?? 0) >= COMPARED_FROM
      ? equivalentHours(energy?.wh ?? null, station.capacity_w, energy?.coverage ?? null)
      : null
  return { irradiationKwh, coverage, pr: hours !== null && irradiationKwh ? hours / irradiationKwh : null }
}

/** Bars that are over and whole, the most and the least. */
const extremes = (bars: StationReport['bars'], today: string): Pick<StationReport, 'best' | 'worst'> => {
  const over = bars.flatMap(({ key, wh, coverage }) =>
    wh !== null && (coverage ?? 0) >= COMPARED_FROM && key < today.slice(0, key.length) ? [{ key, wh }] : [],
  )
  const sorted = over.toSorted((a, b) => b.wh - a.wh)
  return { best: sorted[0] ?? null, worst: sorted.length > 1 ? (sorted.at(-1) ?? null) : null }
}

/** A station's month or year. It goes through up to 31 days of readings, as the maintenance record does. */
export const readStationReport = async (
  context: Pick<Context, 'db'>,
  station: StationRow,
  of: string | undefined,
  { now, gone }: { now: number; gone: AbortSignal },
): Promise<StationReport> => {
  const { db } = context
  const zone = station.time_zone
  const period: ReportPeriod = reportPeriod(of, now, zone)
  const isMonth = period.of.length === 7
  const nos = (await invertersOf(db, [station.id], null)).map(({ no }) => no)
  const plain = await readEnergyBars(
    db,
    nos,
    {
      period: isMonth ? 'month' : 'year',
      of: period.of,
      timeZone: zone,
      capacityW: station.capacity_w,
    },
    now,
  )
  const energy = await readIncome(db, station, nos, plain)
  const om = await readOm(db, station, { from: period.fromDay, to: period.toDay }, { now, gone })
  const stretch = stretchOf(station.id, period, zone, now)
  const work = await workOf(db, [stretch])
  const done = await doneOf(db, stretch)
  const { availability, lost } = om
  const days = { fromDay: availability.from, toDay: availability.to }
  const limitW = (await ratedOf(db, [station.id])).get(station.id) ?? null
  const modules = modulesOf(station, await roofOf(db, station.id), limitW)
  // Of a day that is not over nothing is expected yet.
  const lastDay = period.running ? addDays(period.toDay, -1) : period.toDay
  const bars = energy.bars.map(({ key, wh, coverage = null }) => ({ key, wh, coverage }))
  return {
    stationId: station.id,
    name: station.name,
    timeZone: zone,
    of: period.of,
    running: period.running,
    fromDay: period.fromDay,
    toDay: period.toDay,
    capacityW: station.capacity_w,
    wh: energy.totalWh,
    sharedWh: energy.sharedWh,
    coverage: energy.coverage ?? null,
    equivalentHours: energy.equivalentHours,
    income: energy.income ?? [],
    clearSkyWh: lastDay < period.fromDay ? null : clearSkyWh(modules, zone, { ...period, toDay: lastDay }),
    compared: await comparedOf(db, [station], period.of, now),
    bars,
    ...extremes(bars, isMonth ? dayAt(now, zone) : monthOf(dayAt(now, zone))),
    work,
    done: done.map(({ closedAt, ...order }) => ({ ...order, day: dayAt(closedAt ?? now, zone) })),
    availability: { ...days, share: availability.share },
    lost: { wh: lost.wh, coverage: lost.coverage, money: lost.money, currency: lost.currency },
    weather: await weatherOf(context, station, days, now),
  }
}
