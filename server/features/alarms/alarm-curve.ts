import type * as z from 'zod/mini'
import type { alarmRoutes } from '#contract/http/alarms.ts'
import { metricsOfCode } from '#domain/alarms/explain-alarm.ts'
import { dayAt } from '#domain/telemetry/local-days.ts'
import { medianOf } from '#domain/telemetry/peers.ts'
import type { Db } from '../../platform/db/handle.ts'
import { deviceCurveOf } from '../telemetry/device-curve.ts'
import { powerByStep, readingsOf } from '../telemetry/reading-store.ts'
import { withPeers } from './find-alarm-peers.ts'
import type { ShownAlarm } from './find-shown-alarms.ts'

type Curve = z.output<(typeof alarmRoutes)['GET /api/alarms/{alarmId}']['output']>['curve']
type Threshold = Curve['thresholds'][number]
type Fired = Readonly<Record<string, string | number | boolean | null>>

const HOUR = 3_600_000
const BEFORE = 3 * HOUR
const AFTER = 2 * HOUR
const READINGS_MAX = 20_000

/** Thresholds that do not move, by the name a rule gives them. */
const lines = [
  { name: 'limitC', metric: 'temperatureC', unit: '°C', side: 'above' },
  { name: 'limitHighV', metric: 'phaseV', unit: 'V', side: 'above' },
  { name: 'limitLowV', metric: 'phaseV', unit: 'V', side: 'below' },
  { name: 'limitHighHz', metric: 'frequencyHz', unit: 'Hz', side: 'above' },
  { name: 'limitLowHz', metric: 'frequencyHz', unit: 'Hz', side: 'below' },
  { name: 'limitW', metric: 'powerW', unit: 'W', side: 'below' },
] as const

const numberIn = (fired: Fired, name: string): number | null => {
  const value = fired[name]
  return typeof value === 'number' ? value : null
}

/** Power below which it is a fault, from what the peers gave at the same time. */
const peersLine = async (
  db: Db,
  row: ShownAlarm,
  percent: number,
  frame: { from: number; to: number; ts: readonly number[] },
): Promise<Threshold[]> => {
  const { own, peers } = await withPeers(db, row)
  if (own === null || peers.length === 0) return []
  const stepMs = row.report_min * 60_000
  const cells = await powerByStep(
    db,
    peers.map(({ no }) => no),
    frame.from,
    frame.to,
    stepMs,
  )
  const sizeOf = new Map(peers.map(({ no, size }) => [no, size]))
  const steps = Map.groupBy(cells, ({ step }) => step)
  const values = frame.ts.map((ts) => {
    const median = medianOf(
      (steps.get(Math.floor((ts - frame.from) / stepMs)) ?? []).map(
        ({ deviceNo, powerW }) => powerW / (sizeOf.get(deviceNo) ?? 1),
      ),
    )
    return median === null ? null : Math.round((median * own.size * percent) / 10) / 10
  })
  return [{ metric: 'powerW', unit: 'W', side: 'below', values }]
}

/** Readings of the device around the event, and what the rule that raised it held them against. */
export const curveAround = async (
  db: Db,
  row: ShownAlarm,
  instance: string,
  fired: Fired,
  now: number,
): Promise<Curve> => {
  const to = Math.min(now, row.occurred_at + AFTER)
  const from = Math.max(row.first_at - BEFORE, row.occurred_at - 24 * HOUR)
  const wanted: readonly string[] = metricsOfCode(row.code)
  if (wanted.length === 0) return { from, to, ts: [], cut: false, series: [], thresholds: [] }
  const rows = await readingsOf(db, row.device_no, from, to, READINGS_MAX + 1)
  const frame = { day: dayAt(row.occurred_at, row.time_zone), timeZone: row.time_zone, from, to }
  const curve = deviceCurveOf(rows, { ...frame, intervalMs: row.report_min * 60_000 }, READINGS_MAX)
  const own = Number(/^MPPT (\d+)$/.exec(instance)?.[1])
  const series = curve.series.filter(({ metric }) => wanted.includes(metric))
  // What the device does not measure is stood in for by its power.
  const shown = series.length > 0 ? series : curve.series.filter(({ metric }) => metric === 'powerW')
  // The tracker that it is about comes first.
  const sorted = Number.isNaN(own)
    ? shown
    : shown.toSorted((a, b) => Number(b.index === own) - Number(a.index === own))

  const thresholds: Threshold[] = lines.flatMap(({ name, metric, unit, side }) => {
    const value = numberIn(fired, name)
    return value === null || !shown.some((one) => one.metric === metric)
      ? []
      : [{ metric, unit, side, values: curve.ts.map(() => value) }]
  })
  const [limitA, medianA, percent] = ['limitA', 'medianA', 'limitPercent'].map((name) =>
    numberIn(fired, name),
  )
  if (typeof limitA === 'number') {
    const others = curve.series.filter(({ metric, index }) => metric === 'mpptA' && index !== own)
    const values = curve.ts.map((_, at) => {
      const median = medianOf(others.flatMap((one) => one.values[at] ?? []))
      // With fewer than two other trackers there is nothing on this device that it could follow.
      if (others.length < 2 || typeof medianA !== 'number' || medianA <= 0) return limitA
      return median === null ? null : Math.round(((median * limitA) / medianA) * 100) / 100
    })
    thresholds.push({ metric: 'mpptA', unit: 'A', side: 'below', values })
  } else if (typeof percent === 'number')
    thresholds.push(...(await peersLine(db, row, percent, { from, to, ts: curve.ts })))
  return { from, to, ts: curve.ts, cut: curve.cut, series: sorted, thresholds }
}
