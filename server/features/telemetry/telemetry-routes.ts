import { soundRatedW } from '#domain/telemetry/shown-power.ts'
import type { telemetryRoutes } from '#contract/http/telemetry.ts'
import { expectedCurveW, type SolarArray } from '#domain/stations/clear-sky.ts'
import { metrics } from '#domain/telemetry/metrics.ts'
import { addDays, dayAt, dayEndAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import { readableStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import { findDevice } from '../devices/device-store.ts'
import type { Handlers } from '../../call.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { roofOf } from '../stations/find-roofs.ts'
import { modulesOf } from '../stations/station-light.ts'
import { findStation, type StationRow } from '../stations/station-store.ts'
import { readDeviceCurve } from './device-curve.ts'
import { readIncome } from './bar-income.ts'
import { comparedOf } from './compared.ts'
import { periodOf, readEnergyBars, told } from './energy-bars.ts'
import { booksOf } from './totals-store.ts'
import { readBalanceLines } from './balance-curve.ts'
import { readBalance } from './read-balance.ts'
import { readPeers } from './peer-comparison.ts'
import { readPowerCurve } from './power-curve.ts'
import { invertersOf } from './reading-store.ts'

type HistoryRoutes = Omit<typeof telemetryRoutes, 'GET /api/live' | 'PUT /api/live/{streamId}'>

const stationIn = async (db: Db, id: string, who: Who, now: number): Promise<StationRow> =>
  (await findStation(db, id, readableStations(who, now))) ?? refuse('not_found')

const deviceIn = async (db: Db, id: string, who: Who, now: number) =>
  (await findDevice(db, id, readableStations(who, now))) ?? refuse('not_found')

/**
 * What those of inverters that are still there at `at` can give together, W; null when there are none or one is of unknown
 * power. Whatever one was exchanged for on that day counts, as in the station's figures, and not both.
 */
export const ratedTogether = (
  inverters: readonly { ratedW: number | null; removedAt: number | null }[],
  at: number,
): number | null => {
  const there = inverters.filter(({ removedAt }) => removedAt === null || removedAt > at)
  const known = there.flatMap(({ ratedW }) => ratedW ?? [])
  return known.length === 0 || known.length < there.length ? null : known.reduce((a, b) => a + b)
}

/** Clear-sky estimate at the middle of each step, W. */
export const expectedCurve = (
  modules: SolarArray,
  { ts, stepMs }: { ts: readonly number[]; stepMs: number },
): number[] =>
  expectedCurveW(
    ts.map((at) => at + stepMs / 2),
    modules,
  )

export const telemetryHandlers: Handlers<HistoryRoutes> = {
  'GET /api/stations/{stationId}/power': async ({ context: { db }, params, query, who, now }) => {
    const station = await stationIn(db, params.stationId, who, now)
    const timeZone = station.time_zone
    const day = query.day ?? dayAt(now, timeZone)
    const [from, to] = [dayStartAt(day, timeZone), dayEndAt(day, timeZone)]
    const inverters = await invertersOf(db, [station.id], from)
    const stepMs = station.report_min * 60_000
    const curve = await readPowerCurve(db, inverters, { from, to, stepMs, now })
    const balance = await readBalanceLines(db, station.id, curve, {
      stepMs,
      now,
      inverters: inverters.length,
    })
    const roof = await roofOf(db, station.id)
    const limitW = ratedTogether(inverters, Math.min(to, now))
    const expectedW = expectedCurve(modulesOf(station, roof, limitW), curve)
    return { day, timeZone, ...curve, expectedW, balance }
  },

  'GET /api/stations/{stationId}/energy': async ({ context: { db }, params, query, who, now }) => {
    const station = await stationIn(db, params.stationId, who, now)
    const { period } = query
    const of = periodOf(period, query.of, now, station.time_zone)
    const inverters = await invertersOf(db, [station.id], null)
    const nos = inverters.map(({ no }) => no)
    const bars = await readEnergyBars(
      db,
      nos,
      { period, of, timeZone: station.time_zone, capacityW: station.capacity_w },
      now,
    )
    const whole = period === 'lifetime' ? { ...bars, beforeWh: station.yield_before_wh } : bars
    return told(await readIncome(db, station, nos, whole))
  },

  'GET /api/stations/{stationId}/comparison': async ({ context: { db }, params, query, who, now }) => {
    const station = await stationIn(db, params.stationId, who, now)
    const { period } = query
    const of = periodOf(period, query.of, now, station.time_zone)
    return { period, of, compared: await comparedOf(db, [station], of, now) }
  },

  'GET /api/stations/{stationId}/balance': async ({ context: { db }, params, query, who, now }) =>
    readBalance(db, await stationIn(db, params.stationId, who, now), query, now),

  'GET /api/devices/{deviceId}/curve': async ({ context: { db }, params, query, who, now }) => {
    const device = await deviceIn(db, params.deviceId, who, now)
    return readDeviceCurve(
      db,
      { no: device.no, timeZone: device.time_zone, reportMin: device.report_min },
      query.day ?? dayAt(now, device.time_zone),
    )
  },

  'GET /api/devices/{deviceId}/peers': async ({ context: { db }, params, query, who, now }) => {
    const device = await deviceIn(db, params.deviceId, who, now)
    const today = dayAt(now, device.time_zone)
    const found = await readPeers(db, device, query.day ?? today, now)
    // Before the first light of a day, the day before speaks.
    const dark = query.day === undefined && found.steps === 0 && found.peers.length > 0
    return dark ? readPeers(db, device, addDays(today, -1), now) : found
  },

  'GET /api/devices/{deviceId}/energy': async ({ context: { db }, params, query, who, now }) => {
    const device = await deviceIn(db, params.deviceId, who, now)
    const { period, counter } = query
    const of = periodOf(period, query.of, now, device.time_zone)
    if (counter !== undefined) {
      const books = (await booksOf(db, [device.no])).filter((book) => metrics[book.counter].view === counter)
      const nos = books.map(({ no }) => no)
      return told(
        await readEnergyBars(db, nos, { period, of, timeZone: device.time_zone, capacityW: null }, now),
      )
    }
    return told(
      await readEnergyBars(
        db,
        [device.no],
        { period, of, timeZone: device.time_zone, capacityW: soundRatedW(device.rated_w, device.shown_w) },
        now,
      ),
    )
  },
}
