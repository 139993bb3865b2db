import { useEffect, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import {
  curveLines,
  linesAtOnce,
  type CurveChoice,
  type CurveLine,
  type DeviceCurve,
} from '../devices/history/curve-lines.ts'
import { nameOfLine, type LineWords } from '../devices/history/line-name.ts'
import { useExchangeMarks } from '../devices/history/use-exchange-marks.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { timeTable } from '../../kit/chart/chart-tables.ts'
import type { ChartSheet } from '../../kit/chart/chart-sheet.ts'
import { TimeChart } from '../../kit/chart/time-chart.tsx'
import type { ChartSeries } from '../../kit/chart/chart-props.ts'
import { drawLines, lineIn } from '../devices/history/draw-lines.ts'
import { axesOf, nameOfSignal, signalsOf, type Signal } from '../devices/history/signals.ts'
import { toneOfLine } from './line-tone.ts'
import { modelOf, type DayPart } from './use-parts.ts'

const dayMs = 86_400_000

type DayViewProps = {
  parts: readonly DayPart[]
  metric: CurveChoice
  /** Which line where several subjects or days are compared: its index among those of the metric. */
  line: number
  /** From which line on, where one alone is shown. */
  from: number
  /** Lines chosen by themselves, as in the address. */
  signals: string | undefined
  ratedW: number | null
  when: string
  base: Pick<ChartSheet, 'place' | 'subject' | 'of' | 'zone'>
  /** Told what is shown, to save it. */
  onSheet: (sheet: ChartSheet) => void
}

type Drawn = { series: ChartSeries[]; ts: readonly number[]; names: string[] }

/** Days of a station or of devices: one with all its lines, or several with one line each. */
export function DayView({ parts, metric, line, from, signals, ratedW, when, base, onSheet }: DayViewProps) {
  const t = useTranslations('device')
  const ui = useTranslations('ui')
  const file = useTranslations('chart.file')
  const format = useFormat()
  const [first] = parts
  const model = modelOf(parts)
  const several = parts.length > 1
  const byClock =
    new Set(parts.map(({ day }) => day)).size > 1 ||
    new Set(parts.map(({ curve }) => curve.timeZone)).size > 1
  const picked = useMemo(
    () =>
      model
        ? signalsOf(model.curve, signals).slice(0, Math.max(1, Math.floor(linesAtOnce / parts.length)))
        : [],
    [model, signals, parts.length],
  )
  const axes = axesOf(picked)
  const subjects = new Set(parts.map(({ subject }) => subject.id)).size
  const chosen = useMemo(
    () =>
      parts.map((part) => {
        const { lines } = curveLines(part.curve, metric)
        // The same line of each: some measure less than others.
        const wanted = model && curveLines(model.curve, metric).lines[line]
        const same = lines.find((one) => one.metric === wanted?.metric && one.index === wanted.index)
        return { part, lines, one: same }
      }),
    [parts, model, metric, line],
  )
  const labelled = useMemo(() => {
    const days = new Set(parts.map(({ day }) => day)).size
    return parts.map(({ subject, day, curve }) => ({
      curve,
      label:
        days === 1
          ? subject.name
          : subjects > 1
            ? `${subject.name} ${format.day(day, 'short')}`
            : format.day(day, 'short'),
    }))
  }, [parts, subjects, format])
  const drawn = useMemo((): Drawn => {
    const name = (one: CurveLine, of: readonly CurveLine[]): string => nameOfLine(one, of.length > 1, t)
    if (!first) return { series: [], ts: [], names: [] }
    if (picked.length > 0) {
      const wanted = picked.map((one) => ({ ...one, name: nameOfSignal(one, t) }))
      return { ...drawLines(labelled, wanted, byClock), names: wanted.map(({ name }) => name) }
    }
    if (!several) {
      const lines = chosen[0]?.lines ?? []
      const shown = lines.slice(from, from + linesAtOnce)
      return {
        ts: first.curve.ts,
        names: shown.map((one) => name(one, lines)),
        series: shown.map((one, no) => ({
          label: name(one, lines),
          values: one.values,
          tone: toneOfLine(one, no),
          area: no === 0 && metric === 'power',
        })),
      }
    }
    const [same] = chosen.flatMap(({ one }) => one ?? [])
    return {
      ...drawLines(labelled, same ? [{ line: same, name: '' }] : [], byClock),
      names: labelled.map(({ label }) => label),
    }
  }, [chosen, first, several, from, metric, byClock, labelled, picked, t])
  // Uprights belong to one time axis: several days lie over each other on theirs.
  const exchanges = useMemo(
    () => (byClock ? [] : parts.flatMap((part) => part.exchanges).toSorted((a, b) => a.at - b.at)),
    [parts, byClock],
  )
  const exchanged = useExchangeMarks(exchanges, first?.curve.timeZone ?? 'UTC')
  const expected = several || picked.length > 0 ? null : (first?.expectedW ?? null)
  const zone = first?.curve.timeZone ?? 'UTC'
  const word = t(`metric.${metric}`)
  const lineWord = chosen[0]?.one && several && (chosen[0].lines.length > 1 || metric !== 'power')
  const title =
    picked.length > 0
      ? picked.map((one) => nameOfSignal(one, t)).join(', ')
      : lineWord && chosen[0]?.one
        ? `${word} ${nameOfLine(chosen[0].one, true, t)}`
        : word
  const sheet: ChartSheet = {
    ...base,
    title,
    when,
    keys: [
      ...(expected ? [{ label: ui('expected'), tone: 'band' as const }] : []),
      ...drawn.series.map(({ label, tone }) => ({ label, tone })),
    ],
    table: () =>
      timeTable({ instant: file('instant'), local: file('local') }, zone, [
        ...chosen.flatMap(({ part, lines, one }) =>
          (picked.length > 0
            ? picked.map(({ line: it }) => lineAsIn(part.curve, it))
            : several
              ? [one]
              : lines
          ).flatMap((it) =>
            it
              ? [
                  {
                    key: `${part.subject.id} ${it.metric} ${it.index}`,
                    head: `${[subjects > 1 && part.subject.name, picked.length > 0 ? nameOf(picked, it, t) : nameOfLine(it, lines.length > 1, t)].filter(Boolean).join(' ')} (${it.unit})`,
                    ts: part.curve.ts,
                    values: it.values,
                  },
                ]
              : [],
          ),
        ),
        ...(expected
          ? [{ key: 'expected', head: `${ui('expected')} (W)`, ts: first?.curve.ts ?? [], values: expected }]
          : []),
      ]),
  }
  useEffect(() => onSheet(sheet))
  if (!first) return null
  const { measure, fit } = curveLines(first.curve, metric)
  return (
    <TimeChart
      fill
      title={`${title}, ${when}`}
      from={byClock ? 0 : first.curve.from}
      to={byClock ? dayMs : first.curve.to}
      // The clock of the station is laid on the axis already.
      timeZone={byClock ? 'UTC' : zone}
      ts={drawn.ts}
      series={drawn.series}
      measure={axes.left?.measure ?? measure}
      fit={axes.left?.fit ?? fit}
      right={axes.right}
      expected={expected}
      {...exchanged}
      {...(picked.length === 0 && metric === 'power' && ratedW !== null && { reach: ratedW * 0.02 })}
    />
  )
}

/** The same line in the curve of another day or subject. */
const lineAsIn = (curve: DeviceCurve, line: CurveLine): CurveLine | undefined => {
  const found = lineIn(curve, line)
  return found && { ...line, values: found.values }
}

const nameOf = (picked: readonly Signal[], { metric, index }: CurveLine, t: LineWords): string => {
  const one = picked.find(({ line }) => line.metric === metric && line.index === index)
  return one ? nameOfSignal(one, t) : ''
}
