import type * as z from 'zod/mini'
import { CURVE_READINGS_MAX } from '#domain/telemetry/limits.ts'
import type { deviceCurve } from '#contract/http/telemetry.ts'
import {
  metrics,
  numberMetrics,
  phasesMetrics,
  stringMetrics,
  stringNames,
  trackerMetrics,
  trackerNames,
} from '#domain/telemetry/metrics.ts'
import { BRIDGE_INTERVALS } from '#domain/telemetry/energy-days.ts'
import { dayEndAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { CurveRow } from './reading-store.ts'
import { readingsOf } from './reading-store.ts'

export type DeviceCurve = z.output<typeof deviceCurve>
type Series = DeviceCurve['series'][number]

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

/** `most`: readings that it holds; of more the first, and it says so. */
export const deviceCurveOf = (
  rows: readonly CurveRow[],
  frame: { day: string; timeZone: string; from: number; to: number; intervalMs: number },
  most = CURVE_READINGS_MAX,
): DeviceCurve => {
  const points = withGaps(rows.slice(0, most), frame.intervalMs)
  const column = (of: (row: CurveRow) => number | null | undefined): (number | null)[] =>
    points.map((point) => (typeof point === 'number' ? null : of(point)) ?? null)
  const series: Series[] = []
  const line = (metric: string, index: number | null, unit: string, values: (number | null)[]): void => {
    if (values.some((value) => value !== null)) series.push({ metric, index, unit, values })
  }
  for (const name of numberMetrics) {
    const { view, unit, column: kept } = metrics[name]
    line(
      view,
      null,
      unit,
      column((row) => (kept === 'double' ? row[name] : tidy(row[name]))),
    )
  }
  for (const name of phasesMetrics)
    for (const index of [0, 1, 2])
      line(
        metrics[name].view,
        index + 1,
        metrics[name].unit,
        column((row) => tidy(row[name]?.[index])),
      )
  const numbersIn = (list: 'mppt' | 'str'): number[] =>
    [...new Set(rows.flatMap((row) => row[list]?.map(({ n }) => n) ?? []))].sort((a, b) => a - b)
  const trackers = numbersIn('mppt')
  for (const name of trackerNames)
    for (const n of trackers)
      line(
        trackerMetrics[name].view,
        n,
        trackerMetrics[name].unit,
        column((row) => row.mppt?.find((tracker) => tracker.n === n)?.[name]),
      )
  const strings = numbersIn('str')
  for (const name of stringNames)
    for (const n of strings)
      line(
        stringMetrics[name].view,
        n,
        stringMetrics[name].unit,
        column((row) => tidy(row.str?.find((one) => one.n === n)?.[name])),
      )
  return {
    day: frame.day,
    timeZone: frame.timeZone,
    from: frame.from,
    to: frame.to,
    ts: points.map((point) => (typeof point === 'number' ? point : point.ts)),
    flags: points.map((point) => (typeof point === 'number' ? 0 : point.flags)),
    hist: points.map((point) => (typeof point === 'number' ? false : point.hist)),
    cut: rows.length > most,
    series,
  }
}

/** A device's readings over one local day, one line a metric, named as in `readingView`; what it never measures is left out. */
export const readDeviceCurve = async (
  db: Db,
  device: { no: number; timeZone: string; reportMin: number },
  day: string,
): Promise<DeviceCurve> => {
  const { timeZone } = device
  const [from, to] = [dayStartAt(day, timeZone), dayEndAt(day, timeZone)]
  const rows = await readingsOf(db, device.no, from, to, CURVE_READINGS_MAX + 1)
  return deviceCurveOf(rows, { day, timeZone, from, to, intervalMs: device.reportMin * 60_000 })
}
