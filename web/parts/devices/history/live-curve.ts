import {
  metrics,
  numberOf,
  phasesMetrics,
  stringMetrics,
  stringNames,
  trackerMetrics,
  trackerNames,
} from '#domain/telemetry/metrics.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import type { DeviceCurve } from './curve-lines.ts'

export type Reading = NonNullable<Answer<'GET /api/devices/{deviceId}'>['latest']>

const valueIn = (reading: Reading, metric: string, index: number | null): number | null => {
  const number = numberOf(metric)
  if (number) return reading[metrics[number].view]
  if (index === null) return null
  const phases = phasesMetrics.find((name) => metrics[name].view === metric)
  if (phases) return reading[metrics[phases].view]?.[index - 1] ?? null
  const tracker = trackerNames.find((name) => trackerMetrics[name].view === metric)
  if (tracker) return reading.mppt?.find(({ n }) => n === index)?.[trackerMetrics[tracker].field] ?? null
  const one = stringNames.find((name) => stringMetrics[name].view === metric)
  return one ? (reading.strings?.find(({ n }) => n === index)?.[stringMetrics[one].field] ?? null) : null
}

/**
 * The curve with the newest reading at its end, when that belongs to the day and is not in it yet: the line grows with
 * the figures. After a silence of more than `gapMs` it begins anew. What the curve has never had stays out of it.
 */
export const withLatest = (curve: DeviceCurve, latest: Reading | null, gapMs: number): DeviceCurve => {
  const last = curve.ts.at(-1) ?? Number.NEGATIVE_INFINITY
  if (!latest || latest.ts <= last || latest.ts < curve.from || latest.ts >= curve.to) return curve
  const gap = Number.isFinite(last) && latest.ts - last > gapMs ? [last + 1] : []
  return {
    ...curve,
    ts: [...curve.ts, ...gap, latest.ts],
    flags: [...curve.flags, ...gap.map(() => 0), latest.flags],
    hist: [...curve.hist, ...gap.map(() => false), false],
    series: curve.series.map((line) => ({
      ...line,
      values: [...line.values, ...gap.map(() => null), valueIn(latest, line.metric, line.index)],
    })),
  }
}
