import { setImmediate } from 'node:timers/promises'
import { addDays, dayAt, dayEndAt, dayStartAt, daysFromTo } from '#domain/telemetry/local-days.ts'
import type { Context } from '../../context.ts'
import { omDevices } from '../devices/find-devices.ts'
import { inverterHoursOfDay } from '../work-orders/om-hours.ts'
import { invertersThere } from '../work-orders/om-figures.ts'
import { inChunks } from '../../platform/in-turn.ts'
import type { MakeRoom } from '../../platform/making-room.ts'
import { irradianceIn } from './find-work.ts'
import {
  putLooks,
  putRunDays,
  type RunDay,
  runDaysMade,
  type RunStation,
  stationsDue,
} from './run-day-store.ts'
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
/** Stations of which it is looked up together what was made: some three thousand days. */
const LOOKED_AT = 100
/** Stations one day of which is made together, and inverters whose readings one statement reads; one station at least. */
const TOGETHER = 25
const INVERTERS = 100
/**
 * Days of stations that one run makes, half a minute of them: with more to do than that, as after a restore, what has
 * ended meanwhile is due before what is older. No source: chosen.
 */
const DAYS_A_RUN = 20_000

/** One day of stations of one zone from their readings: a few statements, however many stations. */
export const readRunDays = async (
  db: Context['db'],
  stations: readonly RunStation[],
  { day, zone }: { day: string; zone: string },
): Promise<RunDay[]> => {
  const [from, to] = [dayStartAt(day, zone), dayEndAt(day, zone)]
  const ids = stations.map(({ id }) => id)
  const devices = Map.groupBy(await omDevices(db, ids, from), (device) => device.station_id)
  const light = await irradianceIn(db, ids, from, to)
  const sites = stations.map((station) => ({
    station,
    inverters: invertersThere(devices.get(station.id) ?? []),
  }))
  const days: RunDay[] = []
  for (const some of portionsOf(sites))
    for (const { station, hours } of await inverterHoursOfDay(db, some, { from, to })) {
      const sunny = sunnyHours(station, from, to)
      const measured = light.get(station.id)
      days.push({
        stationId: station.id,
        day,
        availableH: hours.available,
        unavailableH: hours.unavailable,
        unknownH: hours.unknown,
        lostWh: hours.lostWh,
        compared: hours.compared,
        irradiationWh: measured?.length ? measured.reduce((sum, { wm2 }) => sum + Math.max(0, wm2), 0) : null,
        litH: measured === undefined ? null : measured.filter(({ hour }) => sunny.has(hour)).length,
        sunH: sunny.size,
      })
    }
  return days
}

/** One after the other, so that none but a single station has more inverters than one statement reads. */
const portionsOf = <Site extends { inverters: readonly unknown[] }>(sites: readonly Site[]): Site[][] => {
  const portions: Site[][] = []
  let room = 0
  for (const site of sites) {
    room -= site.inverters.length
    if (portions.length === 0 || room < 0) {
      portions.push([])
      room = INVERTERS - site.inverters.length
    }
    portions.at(-1)?.push(site)
  }
  return portions
}

type Look = { station: RunStation; due: number; nextAt: number }

/** What is due of stations: by zone and day those whose day it is, and how many days are left of each. */
type Due = { looks: Look[]; days: Map<string, { day: string; zone: string; looks: Look[] }> }

/** When a day is due that was made at an instant, or never; null: it stands. Epoch ms. */
const dueAtOf = (endAt: number, madeAt: number | undefined): number | null =>
  madeAt === undefined
    ? endAt + AFTER_MS
    : madeAt >= endAt + LATE_MS
      ? null
      : Math.max(endAt + AFTER_MS, madeAt + AGAIN_MS)

/** Notes which of a station's days are due, and when the first of the others is. */
const lookAt = (
  due: Due,
  station: RunStation,
  made: ReadonlyMap<string, number> | undefined,
  { now, count }: { now: number; count: number },
): void => {
  const zone = station.timeZone
  const today = dayAt(now, zone)
  const look: Look = { station, due: 0, nextAt: Infinity }
  due.looks.push(look)
  for (const day of daysFromTo(addDays(today, -count), today)) {
    const dueAt = dueAtOf(dayEndAt(day, zone), made?.get(day))
    if (dueAt === null) continue
    if (dueAt > now) {
      look.nextAt = Math.min(look.nextAt, dueAt)
      continue
    }
    const key = `${day} ${zone}`
    const there = due.days.get(key)
    if (there) there.looks.push(look)
    else due.days.set(key, { day, zone, looks: [look] })
    look.due += 1
  }
}

/** Of all stations, so many at a time that others are answered between. */
const whatIsDue = async (db: Context['db'], { now, count }: { now: number; count: number }): Promise<Due> => {
  const due: Due = { looks: [], days: new Map() }
  for (let after: string | null = null; ;) {
    const stations: RunStation[] = await stationsDue(db, { now, after, most: LOOKED_AT })
    const ids = stations.map(({ id }) => id)
    const made = await runDaysMade(db, ids, addDays(dayAt(now, 'UTC'), -count - 2))
    for (const station of stations) lookAt(due, station, made.get(station.id), { now, count })
    after = ids.at(-1) ?? null
    if (after === null || ids.length < LOOKED_AT) return due
  }
}

/**
 * Makes the days of all stations that are over and not made yet, or that late readings may have changed; the newest
 * first, and so many in a run. A station none of whose days is due is not looked at. Gives how many days.
 */
export const noteRunDays = async (
  {
    db,
    retentionDays,
    makeRoom = setImmediate,
  }: Pick<Context, 'db' | 'retentionDays'> & { makeRoom?: MakeRoom },
  now: number,
  stopping: AbortSignal,
  pressed: () => boolean,
  most: number = DAYS_A_RUN,
): Promise<number> => {
  const count = Math.min(DAYS, retentionDays - 1)
  const due = await whatIsDue(db, { now, count })
  const newestFirst = [...due.days.values()].sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
  const turns = newestFirst.flatMap(({ day, zone, looks }) =>
    inChunks(looks, TOGETHER).map((some) => ({ day, zone, some })),
  )
  let done = 0
  for (const { day, zone, some } of turns) {
    await makeRoom()
    if (stopping.aborted || pressed() || done >= most) break
    const stations = some.map(({ station }) => station)
    await putRunDays(db, await readRunDays(db, stations, { day, zone }), now)
    const nextAt = dueAtOf(dayEndAt(day, zone), now) ?? Infinity
    for (const look of some) {
      look.due -= 1
      look.nextAt = Math.min(look.nextAt, nextAt)
    }
    done += some.length
  }
  // What was left over is due at the next run.
  const seen = due.looks.filter((look) => look.due === 0)
  for (const some of inChunks(seen, LOOKED_AT))
    await putLooks(
      db,
      some.map(({ station, nextAt }) => ({ stationId: station.id, zone: station.timeZone, nextAt })),
    )
  return done
}
