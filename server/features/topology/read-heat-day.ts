import type * as z from 'zod/mini'
import { heatSteps, type topologyRoutes } from '#contract/http/topology.ts'
import { heatColumns, heatToleranceMs, type HeatMetric } from '#domain/telemetry/heat.ts'
import { dayAt, dayEndAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { daylightOf } from '../stations/station-light.ts'
import type { StationRow } from '../stations/station-store.ts'
import { staysOfStation, stepsOf } from './heat-store.ts'
import { PLACES_MAX } from '#domain/telemetry/heat.ts'

type HeatDay = z.output<(typeof topologyRoutes)['GET /api/stations/{stationId}/heat-day']['output']>

const MINUTE = 60_000
/** Light before sunrise and after sunset in which modules already give something. */
const TWILIGHT_MS = 30 * MINUTE
/** With more places a step is longer, so that a day stays a moderate answer. */
const FINE_UP_TO = 600

/** Minutes of a step: as asked or by the number of places, and not shorter than two thirds of the reporting time. */
const stepMinutes = (asked: string | undefined, places: number, reportMin: number): number => {
  const least = Math.max(Number(asked ?? (places > FINE_UP_TO ? 15 : 5)), (reportMin * 2) / 3)
  return Number(heatSteps.find((step) => Number(step) >= least) ?? 60)
}

/** The light hours of a day in whole steps from its start; all of it where the sun does not rise or set. */
const lightOf = (station: StationRow, day: string, stepMs: number) => {
  const timeZone = station.time_zone
  const [start, end] = [dayStartAt(day, timeZone), dayEndAt(day, timeZone)]
  const sun = daylightOf(station, (start + end) / 2)
  const first = Math.max(start, (sun.sunriseAt ?? start) - TWILIGHT_MS)
  const last = Math.min(end, (sun.sunsetAt ?? end) + TWILIGHT_MS)
  const from = start + Math.floor((first - start) / stepMs) * stepMs
  return { ...sun, from, to: from + Math.ceil((last - from) / stepMs) * stepMs }
}

/**
 * One day of every place in steps, in three statements.
 * @throws Refusal `date_invalid` for a day ahead, or before what is kept
 */
export const readHeatDay = async (
  db: Db,
  station: StationRow,
  given: { day: string | undefined; metric: HeatMetric; stepMin: string | undefined },
  { now, retainedFrom }: { now: number; retainedFrom: number },
): Promise<HeatDay> => {
  const timeZone = station.time_zone
  const today = dayAt(now, timeZone)
  const { day = today, metric } = given
  if (day > today || day < dayAt(retainedFrom, timeZone)) refuse('date_invalid', { field: 'day' })
  const all = await staysOfStation(db, station.id, PLACES_MAX + 1)
  const ids = [...new Set(all.map(({ placeId }) => placeId))]
  const kept = new Set(ids.slice(0, PLACES_MAX))
  const stepMs = stepMinutes(given.stepMin, ids.length, station.report_min) * MINUTE
  const { from, to: sundown, ...sun } = lightOf(station, day, stepMs)
  const to = Math.max(from, Math.min(sundown, from + Math.ceil((now - from) / stepMs) * stepMs))
  const stays = all.flatMap(({ placeId, deviceNo, since, until }) =>
    deviceNo === null || !kept.has(placeId) || (until !== null && until <= from)
      ? []
      : [{ placeId, deviceNo, since, until }],
  )
  const nos = [...new Set(stays.map(({ deviceNo }) => deviceNo))]
  const steps = await stepsOf(db, nos, { from, to, stepMs, metric })
  const toleranceMs = heatToleranceMs(station.report_min)
  const places = heatColumns(stays, steps, { from, to, stepMs, toleranceMs })
  return { day, metric, timeZone, ...sun, cut: ids.length > PLACES_MAX, from, to, stepMs, places }
}
