import type { DeviceTime } from '#domain/telemetry/coverage.ts'
import {
  askedBeforeLight,
  DAWN,
  daysAsked,
  knownToday,
  shareKnown,
  WHOLE_DAY,
} from '#domain/telemetry/coverage.ts'
import {
  dayAt,
  daysBetween,
  daysOfPeriod,
  dayStartAt,
  monthOf,
  yearOf,
} from '#domain/telemetry/local-days.ts'
import { type FlowCounter, flowCounters } from '#domain/telemetry/counters.ts'
import type { Db } from '../../platform/db/handle.ts'
import { elapsedLight, elapsedTime } from '../stations/station-light.ts'
import { booksOf, totalsOfDevices, totalsOfStations, type Long, type Row } from './totals-store.ts'

/** Wh; null = nothing known. Spans count where they lie wholly inside. */
export type EnergyTotals = {
  todayWh: number | null
  /** A span of several days may hold more of today's energy. */
  todayShared: boolean
  /** Energy of such spans: up to so much more may be today's. */
  todaySharedWh: number
  monthWh: number | null
  /** Energy of spans over the month's edge: up to so much more may belong to it. */
  monthSharedWh: number
  yearWh: number | null
  yearSharedWh: number
  lifetimeWh: number | null
  /** The local day of the first reading that is in the lifetime. */
  lifetimeSince: string | null
  /** Share of the devices' rated power and time that each figure rests on, 0 to 1; null = unknown. */
  coverage: { today: number | null } & Record<Long, number | null>
}

const calendar = (now: number, zone: string) => {
  const today = dayAt(now, zone)
  const month = daysOfPeriod(monthOf(today))
  const year = daysOfPeriod(yearOf(today))
  return {
    today,
    todayAt: new Date(dayStartAt(today, zone)),
    monthFrom: month.fromDay,
    monthTo: month.toDay,
    yearFrom: year.fromDay,
    yearTo: year.toDay,
  }
}

/** Zones repeat: one look at the calendar each. */
const calendars = (now: number) => {
  const held = new Map<string, ReturnType<typeof calendar>>()
  return (zone: string) => {
    const found = held.get(zone) ?? calendar(now, zone)
    held.set(zone, found)
    return found
  }
}

const sumKnown = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** What is asked and known of a device in each period, thousandths of days. */
const timesOf = (row: Row, today: ReturnType<typeof calendar>, elapsed: number) => {
  const { rated_w: ratedW, removed_ago: removedAgo } = row
  const there = removedAgo === null
  const firstAgo = row.first_day === null ? 0 : daysBetween(row.first_day, today.today)
  const fromAgo = Math.max(row.created_ago, firstAgo)
  const unseen = row.heard_today && row.known_today === null
  const knownNow = there ? knownToday(row.known_today ?? 0, elapsed) : 0

  const long = (name: Long, fromDay: string | null): DeviceTime => {
    const periodAgo = fromDay === null ? fromAgo : daysBetween(fromDay, today.today)
    const days = daysAsked(fromAgo, periodAgo, removedAgo)
    if (there && days === 0 && elapsed < DAWN) return { ratedW, ...askedBeforeLight(row.first_day !== null) }
    const asked = WHOLE_DAY * days + (there ? elapsed : 0)
    if (row[`${name}_unmeasured`] > 0) return { ratedW, asked, known: null }
    // Of the day a device leaves nothing is asked, and nothing counts.
    const left =
      removedAgo !== null && removedAgo > 0 && removedAgo <= periodAgo ? (row.removed_known ?? 0) : 0
    const before = row[`${name}_known`] - (row.known_today ?? 0) - left
    return { ratedW, asked, known: before + row[`span_${name}_known`] + knownNow }
  }
  const light = elapsed >= DAWN
  const present =
    there && !light
      ? askedBeforeLight(row.first_day !== null)
      : { asked: there ? elapsed : 0, known: unseen ? null : knownNow }
  return {
    today: { ratedW, ...present },
    month: long('month', today.monthFrom),
    year: long('year', today.yearFrom),
    lifetime: long('lifetime', null),
  }
}

/** Of devices that are one figure together. */
const totalsOf = (rows: readonly Row[], now: number, of: ReturnType<typeof calendars>): EnergyTotals => {
  const [first] = rows
  const light = first === undefined ? 0 : elapsedLight(first, now)
  const time = first === undefined ? 0 : elapsedTime(first, now)
  const times = rows.map((row) => timesOf(row, of(row.time_zone), row.by_time ? time : light))
  const wh = (name: Long) => sumKnown(rows.flatMap((row) => [row[name], row[`span_${name}`]]))
  const share = (name: Long | 'today') => shareKnown(times.map((time) => time[name]))
  const since = rows.flatMap(({ first_day: day }) => day ?? []).sort()[0]
  return {
    todayWh: sumKnown(rows.map(({ today }) => today)),
    todayShared: rows.some(({ shared }) => shared === true),
    todaySharedWh: rows.reduce((sum, row) => sum + row.shared_today, 0),
    monthWh: wh('month'),
    monthSharedWh: rows.reduce((sum, row) => sum + row.shared_month, 0),
    yearWh: wh('year'),
    yearSharedWh: rows.reduce((sum, row) => sum + row.shared_year, 0),
    lifetimeWh: wh('lifetime'),
    lifetimeSince: since ?? null,
    coverage: {
      today: share('today'),
      month: share('month'),
      year: share('year'),
      lifetime: share('lifetime'),
    },
  }
}

/** Energy of devices by number (or of books by theirs), together, in the present day, month and year of `zone`. */
export const deviceEnergyTotals = async (
  db: Db,
  nos: readonly number[],
  now: number,
  zone: string,
): Promise<EnergyTotals> => {
  const of = calendars(now)
  const days = of(zone)
  const { rows } = await totalsOfDevices(db, {
    today: days.today,
    todayAt: days.todayAt,
    monthFrom: days.monthFrom,
    monthTo: days.monthTo,
    yearFrom: days.yearFrom,
    yearTo: days.yearTo,
    nos,
  })
  return totalsOf(rows, now, of)
}

/** What flowed through a device by each of its counters, in the present day, month and year of `zone`. */
export const deviceFlowTotals = async (
  db: Db,
  deviceNo: number,
  now: number,
  zone: string,
): Promise<{ counter: FlowCounter; totals: EnergyTotals }[]> => {
  const books = await booksOf(db, [deviceNo])
  const told = await Promise.all(books.map(({ no }) => deviceEnergyTotals(db, [no], now, zone)))
  return flowCounters.flatMap((counter) => {
    const totals = told[books.findIndex((book) => book.counter === counter)]
    return totals === undefined ? [] : [{ counter, totals }]
  })
}

/**
 * Energy of stations by id: the sum of their inverters' counters, removed inverters included, optimizers never.
 * Each station's day, month and year are those of its own zone. One statement, however many stations; one without
 * inverters is not in the answer.
 */
export const stationEnergyTotals = async (
  db: Db,
  stations: readonly { id: string; timeZone: string }[],
  now: number,
): Promise<Map<string, EnergyTotals>> => {
  if (stations.length === 0) return new Map()
  const of = calendars(now)
  const days = stations.map(({ timeZone }) => of(timeZone))
  const { rows } = await totalsOfStations(db, stations, days)
  const byStation = Map.groupBy(rows, ({ key }) => key)
  return new Map([...byStation].map(([id, own]) => [id, totalsOf(own, now, of)]))
}
