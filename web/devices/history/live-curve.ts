import type { Answer } from '../../data/call-types.ts'
import type { DeviceCurve } from './curve-lines.ts'

export type Reading = NonNullable<Answer<'GET /api/devices/{deviceId}'>['latest']>

const single = [
  'powerW',
  'dcPowerW',
  'reactiveVar',
  'frequencyHz',
  'temperatureC',
  'inputV',
  'inputA',
  'outputV',
  'energyTotalWh',
  'rssi',
] as const

const valueIn = (reading: Reading, metric: string, index: number | null): number | null => {
  const plain = single.find((one) => one === metric)
  if (plain) return reading[plain]
  if (index === null) return null
  if (metric === 'phaseV') return reading.phaseV?.[index - 1] ?? null
  if (metric === 'phaseA') return reading.phaseA?.[index - 1] ?? null
  const tracker = reading.mppt?.find(({ n }) => n === index)
  if (metric === 'mpptV') return tracker?.v ?? null
  if (metric === 'mpptA') return tracker?.a ?? null
  return metric === 'mpptW' ? (tracker?.w ?? null) : null
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
