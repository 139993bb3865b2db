import type { Expression, SqlBool } from 'kysely'
import type * as z from 'zod/mini'
import type { stringRoutes } from '#contract/http/strings.ts'
import { heatColumns, heatToleranceMs } from '#domain/telemetry/heat.ts'
import { bridgeMs } from '#domain/telemetry/energy-days.ts'
import { addDays, dayAt, dayEndAt, dayStartAt, monthOf } from '#domain/telemetry/local-days.ts'
import { stringValues } from '#domain/telemetry/string-source.ts'
import { findString, stringsOfStation } from '../arrays/array-store.ts'
import { nightDayAt } from '../stations/station-light.ts'
import { findStation, type StationRow } from '../stations/station-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { stepsOf } from './heat-store.ts'
import { findKnown } from './read-strings.ts'
import { energyByInverter, energyByOptimizers, unknownEnergy, type DaySpan } from './string-energy.ts'
import { presentKnown, stringNowOf, tidy, type KnownString } from './string-now.ts'
import { partsReadings } from './string-store.ts'

type Answer = z.output<(typeof stringRoutes)['GET /api/strings/{stringId}/day']['output']>
type Curve = Pick<Answer, 'ts' | 'powerW' | 'currentA'>
type Frame = { from: number; to: number }

const none: Curve = { ts: [], powerW: [], currentA: [] }

const curveByInverter = (
  known: KnownString,
  rows: Awaited<ReturnType<typeof partsReadings>>,
  { from, to }: Frame,
  breakMs: number,
): Curve => {
  const curve: Curve = { ts: [], powerW: [], currentA: [] }
  const add = (ts: number, powerW: number | null, currentA: number | null): void => {
    curve.ts.push(ts)
    curve.powerW.push(tidy(powerW))
    curve.currentA.push(tidy(currentA))
  }
  let before: number | null = null
  for (const row of rows) {
    if (row.ts < from || row.ts >= to) continue
    if (before !== null && row.ts - before > breakMs) add(before + 1, null, null)
    const values = stringValues(known.source, known.row.no, row)
    add(row.ts, values.powerW, values.currentA)
    before = row.ts
  }
  return curve
}

/** The sum of its optimizers in steps; unknown where one is missing that was heard on the day. */
const curveByOptimizers = async (
  db: Db,
  known: KnownString,
  station: StationRow,
  frame: Frame,
): Promise<Curve> => {
  const stepMs = station.report_min * 60_000
  const stays = known.members.map(({ deviceId, no, since }) => ({
    placeId: deviceId,
    deviceNo: no,
    since,
    until: null,
  }))
  const steps = await stepsOf(
    db,
    stays.map(({ deviceNo }) => deviceNo),
    { ...frame, stepMs, metric: 'power' },
  )
  const tolerance = { toleranceMs: heatToleranceMs(station.report_min) }
  const columns = heatColumns(stays, steps, { ...frame, stepMs, ...tolerance }).filter(({ v }) =>
    v.some((value) => value !== null),
  )
  if (columns.length === 0) return none
  const length = Math.max(...columns.map(({ v }) => v.length))
  const sums = Array.from({ length }, (_, step) =>
    columns.reduce<number | null>((sum, { v }) => {
      const value = v[step]
      return sum === null || value == null ? null : sum + value / 10
    }, 0),
  )
  return {
    ts: sums.map((_, step) => frame.from + step * stepMs + stepMs / 2),
    powerW: sums.map(tidy),
    currentA: sums.map(() => null),
  }
}

/**
 * A string over one local day; where none is asked for the present one, before its first light the one before.
 * @throws Refusal `not_found`, `date_invalid` for a day ahead
 */
export const readStringDay = async (
  db: Db,
  given: { stringId: string; day: string | undefined },
  scope: Expression<SqlBool>,
  now: number,
): Promise<Answer> => {
  const row = (await findString(db, given.stringId, scope)) ?? refuse('not_found')
  const station = (await findStation(db, row.stationId, scope)) ?? refuse('not_found')
  const timeZone = station.time_zone
  const today = dayAt(now, timeZone)
  const night = nightDayAt(station, now)
  const yesterday = addDays(today, -1)
  const day = given.day ?? (night === 'yesterday' ? yesterday : today)
  if (day > today) refuse('date_invalid', { field: 'day' })
  const siblings = await stringsOfStation(db, station.id, row.inverterId)
  const { known: all, devices } = await findKnown(db, siblings)
  const known = all.find((one) => one.row.id === row.id) ?? refuse('not_found')
  const inverter = devices.get(row.inverterId)
  const frame = { from: dayStartAt(day, timeZone), to: dayEndAt(day, timeZone) }
  const firstOfMonth = `${monthOf(today)}-01`
  const { source } = known
  const [curve, energyOf] = await (async (): Promise<[Curve, (span: DaySpan) => Answer['energy']]> => {
    if (source.by === null || !inverter) return [none, () => unknownEnergy]
    if (source.by === 'optimizers') {
      const first = [day, yesterday, firstOfMonth].reduce((a, b) => (a < b ? a : b))
      const counted = await energyByOptimizers(db, [known], timeZone, { from: first, to: today })
      return [await curveByOptimizers(db, known, station, frame), (span) => counted(row.id, span)]
    }
    const only = { tracker: source.tracker, no: row.no }
    const since = yesterday < firstOfMonth ? yesterday : firstOfMonth
    const recent = await partsReadings(
      db,
      inverter.no,
      { from: dayStartAt(since, timeZone), to: dayEndAt(today, timeZone) },
      only,
    )
    const rows = day >= since ? recent : await partsReadings(db, inverter.no, frame, only)
    return [
      curveByInverter(known, rows, frame, bridgeMs(station.report_min)),
      (span) => energyByInverter(known, span.from < since ? rows : recent, station, span, now),
    ]
  })()
  return {
    ...presentKnown(known),
    stationId: station.id,
    inverter: inverter ? inverter.name || inverter.sn : '',
    timeZone,
    now: stringNowOf(known, devices, now),
    night,
    day,
    ...frame,
    ...curve,
    energy: energyOf({ from: day, to: day }),
    today: energyOf({ from: today, to: today }),
    yesterday: energyOf({ from: yesterday, to: yesterday }),
    month: energyOf({ from: firstOfMonth, to: today }),
  }
}
