import {
  byView,
  curveCharts,
  metrics,
  numberMetrics,
  phasesMetrics,
  stringMetrics,
  stringNames,
  trackerMetrics,
  trackerNames,
  type CurveChart as CurveChoice,
  type CurveMetric,
} from '#domain/telemetry/metrics.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import type { Measure } from '../../../kit/words/format.ts'

export type DeviceCurve = Answer<'GET /api/devices/{deviceId}/curve'>
type Series = DeviceCurve['series'][number]
export type { CurveChoice }

/** Lines of a station beside what it makes, where something measures them. */
export const balanceLines = ['houseW', 'gridW', 'batteryW'] as const
export type BalanceLine = (typeof balanceLines)[number]

const chartOf: Readonly<Record<string, CurveChoice | null>> = {
  ...Object.fromEntries(balanceLines.map((name) => [name, 'power' as const])),
  ...byView(numberMetrics, (name) => metrics[name].chart),
  ...byView(phasesMetrics, (name) => metrics[name].chart),
  ...Object.fromEntries(trackerNames.map((name) => [trackerMetrics[name].view, trackerMetrics[name].chart])),
  ...Object.fromEntries(stringNames.map((name) => [stringMetrics[name].view, stringMetrics[name].chart])),
}

export type CurveLine = {
  metric: CurveMetric | BalanceLine
  index: number | null
  unit: string
  values: Series['values']
  /** Of a station whose flows are measured: what it makes is one of them. */
  ofBalance?: true
}
export type CurveLines = {
  measure: Measure
  /** The axis fits the values instead of beginning at 0: for what never comes near 0. */
  fit: boolean
  lines: CurveLine[]
}

const isOfBalance = ({ metric }: Pick<Series, 'metric'>): boolean =>
  balanceLines.some((one) => one === metric)

const seriesOf = (curve: DeviceCurve, choice: CurveChoice): CurveLine[] => {
  const ofBalance = curve.series.some(isOfBalance)
  return curve.series
    .filter(({ metric }) => chartOf[metric] === choice)
    .map(({ metric, index, unit, values }) => ({
      metric: metric as CurveLine['metric'],
      index,
      unit,
      values,
      ...(ofBalance && { ofBalance }),
    }))
}

/** What the device has measured on that day, in the order in which people ask for it. */
export const curveChoices = (curve: DeviceCurve): CurveChoice[] =>
  (Object.keys(curveCharts) as CurveChoice[]).filter((choice) => seriesOf(curve, choice).length > 0)

/** As many lines as have a colour of their own. */
export const linesAtOnce = 6

/** How many pages of lines there are: twelve trackers are two. */
export const pagesOf = (lines: readonly CurveLine[]): number =>
  Math.max(1, Math.ceil(lines.length / linesAtOnce))

export const curveLines = (curve: DeviceCurve, choice: CurveChoice): CurveLines => {
  const { quantity: measure, fit } = curveCharts[choice]
  return { measure, fit, lines: seriesOf(curve, choice) }
}
