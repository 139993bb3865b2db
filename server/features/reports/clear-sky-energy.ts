import { expectedCurveW, type SolarArray } from '#domain/stations/clear-sky.ts'
import { addDays, daysBetween, dayStartAt } from '#domain/telemetry/local-days.ts'

const HOUR = 3_600_000
/** The sun of one day stands for so many around it: its path changes by less than 1 % of a day's energy in between. */
const DAYS_ALIKE = 10

/** What a clear sky would give on all local days from `fromDay` to `toDay`, Wh: an estimate, to be labelled as one. */
export const clearSkyWh = (
  modules: SolarArray,
  timeZone: string,
  { fromDay, toDay }: { fromDay: string; toDay: string },
): number => {
  let wh = 0
  for (let day = fromDay; day <= toDay;) {
    const days = Math.min(DAYS_ALIKE, daysBetween(day, toDay) + 1)
    const start = dayStartAt(addDays(day, Math.floor(days / 2)), timeZone)
    const hours = Array.from({ length: 24 }, (_, hour) => start + (hour + 0.5) * HOUR)
    wh += days * expectedCurveW(hours, modules).reduce((sum, powerW) => sum + powerW, 0)
    day = addDays(day, days)
  }
  return wh
}
