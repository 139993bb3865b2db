import type { Expression, SqlBool } from 'kysely'
import type * as z from 'zod/mini'
import type { placeExchange } from '#contract/http/arrays.ts'
import { dayAt, dayEndAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import type { Db } from '../kitchen.ts'
import { refuse } from '../refusal.ts'
import { deviceCurveOf } from '../telemetry/device-curve.ts'
import type { EnergyPeriod } from '../telemetry/energy-bars.ts'
import { periodOf, readEnergyBars } from '../telemetry/energy-bars.ts'
import { readingsOf } from '../telemetry/reading-store.ts'

export type Exchange = z.output<typeof placeExchange>

/** A reading a second for a day. */
const ROWS_MAX = 86_400

/** Who hung in a place, first to last. */
const staysOf = async (db: Db, placeId: string) =>
  db
    .selectFrom('place_device as stay')
    .innerJoin('device', 'device.id', 'stay.device_id')
    .where('stay.place_id', '=', placeId)
    .orderBy('stay.since')
    .select(['device.id', 'device.no', 'device.sn', 'device.rated_w as ratedW', 'stay.since', 'stay.until'])
    .execute()

type Stay = Awaited<ReturnType<typeof staysOf>>[number]

const findPlace = async (db: Db, id: string, scope: Expression<SqlBool>) => {
  const place = await db
    .selectFrom('place')
    .innerJoin('station', 'station.id', 'place.station_id')
    .where('place.id', '=', id)
    .where(scope)
    .select(['place.id', 'station.time_zone as timeZone', 'station.report_min as reportMin'])
    .executeTakeFirst()
  return place ?? refuse('not_found')
}

const exchangesOf = (stays: readonly Stay[]): Exchange[] =>
  stays.slice(1).flatMap((stay, index) => {
    const before = stays[index]
    return before === undefined || before.id === stay.id
      ? []
      : [{ at: stay.since, oldDeviceId: before.id, oldSn: before.sn, newDeviceId: stay.id, newSn: stay.sn }]
  })

/**
 * From when a stay's readings belong to the place: the first one brings all that its device measured before it was
 * written down, a later one begins where the one before it ended.
 */
const fromOf = (stays: readonly Stay[], index: number): number =>
  index === 0 ? Number.NEGATIVE_INFINITY : (stays[index]?.since ?? 0)

/**
 * The readings of a place over one local day of its station, of whichever device hung there at the time.
 * @throws Refusal `not_found`
 */
export const placeCurve = async (
  db: Db,
  given: { placeId: string; day: string | undefined },
  scope: Expression<SqlBool>,
  now: number,
) => {
  const { timeZone, reportMin } = await findPlace(db, given.placeId, scope)
  const day = given.day ?? dayAt(now, timeZone)
  const [from, to] = [dayStartAt(day, timeZone), dayEndAt(day, timeZone)]
  const stays = await staysOf(db, given.placeId)
  const parts = await Promise.all(
    stays.map(async (stay, index) => {
      const start = Math.max(from, fromOf(stays, index))
      const end = Math.min(to, stay.until ?? to)
      return start < end ? readingsOf(db, stay.no, start, end, ROWS_MAX) : []
    }),
  )
  const exchanges = exchangesOf(stays).filter(({ at }) => at >= from && at < to)
  const frame = { day, timeZone, from, to, intervalMs: reportMin * 60_000 }
  return { ...deviceCurveOf(parts.flat(), frame), exchanges }
}

/**
 * The energy of a place by day, month or year: the sum of its devices, each of which has a counter of its own.
 * @throws Refusal `not_found`, `invalid_input` for an `of` that does not fit the period
 */
export const placeEnergy = async (
  db: Db,
  given: { placeId: string; period: EnergyPeriod; of?: string | undefined },
  scope: Expression<SqlBool>,
  now: number,
) => {
  const { timeZone } = await findPlace(db, given.placeId, scope)
  const stays = await staysOf(db, given.placeId)
  const nos = [...new Set(stays.map(({ no }) => no))]
  const bars = await readEnergyBars(db, nos, {
    period: given.period,
    of: periodOf(given.period, given.of, now, timeZone),
    timeZone,
    capacityW: stays.at(-1)?.ratedW ?? null,
  })
  return { ...bars, exchanges: exchangesOf(stays) }
}
