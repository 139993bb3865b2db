import { soundRatedW } from '#domain/telemetry/shown-power.ts'
import { CURVE_READINGS_MAX } from '#domain/telemetry/limits.ts'
import type { Expression, SqlBool } from 'kysely'
import type * as z from 'zod/mini'
import type { placeExchange } from '#contract/http/arrays.ts'
import { dayAt, dayEndAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { deviceCurveOf } from '../telemetry/device-curve.ts'
import { energyBarsOf, periodOf, told } from '../telemetry/energy-bars.ts'
import { type CurveRow, readingsOf } from '../telemetry/reading-store.ts'
import { energyOfStays } from './stay-energy.ts'
import { knownOfStays } from './stay-known.ts'
import { visiblePlace, staysOf } from './place-history-store.ts'
import type { EnergyPeriod } from '../telemetry/bar-store.ts'
import { EXCHANGES_SHOWN } from '#domain/devices/limits.ts'

export type Exchange = z.output<typeof placeExchange>

type Stay = Awaited<ReturnType<typeof staysOf>>[number]

const findPlace = async (db: Db, id: string, scope: Expression<SqlBool>) => {
  const place = await visiblePlace(db, id, scope)
  return place ?? refuse('not_found')
}

const exchangesOf = (stays: readonly Stay[]): Exchange[] =>
  stays.slice(1).flatMap((stay, index) => {
    const before = stays[index]
    return before === undefined || before.id === stay.id
      ? []
      : [{ at: stay.since, oldDeviceId: before.id, oldSn: before.sn, newDeviceId: stay.id, newSn: stay.sn }]
  })

const newest = (exchanges: readonly Exchange[]) => ({
  exchanges: exchanges.slice(-EXCHANGES_SHOWN),
  exchangesTotal: exchanges.length,
})

/**
 * From when to when a stay's readings belong to the place, to the end not included. The first one brings all that its
 * device measured before it was written down, unless that was elsewhere.
 */
const timeOf = (stays: readonly Stay[], index: number): { from: number; to: number } => {
  const stay = stays[index]
  return {
    from: index === 0 && stay?.cameFrom === false ? Number.NEGATIVE_INFINITY : (stay?.since ?? 0),
    to: stay?.until ?? Number.POSITIVE_INFINITY,
  }
}

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
  let rows: CurveRow[] = []
  for (const [index, stay] of stays.entries()) {
    const time = timeOf(stays, index)
    const [start, end] = [Math.max(from, time.from), Math.min(to, time.to)]
    if (start < end && rows.length <= CURVE_READINGS_MAX)
      rows = rows.concat(await readingsOf(db, stay.no, start, end, CURVE_READINGS_MAX + 1 - rows.length))
  }
  const exchanges = exchangesOf(stays).filter(({ at }) => at >= from && at < to)
  const frame = { day, timeZone, from, to, intervalMs: reportMin * 60_000 }
  return { ...deviceCurveOf(rows, frame), ...newest(exchanges) }
}

/**
 * The energy of a place by day, month or year: of each device what it counted while it hung there.
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
  const last = stays.at(-1)
  const choice = {
    period: given.period,
    of: periodOf(given.period, given.of, now, timeZone),
    timeZone,
    capacityW: soundRatedW(last?.ratedW ?? null, last?.shownW ?? null),
  }
  const times = stays.map((stay, index) => ({ no: stay.no, ...timeOf(stays, index) }))
  const [{ byBar, spans }, known] = await Promise.all([
    energyOfStays(db, times, choice),
    knownOfStays(db, times, choice, now),
  ])
  return { ...told(energyBarsOf(byBar, spans, choice, known)), ...newest(exchangesOf(stays)) }
}
