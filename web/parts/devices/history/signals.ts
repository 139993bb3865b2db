import { curveCharts } from '#domain/telemetry/metrics.ts'
import { listOf } from './compare.ts'
import {
  curveChoices,
  curveLines,
  linesAtOnce,
  type CurveChoice,
  type CurveLine,
  type DeviceCurve,
} from './curve-lines.ts'
import { nameOfLine, type LineWords } from './line-name.ts'

/** A line that was chosen by itself; `right`: its quantity is the second one, with the axis at the right. */
export type Signal = { line: CurveLine; chart: CurveChoice; right: boolean }

/** How a line is named in an address: `temperatureC`, `stringA.3`. */
export const signalId = ({ metric, index }: Pick<CurveLine, 'metric' | 'index'>): string =>
  index === null ? metric : `${metric}.${index}`

/** All lines that were measured on a day, by what is drawn together. */
export const allSignals = (curve: DeviceCurve): Omit<Signal, 'right'>[] =>
  curveChoices(curve).flatMap((chart) => curveLines(curve, chart).lines.map((line) => ({ line, chart })))

/** The lines that an address names, as far as they were measured: at most six, of at most two quantities. */
export const signalsOf = (curve: DeviceCurve, written: string | undefined): Signal[] => {
  const known = allSignals(curve)
  const quantities: string[] = []
  const chosen: Signal[] = []
  for (const id of listOf(written)) {
    const one = known.find(({ line }) => signalId(line) === id)
    if (!one || chosen.length === linesAtOnce) continue
    const { quantity } = curveCharts[one.chart]
    if (!quantities.includes(quantity)) {
      if (quantities.length === 2) continue
      quantities.push(quantity)
    }
    chosen.push({ ...one, right: quantity !== quantities[0] })
  }
  return chosen
}

/** Whether a line can be chosen beside others: there is room, and its quantity has an axis. */
export const fitsBeside = (chosen: readonly Signal[], chart: CurveChoice, most: number): boolean => {
  const quantities = new Set(chosen.map((one) => curveCharts[one.chart].quantity))
  return chosen.length < most && (quantities.size < 2 || quantities.has(curveCharts[chart].quantity))
}

/** What the axes of chosen lines are of. */
export const axesOf = (signals: readonly Signal[]) => {
  const sideOf = (isRight: boolean) => {
    const charts = signals.filter(({ right }) => right === isRight).map(({ chart }) => curveCharts[chart])
    const [first] = charts
    return first && { measure: first.quantity, fit: charts.every(({ fit }) => fit) }
  }
  return { left: sideOf(false), right: sideOf(true) }
}

/** Charts whose lines are named so that nobody knows of what, when they stand alone. */
const terse: readonly CurveChoice[] = ['power', 'phaseV', 'phaseA', 'dcV', 'dcA']

/** What a line is called among lines of other charts. */
export const nameOfSignal = ({ line, chart }: Omit<Signal, 'right'>, t: LineWords): string =>
  terse.includes(chart) ? `${t(`metric.${chart}`)} ${nameOfLine(line, true, t)}` : nameOfLine(line, true, t)
