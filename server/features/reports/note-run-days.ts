import { addDays, dayAt, dayEndAt, dayStartAt, daysFromTo } from '#domain/telemetry/local-days.ts'
import type { Context } from '../../context.ts'
import { type Scope, visibleStations } from '../accounts/scope.ts'
import { omDevices } from '../devices/find-devices.ts'
import { stationsIn } from '../overview/overview-store.ts'
import type { StationRow } from '../stations/station-store.ts'
import { inverterHours } from '../work-orders/om-hours.ts'
import { invertersThere } from '../work-orders/om-figures.ts'
import { irradianceOf } from './find-work.ts'
import { putRunDay, type RunDay, runDaysMade } from './run-day-store.ts'
import { sunnyHours } from './sunny-hours.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A day's own gateways have sent the last of it by then. */
const AFTER_MS = 3 * HOUR
/** Readings that come late change a day for so long: it is made anew once a day. Chosen, no source. */
const LATE_MS = 7 * DAY
const AGAIN_MS = 20 * HOUR
/** The last days of which readings are looked at. */
const DAYS = 31
/** Who sees all stations that are not deleted. */
const EVERYBODY: Scope = { accountId: '', role: 'administrator', companyId: null }
/** A day is short: it is made to its end. */
const NOBODY_LEAVES = new AbortController().signal

/** One day of a station from its readings. */
export const readRunDay = async (db: Context['db'], station: StationRow, day: string): Promise<RunDay> => {
  const zone = station.time_zone
  const [from, to] = [dayStartAt(day, zone), dayEndAt(day, zone)]
  const inverters = invertersThere(await omDevices(db, station.id, from))
  const hours = await inverterHours(db, station, inverters, { from, to, gone: NOBODY_LEAVES })
  const sunny = sunnyHours(station, from, to)
  const light = await irradianceOf(db, station.id, from, to)
  return {
    stationId: station.id,
    day,
    availableH: hours.available,
    unavailableH: hours.unavailable,
    unknownH: hours.unknown,
    lostWh: hours.lostWh,
    compared: hours.compared,
    irradiationWh:
      light === null || light.length === 0 ? null : light.reduce((sum, { wm2 }) => sum + Math.max(0, wm2), 0),
    litH: light && light.filter(({ hour }) => sunny.has(hour)).length,
    sunH: sunny.size,
  }
}

/**
 * Makes the days of all stations that are over and not made yet, or that late readings may have changed; the newest
 * first. Gives how many.
 */
export const noteRunDays = async (
  { db, retentionDays }: Pick<Context, 'db' | 'retentionDays'>,
  now: number,
  stopping: AbortSignal,
  pressed: () => boolean,
): Promise<number> => {
  const count = Math.min(DAYS, retentionDays - 1)
  const stations = await stationsIn(db, visibleStations(EVERYBODY, now))
  const made = await runDaysMade(db, addDays(dayAt(now, 'UTC'), -count - 2))
  const due = stations.flatMap((station) => {
    const today = dayAt(now, station.time_zone)
    const own = made.get(station.id)
    return daysFromTo(addDays(today, -count), addDays(today, -1)).flatMap((day) => {
      const endAt = dayEndAt(day, station.time_zone)
      if (endAt + AFTER_MS > now) return []
      const at = own?.get(day)
      const isDue = at === undefined || (at < endAt + LATE_MS && at + AGAIN_MS <= now)
      return isDue ? [{ station, day }] : []
    })
  })
  due.sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
  let done = 0
  for (const { station, day } of due) {
    if (stopping.aborted || pressed()) break
    await putRunDay(db, await readRunDay(db, station, day), now)
    done += 1
  }
  return done
}
