import { isModuleLevel } from '#domain/devices/kinds.ts'
import { type Book, countedReadings } from '#domain/telemetry/counters.ts'
import type { CounterLimits, CounterReading } from '#domain/telemetry/counter-rules.ts'
import { type LightOf, lightOfDays, timeOfDays } from '#domain/telemetry/day-light.ts'
import { bridgeMs } from '#domain/telemetry/energy-days.ts'
import type { LedgerRules } from '#domain/telemetry/ledger-book.ts'
import { FOLD_FORM } from '#domain/telemetry/ledger-fold.ts'
import { type DayFinder, localDayFinder } from '#domain/telemetry/local-days.ts'
import { MAX_MODULE_W, pvRatedW } from '#domain/telemetry/reading-ranges.ts'
import { newsFromW, nothingShown, shownFrom, type ShownState } from '#domain/telemetry/shown-power.ts'
import type { EnteredPosition } from '#domain/stations/sun.ts'
import type { DueDevice } from './energy-store.ts'
import { DAY_MS } from './partition-store.ts'

/** What is made is bound by the rating, of a hybrid by what its modules can give; what flows by that of a battery alone. */
const limitsOf = ({ kind, ratedW, shownW }: DueDevice, book: Book, hybrid: boolean): CounterLimits => {
  if (book !== 'made') return { ratedW: kind === 'battery' ? ratedW : null }
  const own = { ratedW: hybrid ? pvRatedW(ratedW) : ratedW, shownW }
  return isModuleLevel(kind) ? { ...own, mostW: MAX_MODULE_W } : own
}

/** Days of zones and light of places, of which devices that are computed together have few. */
export type Calendars = {
  daysOf: (zone: string) => DayFinder
  lightOf: (position: EnteredPosition) => LightOf
}

export const createCalendars = (): Calendars => {
  const [days, lights] = [new Map<string, DayFinder>(), new Map<string, LightOf>()]
  return {
    daysOf: (zone) => {
      const found = days.get(zone) ?? localDayFinder(zone)
      days.set(zone, found)
      return found
    },
    lightOf: (position) => {
      const key = `${position.latitude} ${position.north} ${position.longitude} ${position.east}`
      const found = lights.get(key) ?? lightOfDays(position)
      lights.set(key, found)
      return found
    },
  }
}

/** What a book of a device is booked by; `hybrid`: its modules have said something. */
export const rulesOf = (
  due: DueDevice,
  book: Book,
  { daysOf, lightOf }: Calendars,
  hybrid: boolean,
): LedgerRules => ({
  zone: due.zone,
  dayOf: daysOf(due.zone),
  limits: limitsOf(due, book, hybrid),
  maxBridgeMs: bridgeMs(due.reportMin),
  lightOf: book === 'made' ? lightOf(due.position) : timeOfDays,
})

/** All that `rulesOf` reads, in words: what was computed by something else is computed anew. */
export const basisOf = ({ zone, reportMin, kind, ratedW, shownW, position }: DueDevice): string =>
  JSON.stringify([
    FOLD_FORM,
    zone,
    reportMin,
    kind,
    ratedW,
    shownW,
    position.latitude,
    position.north,
    position.longitude,
    position.east,
  ])

/** Looks for power beyond what is known of the device in the readings around a change; null = no rating speaks of it. */
export const searchShown = (
  { since, until, zone }: DueDevice,
  limits: CounterLimits,
  readings: readonly CounterReading[],
): ShownState | null => {
  const fromW = newsFromW(limits)
  if (fromW === null) return null
  const around = readings.filter(({ ts }) => ts >= since - DAY_MS && ts <= until + DAY_MS)
  return shownFrom(nothingShown(fromW), countedReadings(around, zone, { before: true, after: true }).readings)
}

/** W that a search found; null = nothing that was not known. */
export const newlyShownW = (shown: ShownState | null, limits: CounterLimits): number | null => {
  const fromW = newsFromW(limits)
  return shown !== null && fromW !== null && shown.mostW > fromW ? shown.mostW : null
}
