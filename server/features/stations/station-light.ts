import { assumedPlane, expectedPowerW } from '#domain/stations/clear-sky.ts'
import type { EnteredPosition } from '#domain/stations/sun.ts'
import { darkPeriod, signedPosition, sunTimes } from '#domain/stations/sun.ts'
import { WHOLE_DAY } from '#domain/telemetry/coverage.ts'
import { lightOfDays, timeOfDays } from '#domain/telemetry/day-light.ts'
import type { DarkPeriod } from '#domain/telemetry/device-state.ts'
import { bridgeMs } from '#domain/telemetry/energy-days.ts'
import { localDayAt } from '#domain/telemetry/local-days.ts'

/** Latest night at the station that began before `now`; null where the sun has not set for days. */
export const darkPeriodAt = (position: EnteredPosition, now: number): DarkPeriod | null =>
  darkPeriod(now, signedPosition(position))

/** Of the local day that holds `now`; null in polar day and night. */
export const sunOfDay = (
  station: EnteredPosition & { time_zone: string },
  now: number,
): { sunriseAt: number | null; sunsetAt: number | null } => {
  const { startAt, endAt } = localDayAt(now, station.time_zone)
  const { riseAt, setAt } = sunTimes((startAt + endAt) / 2, signedPosition(station))
  return { sunriseAt: riseAt, sunsetAt: setAt }
}

/** W under a clear sky at `now`, with an assumed plane where none was entered; `limitW` as in `SolarArray`. */
export const clearSkyW = (
  station: EnteredPosition & { capacity_w: number; tilt_deg: number | null; azimuth_deg: number | null },
  now: number,
  limitW: number | null,
): number => {
  const position = signedPosition(station)
  const entered = { tiltDeg: station.tilt_deg, azimuthDeg: station.azimuth_deg }
  return expectedPowerW(now, {
    ...position,
    ...assumedPlane(position.latitude, entered),
    capacityW: station.capacity_w,
    limitW,
  })
}

/**
 * Thousandths of the light of the station's present day that lie behind, up to what every device has had time to
 * report of.
 */
export const elapsedLight = (
  station: EnteredPosition & { time_zone: string; report_min: number },
  now: number,
): number => {
  const day = localDayAt(now, station.time_zone)
  return Math.floor(WHOLE_DAY * lightOfDays(station)(day, day.startAt, now - bridgeMs(station.report_min)))
}

/** The same of the day's time, for what flows by night, too. */
export const elapsedTime = (station: { time_zone: string; report_min: number }, now: number): number => {
  const day = localDayAt(now, station.time_zone)
  return Math.floor(WHOLE_DAY * timeOfDays(day, day.startAt, now - bridgeMs(station.report_min)))
}
