import { assumedPlane, expectedCurveW } from '#domain/stations/clear-sky.ts'
import { signedPosition } from '#domain/stations/sun.ts'
import { addDays, daysBetween, dayStartAt } from '#domain/telemetry/local-days.ts'
import type { StationRow } from '../stations/station-store.ts'

const HOUR = 3_600_000
/** The sun of one day stands for so many around it: its path changes by less than 1 % of a day's energy in between. */
const DAYS_ALIKE = 10

type Place = Pick<
  StationRow,
  'latitude' | 'north' | 'longitude' | 'east' | 'tilt_deg' | 'azimuth_deg' | 'capacity_w' | 'time_zone'
>

/** What a clear sky would give on all local days from `fromDay` to `toDay`, Wh: an estimate, to be labelled as one. */
export const clearSkyWh = (
  station: Place,
  { fromDay, toDay }: { fromDay: string; toDay: string },
  /** What its inverters can give together, W; null = unknown. */
  limitW: number | null,
): number => {
  const position = signedPosition(station)
  const plane = assumedPlane(position.latitude, {
    tiltDeg: station.tilt_deg,
    azimuthDeg: station.azimuth_deg,
  })
  const array = { ...position, ...plane, capacityW: station.capacity_w, limitW }
  let wh = 0
  for (let day = fromDay; day <= toDay;) {
    const days = Math.min(DAYS_ALIKE, daysBetween(day, toDay) + 1)
    const start = dayStartAt(addDays(day, Math.floor(days / 2)), station.time_zone)
    const hours = Array.from({ length: 24 }, (_, hour) => start + (hour + 0.5) * HOUR)
    wh += days * expectedCurveW(hours, array).reduce((sum, powerW) => sum + powerW, 0)
    day = addDays(day, days)
  }
  return wh
}
