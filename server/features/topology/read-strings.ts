import type { Expression, SqlBool } from 'kysely'
import type * as z from 'zod/mini'
import type { stringRoutes } from '#contract/http/strings.ts'
import {
  compareStrings,
  type ComparedString,
  type StringComparison,
} from '#domain/telemetry/compare-strings.ts'
import { addDays, dayAt, dayEndAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import { stringValues } from '#domain/telemetry/string-source.ts'
import { stringsOfStation, type StringRow } from '../arrays/array-store.ts'
import { findDevice, type DeviceNow } from '../devices/device-store.ts'
import { powerByStep } from '../telemetry/reading-store.ts'
import { nightDayAt } from '../stations/station-light.ts'
import { findStation, type StationRow } from '../stations/station-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { energyByInverter, energyByOptimizers, unknownEnergy, type PartsRows } from './string-energy.ts'
import { knownStrings, mpptsNow, presentKnown, stringNowOf, type KnownString } from './string-now.ts'
import { devicesNow, membersOf, partsReadings } from './string-store.ts'

type Output<K extends keyof typeof stringRoutes> = z.output<(typeof stringRoutes)[K]['output']>

/** Strings with what tells of them, and the devices that do. */
export const findKnown = async (
  db: Db,
  strings: readonly StringRow[],
): Promise<{ known: KnownString[]; devices: Map<string, DeviceNow> }> => {
  const members = await membersOf(
    db,
    strings.map(({ id }) => id),
  )
  const ids = new Set([
    ...strings.map(({ inverterId }) => inverterId),
    ...members.map(({ deviceId }) => deviceId),
  ])
  const devices = await devicesNow(db, [...ids])
  return { known: knownStrings(strings, members, devices), devices }
}

/** What every string of a station gives now, in three statements. */
export const readStringsNow = async (
  db: Db,
  station: StationRow,
  now: number,
): Promise<Output<'GET /api/stations/{stationId}/strings-now'>> => {
  const { known, devices } = await findKnown(db, await stringsOfStation(db, station.id))
  return {
    timeZone: station.time_zone,
    strings: known.map((one) => ({ ...presentKnown(one), now: stringNowOf(one, devices, now) })),
  }
}

/** From which power per size on it is light enough: of what its inverter measures W per Wp, or W; W per module. */
const LEAST_SHARE = 0.03
const LEAST_W = 50
const LEAST_MODULE_W = 5
/** Half an hour of five-minute steps: less says nothing of a day. No source: chosen. */
const LEAST_STEPS = 6

type Day = { day: string; from: number; to: number; stepMs: number }

/** Mean power of each string in each step of a day; of optimizers per module, as not all are always heard. */
const compareDay = async (
  db: Db,
  known: readonly KnownString[],
  rows: PartsRows,
  { from, to, stepMs }: Day,
): Promise<StringComparison> => {
  const byInverter = known.filter(({ source }) => source.by === 'current' || source.by === 'tracker')
  const byModules = known.filter(({ source }) => source.by === 'optimizers')
  const sized = byInverter.every(({ row }) => row.capacityW !== null)
  const measured = byInverter.map((one): ComparedString => {
    const sums = new Map<number, { sum: number; count: number }>()
    for (const row of rows) {
      if (row.ts < from || row.ts >= to) continue
      const { powerW } = stringValues(one.source, one.row.no, row)
      if (powerW === null) continue
      const step = Math.floor((row.ts - from) / stepMs)
      const there = sums.get(step) ?? { sum: 0, count: 0 }
      sums.set(step, { sum: there.sum + powerW, count: there.count + 1 })
    }
    return {
      id: one.row.id,
      kind: one.source.by ?? 'tracker',
      plane: one.members[0]?.plane ?? null,
      size: sized ? (one.row.capacityW ?? 1) : 1,
      steps: new Map([...sums].map(([step, { sum, count }]) => [step, sum / count])),
    }
  })
  const nos = byModules.flatMap(({ members }) => members.map(({ no }) => no))
  const cells = Map.groupBy(await powerByStep(db, nos, from, to, stepMs), ({ deviceNo }) => deviceNo)
  const summed = byModules.map((one): ComparedString => {
    const values = Map.groupBy(
      one.members.flatMap(({ no }) => cells.get(no) ?? []),
      ({ step }) => step,
    )
    return {
      id: one.row.id,
      kind: 'optimizers',
      plane: one.members[0]?.plane ?? null,
      size: 1,
      steps: new Map(
        [...values].map(([step, own]) => [
          step,
          own.reduce((sum, { powerW }) => sum + powerW, 0) / own.length,
        ]),
      ),
    }
  })
  const least = sized ? LEAST_SHARE : LEAST_W
  return compareStrings([...measured, ...summed], {
    current: least,
    tracker: least,
    optimizers: LEAST_MODULE_W,
  })
}

/**
 * The strings of an inverter beside each other.
 * @throws Refusal `not_found`
 */
export const readInverterStrings = async (
  db: Db,
  deviceId: string,
  scope: Expression<SqlBool>,
  now: number,
): Promise<Output<'GET /api/devices/{deviceId}/strings'>> => {
  const device = (await findDevice(db, deviceId, scope)) ?? refuse('not_found')
  const station = (await findStation(db, device.station_id, scope)) ?? refuse('not_found')
  const strings = await stringsOfStation(db, station.id, deviceId)
  const timeZone = station.time_zone
  const { known, devices } = await findKnown(db, strings)
  const today = dayAt(now, timeZone)
  const yesterday = addDays(today, -1)
  const rows = known.some(({ source }) => source.by === 'current' || source.by === 'tracker')
    ? await partsReadings(
        db,
        device.no,
        { from: dayStartAt(yesterday, timeZone), to: dayEndAt(today, timeZone) },
        null,
      )
    : []
  const counted = await energyByOptimizers(
    db,
    known.filter(({ source }) => source.by === 'optimizers'),
    timeZone,
    { from: yesterday, to: today },
  )
  const energyOf = (one: KnownString, day: string) =>
    one.source.by === null
      ? unknownEnergy
      : one.source.by === 'optimizers'
        ? counted(one.row.id, { from: day, to: day })
        : energyByInverter(one, rows, station, { from: day, to: day }, now)
  const frameOf = (day: string): Day => ({
    day,
    from: dayStartAt(day, timeZone),
    to: dayEndAt(day, timeZone),
    stepMs: station.report_min * 60_000,
  })
  let frame = frameOf(today)
  let found = await compareDay(db, known, rows, frame)
  if (found.steps < LEAST_STEPS) {
    frame = frameOf(yesterday)
    found = await compareDay(db, known, rows, frame)
  }
  const { span, shares } = found
  return {
    timeZone,
    night: nightDayAt(station, now),
    compared:
      span === null
        ? null
        : {
            day: frame.day,
            from: frame.from + span.first * frame.stepMs,
            to: Math.min(frame.to, frame.from + (span.last + 1) * frame.stepMs),
          },
    mppts: mpptsNow(device, now),
    strings: known.map((one) => ({
      ...presentKnown(one),
      now: stringNowOf(one, devices, now),
      today: energyOf(one, today),
      yesterday: energyOf(one, yesterday),
      ...(shares.get(one.row.id) ?? { share: null, peers: 0, odd: false, turned: false }),
    })),
  }
}
