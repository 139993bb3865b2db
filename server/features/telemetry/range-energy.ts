import type { DeviceTime } from '#domain/telemetry/coverage.ts'
import { askedBeforeLight, DAWN, knownToday, shareKnown, WHOLE_DAY } from '#domain/telemetry/coverage.ts'
import { dayAt, dayNumber } from '#domain/telemetry/local-days.ts'
import type { Db } from '../../platform/db/handle.ts'
import { elapsedLight } from '../stations/station-light.ts'
import { knownOn, livesOf, type LifeRow } from './known-store.ts'
import { energyOfRanges, type Range, type RangeRow } from './range-store.ts'

/** Wh; null = nothing known. `sharedWh`: of spans over an edge of it, up to so much more may belong to it. */
export type RangeEnergy = { wh: number | null; sharedWh: number; coverage: number | null }

const whOf = (rows: readonly RangeRow[]): number | null => {
  const known = rows.flatMap(({ wh, span_wh: spans }) => [wh, spans]).filter((one) => one !== null)
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0)
}

/** Energy of stations (their inverters, removed ones included) in each range, in their order; one statement. */
export const energyOf = async (db: Db, ranges: readonly Range[]): Promise<(number | null)[]> => {
  const rows = Map.groupBy(await energyOfRanges(db, ranges), ({ at }) => at)
  return ranges.map((_, at) => whOf(rows.get(at) ?? []))
}

type Life = LifeRow & { leftDay: string | null; today: string; elapsed: number }

/** What was asked of an inverter in whole days and of the present one, and what of it is known. */
const timeOf = (
  row: RangeRow,
  life: Life,
  range: Range,
  knownOnDay: ReadonlyMap<string, number>,
): DeviceTime => {
  const { rated_w: ratedW, today, elapsed, leftDay } = life
  const holds = (day: string): boolean => day >= range.partFrom && day <= range.partTo
  const created = dayAt(life.created_at, life.time_zone)
  const since = life.first_day !== null && life.first_day < created ? life.first_day : created
  const from = Math.max(dayNumber(range.partFrom), dayNumber(since))
  const last = Math.min(
    dayNumber(range.partTo),
    dayNumber(today) - 1,
    leftDay === null ? Infinity : dayNumber(leftDay) - 1,
  )
  const days = Math.max(0, last - from + 1)
  const begun = leftDay === null && holds(today) && since <= today
  if (begun && days === 0 && elapsed < DAWN) return { ratedW, ...askedBeforeLight(life.first_day !== null) }
  const asked = WHOLE_DAY * days + (begun ? elapsed : 0)
  if (row.unmeasured > 0) return { ratedW, asked, known: null }
  const booked = (day: string | null): number =>
    day !== null && holds(day) ? (knownOnDay.get(`${row.no} ${day}`) ?? 0) : 0
  const now = begun ? knownToday(booked(today), elapsed) : 0
  const left = leftDay === today ? 0 : booked(leftDay)
  return { ratedW, asked, known: row.known + row.span_known - booked(today) - left + now }
}

/**
 * The same with the share of the inverters' rated power and time that each rests on. Five statements, however many
 * stations and ranges.
 */
export const energyInRanges = async (
  db: Db,
  ranges: readonly Range[],
  now: number,
): Promise<RangeEnergy[]> => {
  const rows = await energyOfRanges(db, ranges)
  const lives = await livesOf(db, [...new Set(rows.map(({ no }) => no))])
  const today = new Map<string, string>()
  const todayIn = (zone: string): string => {
    const day = today.get(zone) ?? dayAt(now, zone)
    today.set(zone, day)
    return day
  }
  const elapsed = new Map<string, number>()
  const elapsedAt = (row: LifeRow): number => {
    const place = `${row.latitude} ${row.north} ${row.longitude} ${row.east} ${row.time_zone} ${row.report_min}`
    const light = elapsed.get(place) ?? elapsedLight(row, now)
    elapsed.set(place, light)
    return light
  }
  const lifeOf = new Map(
    lives.map((row): [number, Life] => [
      row.no,
      {
        ...row,
        today: todayIn(row.time_zone),
        elapsed: elapsedAt(row),
        leftDay: row.removed_at === null ? null : dayAt(row.removed_at, row.time_zone),
      },
    ]),
  )
  const known = await knownOn(
    db,
    [...lifeOf.values()].flatMap(({ no, today, leftDay }) =>
      [today, leftDay].flatMap((day) => (day === null ? [] : { no, day })),
    ),
  )
  const byRange = Map.groupBy(rows, ({ at }) => at)
  return ranges.map((range, at) => {
    const own = byRange.get(at) ?? []
    const times = own.flatMap((row) => {
      const life = lifeOf.get(row.no)
      return life === undefined ? [] : [timeOf(row, life, range, known)]
    })
    return {
      wh: whOf(own),
      sharedWh: own.reduce((sum, { shared }) => sum + shared, 0),
      coverage: shareKnown(times),
    }
  })
}
