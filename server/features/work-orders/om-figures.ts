import { addDays, dayAt, dayEndAt, daysBetween, dayStartAt } from '#domain/telemetry/local-days.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import type { StationRow } from '../stations/station-store.ts'
import { type Inverter, inverterHours } from './om-hours.ts'
import { omDevices } from '../devices/find-devices.ts'
import type { Period, OmFigures } from './om-store.ts'
import { alarmSums, orderSums, repeatedFaults, bucketsOf } from './om-store.ts'
import { soundRatedW } from '#domain/telemetry/shown-power.ts'

const DAYS = 90
const DAYS_MAX = 731
const HOURS_DAYS = 31
const FAR = 8.64e15

/** Local days, both ends included. @throws Refusal `invalid_input` */
export const periodOf = (
  given: { from?: string | undefined; to?: string | undefined },
  zone: string,
  now: number,
): Period => {
  const today = dayAt(now, zone)
  const to = given.to === undefined || given.to > today ? today : given.to
  const from = given.from ?? addDays(to, 1 - DAYS)
  if (from > to || daysBetween(from, to) >= DAYS_MAX) refuse('invalid_input', { field: 'from' })
  return { from, to }
}

const hoursOf = (ms: number | null): number | null => (ms === null ? null : ms / 3_600_000)

type Kept = Awaited<ReturnType<typeof omDevices>>[number]

/** From when to when each was there, and what it can give. */
export const invertersThere = (devices: readonly Kept[]): Inverter[] =>
  devices.map((one) => ({
    no: one.no,
    ratedW: soundRatedW(one.rated_w, one.shown_w),
    // One that was added later than it was put into service has been there since.
    from: Math.min(one.created_at, one.activated_at ?? one.created_at),
    to: one.removed_at ?? FAR,
  }))

/** A station's maintenance record over local days that were checked. @throws Refusal `unavailable` when the caller has left */
export const readOm = async (
  db: Db,
  station: StationRow,
  period: Period,
  { now, gone }: { now: number; gone: AbortSignal },
): Promise<OmFigures> => {
  const zone = station.time_zone
  const range = { from: dayStartAt(period.from, zone), to: Math.min(now, dayEndAt(period.to, zone)) }
  const newest = addDays(period.to, 1 - HOURS_DAYS)
  const hoursFrom = newest > period.from ? newest : period.from
  const since = dayStartAt(hoursFrom, zone)
  const inverters = await omDevices(db, [station.id], since)
  // One after the other: a record holds one connection of the twenty, and the next only after this one's statement.
  const alarms = await alarmSums(db, station.id, range.from, range.to)
  const orders = await orderSums(db, station.id, range, now)
  const repeated = await repeatedFaults(db, station.id, range.from, range.to)
  const overTime = await bucketsOf(db, station, period, range)
  const failed = await alarmSums(db, station.id, since, range.to)
  const hours = await inverterHours(db, station, invertersThere(inverters), {
    from: since,
    to: range.to,
    gone,
  })
  const known = hours.available + hours.unavailable
  const failures = failed.l1 + failed.l2
  const tariff = station.tariff
  return {
    ...period,
    timeZone: zone,
    alarms: {
      raised: alarms.raised,
      closed: alarms.closed,
      open: alarms.open,
      byLevel: {
        very_urgent: alarms.l1,
        emergent: alarms.l2,
        important: alarms.l3,
        prompt: alarms.l4,
      },
    },
    orders: {
      initiated: orders.initiated,
      completed: orders.completed,
      discarded: orders.discarded,
      open: orders.open,
      overdue: orders.overdue,
    },
    mttrHours: hoursOf(alarms.mttr),
    repaired: alarms.repaired,
    responseHours: hoursOf(orders.response),
    handlingHours: hoursOf(orders.handling),
    mtbfHours: failures === 0 || known === 0 ? null : hours.available / failures,
    failures,
    availability: {
      from: hoursFrom,
      to: period.to,
      share: known === 0 ? null : hours.available / known,
      availableHours: hours.available,
      unavailableHours: hours.unavailable,
      unknownHours: hours.unknown,
    },
    lost: {
      wh: hours.lostWh,
      coverage: hours.compared,
      money: hours.lostWh === null || tariff === null ? null : (hours.lostWh / 1000) * tariff.perKwh,
      currency: tariff?.currency ?? null,
      unpricedHours: hours.unpriced,
    },
    repeated,
    overTime,
  }
}
