import type { Answer } from '../../data/call-types.ts'
import type { Measure } from '../../phrases/format.ts'

export type DeviceCurve = Answer<'GET /api/devices/{deviceId}/curve'>
type Series = DeviceCurve['series'][number]

/** What can be drawn together: lines of one unit. */
const groups = {
  power: { metrics: ['powerW', 'dcPowerW'], measure: 'power', fit: false },
  phaseV: { metrics: ['phaseV'], measure: 'voltage', fit: true },
  phaseA: { metrics: ['phaseA'], measure: 'current', fit: false },
  mpptW: { metrics: ['mpptW'], measure: 'power', fit: false },
  mpptV: { metrics: ['mpptV'], measure: 'voltage', fit: false },
  mpptA: { metrics: ['mpptA'], measure: 'current', fit: false },
  dcV: { metrics: ['inputV', 'outputV'], measure: 'voltage', fit: false },
  dcA: { metrics: ['inputA'], measure: 'current', fit: false },
  temperature: { metrics: ['temperatureC'], measure: 'temperature', fit: true },
  frequency: { metrics: ['frequencyHz'], measure: 'frequency', fit: true },
  reactive: { metrics: ['reactiveVar'], measure: 'reactive', fit: false },
  signal: { metrics: ['rssi'], measure: 'plain', fit: true },
} as const satisfies Record<string, { metrics: readonly string[]; measure: Measure; fit: boolean }>

export type CurveChoice = keyof typeof groups
type Metric = (typeof groups)[CurveChoice]['metrics'][number]

export type CurveLine = { metric: Metric; index: number | null; unit: string; values: Series['values'] }
export type CurveLines = {
  measure: Measure
  /** The axis fits the values instead of beginning at 0: for what never comes near 0. */
  fit: boolean
  lines: CurveLine[]
}

const seriesOf = (curve: DeviceCurve, choice: CurveChoice): CurveLine[] => {
  const wanted: readonly string[] = groups[choice].metrics
  return curve.series
    .filter(({ metric }) => wanted.includes(metric))
    .map(({ metric, index, unit, values }) => ({ metric: metric as Metric, index, unit, values }))
}

/** What the device has measured on that day, in the order in which people ask for it. */
export const curveChoices = (curve: DeviceCurve): CurveChoice[] =>
  (Object.keys(groups) as CurveChoice[]).filter((choice) => seriesOf(curve, choice).length > 0)

/** As many lines as have a colour of their own. */
export const linesAtOnce = 6

/** How many pages of lines there are: twelve trackers are two. */
export const pagesOf = (lines: readonly CurveLine[]): number =>
  Math.max(1, Math.ceil(lines.length / linesAtOnce))

export const curveLines = (curve: DeviceCurve, choice: CurveChoice): CurveLines => {
  const { measure, fit } = groups[choice]
  return { measure, fit, lines: seriesOf(curve, choice) }
}
