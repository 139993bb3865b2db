import type * as z from 'zod/mini'
import type { heatValue, topologyRoutes } from '#contract/http/topology.ts'
import {
  emptyCell,
  heardCell,
  heatToleranceMs,
  silentCell,
  type HeatCell,
  type HeatMetric,
  PLACES_MAX,
} from '#domain/telemetry/heat.ts'
import { addDays, dayAt } from '#domain/telemetry/local-days.ts'
import { devicesById } from '../devices/device-store.ts'
import { energyOfDay } from '../devices/find-today.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { daylightOf, nightDayAt } from '../stations/station-light.ts'
import type { StationRow } from '../stations/station-store.ts'
import { cellNow } from './cell-now.ts'
import { lastHeard, readingsNear, staysOfStation, type PlaceStay, type Window } from './heat-store.ts'

type Heat = z.output<(typeof topologyRoutes)['GET /api/stations/{stationId}/heat']['output']>
type HeatValue = z.output<typeof heatValue>

/** The stay of each place at an instant; a place where nothing hung at that time has none. */
const staysAt = (stays: readonly PlaceStay[], at: number): { place: PlaceStay; stay: PlaceStay | null }[] =>
  [...Map.groupBy(stays, ({ placeId }) => placeId).values()].flatMap((all) => {
    const [place] = all
    const there = all.find(
      ({ deviceNo, since, until }) =>
        deviceNo !== null && (since === null || since <= at) && (until === null || until > at),
    )
    return place ? [{ place, stay: there ?? null }] : []
  })

/** Shortest decimal of the single precision that is stored. */
const tidy = (value: number | null): number | null => (value === null ? null : Number(value.toPrecision(5)))

const present = (
  place: PlaceStay,
  stay: PlaceStay | null,
  cell: HeatCell,
  dayWh: number | null = null,
): HeatValue => ({
  placeId: place.placeId,
  kind: place.kind,
  deviceId: stay?.deviceId ?? null,
  value: tidy(cell.value),
  ts: cell.ts,
  state: cell.state,
  dayWh,
})

const valuesNow = async (
  db: Db,
  stationId: string,
  stays: readonly PlaceStay[],
  { metric, day, now }: { metric: HeatMetric; day: string; now: number },
): Promise<HeatValue[]> => {
  const placed = staysAt(stays, now)
  const ids = placed.flatMap(({ stay }) => stay?.deviceId ?? [])
  const found = (await devicesById(db, ids)).filter((row) => row.station_id === stationId)
  const rows = new Map(found.map((row) => [row.id, row]))
  const there = placed.map(({ place, stay }) => ({ place, stay, row: rows.get(stay?.deviceId ?? '') }))
  const hanging = there.flatMap(({ row }) => row ?? [])
  const { rows: made } = await energyOfDay(
    db,
    hanging.map(({ no }) => ({ no, day })),
  )
  const whOf = new Map(made.map(({ no, wh }) => [no, wh]))
  return there.map(({ place, stay, row }) =>
    row
      ? present(place, stay, cellNow(row, metric, now), whOf.get(row.no) ?? null)
      : present(place, null, emptyCell),
  )
}

const valuesAt = async (
  db: Db,
  stays: readonly PlaceStay[],
  {
    at,
    retainedFrom,
    ...near
  }: { at: number; retainedFrom: number; toleranceMs: number; metric: HeatMetric },
): Promise<HeatValue[]> => {
  const there = staysAt(stays, at)
  const windows = new Map<PlaceStay, Window>(
    there.flatMap(({ stay }) =>
      stay?.deviceNo == null
        ? []
        : [[stay, { deviceNo: stay.deviceNo, since: stay.since, until: stay.until }] as const],
    ),
  )
  const all = [...windows.values()]
  const readings = await readingsNear(db, all, { at, ...near })
  const silent = all.filter((window) => !readings.has(window))
  const heard = await lastHeard(db, silent, { from: retainedFrom, before: at })
  return there.map(({ place, stay }) => {
    const window = stay && windows.get(stay)
    if (!window) return present(place, null, emptyCell)
    const reading = readings.get(window)
    const cell = reading
      ? heardCell(near.metric, reading)
      : silentCell(near.metric, heard.get(window) ?? null, false)
    return present(place, stay, cell)
  })
}

/**
 * What every place of a station's array gives now (`at` absent) or gave at an instant: in at most five statements.
 * @throws Refusal `date_invalid` for an instant ahead, or before what is kept
 */
export const readHeat = async (
  db: Db,
  station: StationRow,
  given: { at: number | undefined; metric: HeatMetric },
  { now, retainedFrom }: { now: number; retainedFrom: number },
): Promise<Heat> => {
  const { at = now, metric } = given
  if (at > now || at < retainedFrom) refuse('date_invalid', { field: 'at' })
  const stays = await staysOfStation(db, station.id, PLACES_MAX + 1)
  const extra = new Set(stays.map(({ placeId }) => placeId)).size > PLACES_MAX ? stays.at(-1)?.placeId : null
  const kept = extra == null ? stays : stays.filter(({ placeId }) => placeId !== extra)
  const toleranceMs = heatToleranceMs(station.report_min)
  const today = dayAt(at, station.time_zone)
  const night = nightDayAt(station, at)
  const energyDay = night === 'yesterday' ? addDays(today, -1) : today
  return {
    at,
    metric,
    timeZone: station.time_zone,
    ...daylightOf(station, at),
    retainedFrom,
    reportMin: station.report_min,
    energyDay,
    night,
    cut: extra != null,
    values:
      given.at === undefined
        ? await valuesNow(db, station.id, kept, { metric, day: energyDay, now })
        : await valuesAt(db, kept, { at, retainedFrom, toleranceMs, metric }),
  }
}
