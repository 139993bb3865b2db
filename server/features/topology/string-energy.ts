import { bridgeMs } from '#domain/telemetry/energy-days.ts'
import { addDays, dayAt, dayEndAt, dayStartAt, daysFromTo } from '#domain/telemetry/local-days.ts'
import { energyOfPowers, stringValues } from '#domain/telemetry/string-source.ts'
import type { Db } from '../../platform/db/handle.ts'
import { daylightOf } from '../stations/station-light.ts'
import type { StationRow } from '../stations/station-store.ts'
import type { KnownString } from './string-now.ts'
import { countedDays, type partsReadings } from './string-store.ts'

type StringEnergy = { wh: number | null; coverage: number | null }
export type PartsRows = Awaited<ReturnType<typeof partsReadings>>

/** Local days, both included, of which the last may be running. */
export type DaySpan = { from: string; to: string }

export const unknownEnergy: StringEnergy = { wh: null, coverage: null }

/** From sunrise to sunset of a local day, up to now; all of it where the sun does neither rise nor set. */
const lightOf = (station: StationRow, day: string, now: number): { from: number; to: number } => {
  const [start, end] = [dayStartAt(day, station.time_zone), dayEndAt(day, station.time_zone)]
  const { sunriseAt, sunsetAt } = daylightOf(station, (start + end) / 2)
  const from = sunriseAt ?? start
  return { from, to: Math.max(from, Math.min(now, sunsetAt ?? end)) }
}

/** Energy of a string over local days, from what its inverter said of it; each day for itself. */
export const energyByInverter = (
  known: KnownString,
  rows: PartsRows,
  station: StationRow,
  { from, to }: DaySpan,
  now: number,
): StringEnergy => {
  let wh: number | null = null
  let [coveredMs, lightMs] = [0, 0]
  for (const day of daysFromTo(from, to)) {
    const [start, end] = [dayStartAt(day, station.time_zone), dayEndAt(day, station.time_zone)]
    const light = lightOf(station, day, now)
    lightMs += light.to - light.from
    const points = rows.flatMap((row) =>
      row.ts >= start && row.ts < end
        ? [{ ts: row.ts, powerW: stringValues(known.source, known.row.no, row).powerW }]
        : [],
    )
    const found = energyOfPowers(points, bridgeMs(station.report_min), light)
    coveredMs += found.coveredMs
    if (found.wh !== null) wh = (wh ?? 0) + found.wh
  }
  return { wh, coverage: lightMs > 0 ? Math.min(1, coveredMs / lightMs) : null }
}

/** The first day that a member's counter counted for the string from its beginning to its end. */
const firstDay = (since: number | null, timeZone: string): string =>
  since === null ? '0001-01-01' : addDays(dayAt(since, timeZone), 1)

/** What the counters of each string's optimizers counted, by local day. */
export const energyByOptimizers = async (
  db: Db,
  strings: readonly KnownString[],
  timeZone: string,
  span: DaySpan,
): Promise<(stringId: string, days: DaySpan) => StringEnergy> => {
  const rows = await countedDays(
    db,
    strings.flatMap(({ members }, part) =>
      members.map(({ no, since }) => ({ part, no, first: firstDay(since, timeZone) })),
    ),
    span,
  )
  const byPart = Map.groupBy(rows, ({ part }) => part)
  return (stringId, { from, to }) => {
    const part = strings.findIndex(({ row }) => row.id === stringId)
    const own = (byPart.get(part) ?? []).filter(({ day }) => day >= from && day <= to)
    const all = (strings[part]?.members.length ?? 0) * daysFromTo(from, to).length
    if (own.length === 0) return { wh: null, coverage: all > 0 ? 0 : null }
    const known = own.reduce((sum, one) => sum + one.known, 0)
    return { wh: own.reduce((sum, one) => sum + one.wh, 0), coverage: Math.min(1, known / all) }
  }
}
