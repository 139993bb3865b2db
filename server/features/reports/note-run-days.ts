import { addDays, dayAt, dayEndAt, dayStartAt, daysFromTo } from '#domain/telemetry/local-days.ts'
import type { Context } from '../../context.ts'
import { EVERYBODY, visibleStations } from '../accounts/scope.ts'
import { omDevices } from '../devices/find-devices.ts'
import { stationsIn } from '../stations/rows-store.ts'
import type { StationRow } from '../stations/station-store.ts'
import { inverterHours } from '../work-orders/om-hours.ts'
import { invertersThere } from '../work-orders/om-figures.ts'
import { irradianceOf } from './find-work.ts'
import { putLooks, putRunDay, type RunDay, runDaysDue, runDaysMade } from './run-day-store.ts'
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

/** The days of a station that are due, the newest first, and when the first of the others is; epoch ms. */
const lookAt = (
  { time_zone: zone }: StationRow,
  made: ReadonlyMap<string, number>,
  now: number,
  count: number,
): { due: string[]; nextAt: number } => {
  const today = dayAt(now, zone)
  const due: string[] = []
  let nextAt = Infinity
  for (const day of daysFromTo(addDays(today, -count), today).toReversed()) {
    const endAt = dayEndAt(day, zone)
    const at = made.get(day)
    if (at !== undefined && at >= endAt + LATE_MS) continue
    const dueAt = Math.max(endAt + AFTER_MS, at === undefined ? -Infinity : at + AGAIN_MS)
    if (dueAt <= now) due.push(day)
    else nextAt = Math.min(nextAt, dueAt)
  }
  return { due, nextAt }
}

/**
 * Makes the days of all stations that are over and not made yet, or that late readings may have changed; the newest
 * first. A station none of whose days is due is not looked at. Gives how many days.
 */
export const noteRunDays = async (
  { db, retentionDays }: Pick<Context, 'db' | 'retentionDays'>,
  now: number,
  stopping: AbortSignal,
  pressed: () => boolean,
): Promise<number> => {
  const count = Math.min(DAYS, retentionDays - 1)
  const stations = await stationsIn(db, runDaysDue(visibleStations(EVERYBODY, now), now))
  const made = await runDaysMade(
    db,
    stations.map(({ id }) => id),
    addDays(dayAt(now, 'UTC'), -count - 2),
  )
  const looks = stations.map((station) => {
    const own = made.get(station.id) ?? new Map<string, number>()
    return { station, own, ...lookAt(station, own, now, count) }
  })
  const due = looks.flatMap((look) => look.due.map((day) => ({ ...look, day })))
  due.sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
  let done = 0
  for (const { station, own, day } of due) {
    if (stopping.aborted || pressed()) break
    await putRunDay(db, await readRunDay(db, station, day), now)
    own.set(day, now)
    done += 1
  }
  // What was left over is due at the next run.
  await putLooks(
    db,
    looks.flatMap(({ station, own }) => {
      const { due: left, nextAt } = lookAt(station, own, now, count)
      return left.length > 0 ? [] : [{ stationId: station.id, zone: station.time_zone, nextAt }]
    }),
  )
  return done
}
