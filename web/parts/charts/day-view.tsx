import { useEffect, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { curveLines, linesAtOnce, type CurveChoice, type CurveLine } from '../devices/history/curve-lines.ts'
import { nameOfLine } from '../devices/history/line-name.ts'
import { useExchangeMarks } from '../devices/history/use-exchange-marks.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { timeTable } from '../../kit/chart/chart-tables.ts'
import type { ChartSheet } from '../../kit/chart/chart-sheet.ts'
import { TimeChart } from '../../kit/chart/time-chart.tsx'
import type { ChartSeries } from '../../kit/chart/chart-props.ts'
import { alignParts, clockMs, stepOf } from '../devices/history/compare.ts'
import { toneOfLine } from './line-tone.ts'
import { modelOf, type DayPart } from './use-parts.ts'

const tones = [1, 2, 3, 4, 5, 6] as const
const dayMs = 86_400_000

type DayViewProps = {
  parts: readonly DayPart[]
  metric: CurveChoice
  /** Which line where several subjects or days are compared: its index among those of the metric. */
  line: number
  /** From which line on, where one alone is shown. */
  from: number
  ratedW: number | null
  when: string
  base: Pick<ChartSheet, 'place' | 'subject' | 'of' | 'zone'>
  /** Told what is shown, to save it. */
  onSheet: (sheet: ChartSheet) => void
}

type Drawn = { series: ChartSeries[]; ts: readonly number[]; names: string[] }

/** Days of a station or of devices: one with all its lines, or several with one line each. */
export function DayView({ parts, metric, line, from, ratedW, when, base, onSheet }: DayViewProps) {
  const t = useTranslations('device')
  const ui = useTranslations('ui')
  const file = useTranslations('chart.file')
  const format = useFormat()
  const [first] = parts
  const model = modelOf(parts)
  const several = parts.length > 1
  const byClock = new Set(parts.map(({ day }) => day)).size > 1
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
  const drawn = useMemo((): Drawn => {
    const name = (one: CurveLine, of: readonly CurveLine[]): string => nameOfLine(one, of.length > 1, t)
    if (!first) return { series: [], ts: [], names: [] }
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
    const zone = first.curve.timeZone
    const read = chosen.map(({ part, one }) => ({
      ts: part.curve.ts,
      values: one?.values ?? part.curve.ts.map(() => null),
    }))
    const { ts, values } = alignParts(
      read,
      stepOf(read),
      byClock ? 0 : first.curve.from,
      byClock ? (instant) => clockMs(instant, zone) : undefined,
    )
    const names = parts.map(({ subject, day }) =>
      !byClock
        ? subject.name
        : subjects > 1
          ? `${subject.name} ${format.day(day, 'short')}`
          : format.day(day, 'short'),
    )
    return {
      ts,
      names,
      series: values.map((column, no) => ({ label: names[no] ?? '', values: column, tone: tones[no] ?? 1 })),
    }
  }, [chosen, first, several, from, metric, byClock, subjects, parts, format, t])
  // Uprights belong to one time axis: several days lie over each other on theirs.
  const exchanges = useMemo(
    () => (byClock ? [] : parts.flatMap((part) => part.exchanges).toSorted((a, b) => a.at - b.at)),
    [parts, byClock],
  )
  const exchanged = useExchangeMarks(exchanges, first?.curve.timeZone ?? 'UTC')
  const expected = several ? null : (first?.expectedW ?? null)
  const zone = first?.curve.timeZone ?? 'UTC'
  const word = t(`metric.${metric}`)
  const lineWord = chosen[0]?.one && several && (chosen[0].lines.length > 1 || metric !== 'power')
  const title = lineWord && chosen[0]?.one ? `${word} ${nameOfLine(chosen[0].one, true, t)}` : word
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
          (several ? [one] : lines).flatMap((it) =>
            it
              ? [
                  {
                    key: `${part.subject.id} ${it.metric} ${it.index}`,
                    head: `${[subjects > 1 && part.subject.name, nameOfLine(it, lines.length > 1, t)].filter(Boolean).join(' ')} (${it.unit})`,
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
      measure={measure}
      fit={fit}
      expected={expected}
      {...exchanged}
      {...(metric === 'power' && ratedW !== null && { reach: ratedW * 0.02 })}
    />
  )
}
