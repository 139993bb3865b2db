import type * as z from 'zod/mini'
import type { deviceCurve } from '#contract/http/telemetry.ts'
import { BRIDGE_INTERVALS } from '#domain/telemetry/energy-days.ts'
import { dayEndAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { CurveRow } from './reading-store.ts'
import { readingsOf } from './reading-store.ts'

export type DeviceCurve = z.output<typeof deviceCurve>
type Series = DeviceCurve['series'][number]
type Metric = { metric: string; unit: string; of: (row: CurveRow) => number | null }

/** A reading a second for a day; a gateway reports every few minutes. */
const ROWS_MAX = 86_400

/** Lines of a device, named as the fields of `readingView`. */
const single: readonly Metric[] = [
  { metric: 'powerW', unit: 'W', of: (row) => row.p },
  { metric: 'dcPowerW', unit: 'W', of: (row) => row.p_dc },
  { metric: 'reactiveVar', unit: 'var', of: (row) => row.q },
  { metric: 'frequencyHz', unit: 'Hz', of: (row) => row.f },
  { metric: 'temperatureC', unit: '°C', of: (row) => row.t },
  { metric: 'inputV', unit: 'V', of: (row) => row.u_in },
  { metric: 'inputA', unit: 'A', of: (row) => row.i_in },
  { metric: 'outputV', unit: 'V', of: (row) => row.u_out },
  { metric: 'energyTotalWh', unit: 'Wh', of: (row) => row.e_tot },
  { metric: 'rssi', unit: '', of: (row) => row.rssi },
]

const phases = [
  { metric: 'phaseV', unit: 'V', of: (row: CurveRow) => row.u },
  { metric: 'phaseA', unit: 'A', of: (row: CurveRow) => row.i },
]

const trackers = [
  { metric: 'mpptV', unit: 'V', field: 'u' },
  { metric: 'mpptA', unit: 'A', field: 'i' },
  { metric: 'mpptW', unit: 'W', field: 'p' },
] as const

/** Shortest decimal of the single precision that is stored: 230.1, not 230.10000610351562. */
const tidy = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value.toPrecision(7))

/** A silence of more than three intervals becomes a row of nulls, so that a line breaks there. */
const withGaps = (rows: readonly CurveRow[], intervalMs: number): (CurveRow | number)[] => {
  const out: (CurveRow | number)[] = []
  let before: CurveRow | undefined
  for (const row of rows) {
    if (before !== undefined && row.ts - before.ts > BRIDGE_INTERVALS * intervalMs)
      out.push(before.ts + intervalMs)
    out.push(row)
    before = row
  }
  return out
}

export const deviceCurveOf = (
  rows: readonly CurveRow[],
  frame: { day: string; timeZone: string; from: number; to: number; intervalMs: number },
): DeviceCurve => {
  const points = withGaps(rows, frame.intervalMs)
  const column = (of: (row: CurveRow) => number | null | undefined): (number | null)[] =>
    points.map((point) => (typeof point === 'number' ? null : of(point)) ?? null)
  const series: Series[] = []
  const line = (metric: string, index: number | null, unit: string, values: (number | null)[]): void => {
    if (values.some((value) => value !== null)) series.push({ metric, index, unit, values })
  }
  for (const { metric, unit, of } of single)
    line(
      metric,
      null,
      unit,
      column((row) => (metric === 'energyTotalWh' ? of(row) : tidy(of(row)))),
    )
  for (const { metric, unit, of } of phases)
    for (const index of [0, 1, 2])
      line(
        metric,
        index + 1,
        unit,
        column((row) => tidy(of(row)?.[index])),
      )
  const numbers = [...new Set(rows.flatMap((row) => row.mppt?.map(({ n }) => n) ?? []))].sort((a, b) => a - b)
  for (const { metric, unit, field } of trackers)
    for (const n of numbers)
      line(
        metric,
        n,
        unit,
        column((row) => row.mppt?.find((tracker) => tracker.n === n)?.[field]),
      )
  return {
    day: frame.day,
    timeZone: frame.timeZone,
    from: frame.from,
    to: frame.to,
    ts: points.map((point) => (typeof point === 'number' ? point : point.ts)),
    flags: points.map((point) => (typeof point === 'number' ? 0 : point.flags)),
    hist: points.map((point) => (typeof point === 'number' ? false : point.hist)),
    series,
  }
}

/** A device's readings over one local day, one line a metric; what it never measures is left out. */
export const readDeviceCurve = async (
  db: Db,
  device: { no: number; timeZone: string; reportMin: number },
  day: string,
): Promise<DeviceCurve> => {
  const { timeZone } = device
  const [from, to] = [dayStartAt(day, timeZone), dayEndAt(day, timeZone)]
  const rows = await readingsOf(db, device.no, from, to, ROWS_MAX)
  return deviceCurveOf(rows, { day, timeZone, from, to, intervalMs: device.reportMin * 60_000 })
}
