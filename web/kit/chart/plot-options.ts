import type uPlot from 'uplot'
import type { Options, Series } from 'uplot'
import type { Format } from '../words/use-format.ts'
import type { TimeChartProps } from './chart-props.ts'
import type { Columns } from './columns.ts'
import { drawMarks } from './draw-marks.ts'
import { drawSun, SUN_HEIGHT } from './draw-sun.ts'
import { timeMarks } from './time-marks.ts'

export type PlotProps = TimeChartProps & {
  height: number
  columns: Columns
  summary: string
  /** The index in `columns` under the crosshair, and what stands there in words. */
  at: number | null
  told: string
  onPoint: (at: number | null) => void
}

const axisHeight = 24

const color = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** The ends of a y axis over all of its columns, 0 included unless it fits: the axis stays while zooming. */
export const extent = (
  props: PlotProps,
  side: 'left' | 'right' = 'left',
): { least: number; most: number } => {
  const { columns, series, expected, right } = props
  const fit = (side === 'left' ? props.fit : right?.fit) ?? false
  const reach = side === 'left' ? (props.reach ?? 0) : 0
  let [least, most] = fit ? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] : [0, reach]
  for (const [no, column] of columns.values.entries()) {
    const isRight = series[no - (expected ? 1 : 0)]?.right === true
    if (isRight !== (side === 'right')) continue
    for (const value of column) {
      if (value == null) continue
      if (value > most) most = value
      if (value < least) least = value
    }
  }
  if (least > most) return { least: 0, most: 1 }
  if (!fit) return { least, most: most === 0 && least === 0 ? 1 : most }
  // Noise of the last digit is no movement: an axis spans at least a thousandth of what it shows.
  const margin = Math.max((most - least) * 0.08, Math.abs(most) * 0.001, 0.01)
  return { least: least - margin, most: most + margin }
}

const leastLinePx = 3

/** Samples between two gaps that lie too close together for a line to be seen: one of them is drawn as a point. */
const alone = (u: uPlot, seriesNo: number): number[] => {
  const ts = u.data[0]
  const values = u.data[seriesNo] ?? []
  const found: number[] = []
  let first = -1
  let last = -1
  for (let at = 0; at <= values.length; at += 1) {
    if (at < values.length && values[at] === undefined) continue
    if (at < values.length && values[at] !== null) {
      if (first < 0) first = at
      last = at
    } else if (first >= 0) {
      const width = u.valToPos(ts[last] ?? 0, 'x') - u.valToPos(ts[first] ?? 0, 'x')
      if (width < leastLinePx) found.push(last)
      first = -1
    }
  }
  return found
}

/** `latest` is asked at each drawing: the axis grows with a curve that grows. */
export const optionsFor = (latest: () => PlotProps, width: number, format: Format): Options => {
  const { series, measure, right, timeZone, from, to, expected, height } = latest()
  const endsOf = (side: 'left' | 'right') => (): [number, number] => {
    const { least, most } = extent(latest(), side)
    const fit = side === 'left' ? latest().fit : latest().right?.fit
    return fit ? [least, most] : [least < 0 ? least * 1.1 : 0, most * 1.06]
  }
  const axis = { stroke: color('--chart-axis'), font: `11px ${color('--font')}`, ticks: { show: false } }
  const colors = [
    '',
    ...(expected ? [color('--chart-axis')] : []),
    ...series.map((one) => color(one.limit === true ? '--fault' : `--chart-${one.tone}`)),
  ]
  const lines: Series[] = series.map(({ tone, area = false, limit = false, right: isRight = false }) => ({
    ...(isRight && { scale: 'right' }),
    stroke: color(limit ? '--fault' : `--chart-${tone}`),
    width: limit ? 1.25 : 1.75,
    ...(limit && { dash: [6, 4] }),
    points: { show: !limit, size: 5, width: 0, fill: color(`--chart-${tone}`), filter: alone },
    ...(area && { fill: color('--chart-fill') }),
    spanGaps: false,
  }))
  return {
    width,
    height,
    ms: 1,
    padding: [latest().sun ? SUN_HEIGHT + 4 : 14, right ? 0 : 18, 0, 0],
    legend: { show: false },
    hooks: {
      draw: [
        (u) => {
          const { marks = [], markTone = 'fault', sun } = latest()
          if (sun) drawSun(u, sun, color('--chart-axis'), color('--sun'))
          // Asking for a colour computes the styles of the whole page anew.
          if (marks.length > 0) drawMarks(u, marks, color(markTone === 'fault' ? '--fault' : '--chart-axis'))
        },
      ],
    },
    cursor: {
      y: false,
      // Where a line has no sample it has no point, instead of one from elsewhere.
      hover: { skip: [] },
      drag: { x: false, y: false, setScale: false },
      points: { size: 9, width: 2, fill: (_, no) => colors[no] ?? '' },
      // The pointer layer moves it, so that it is right under transforms too.
      bind: { mousemove: () => null, mouseleave: () => null, mousedown: () => null, mouseup: () => null },
    },
    scales: {
      x: { time: false, range: (_, lo, hi) => [lo ?? from, hi ?? to] },
      y: { range: endsOf('left') },
      ...(right && { right: { range: endsOf('right') } }),
    },
    axes: [
      {
        ...axis,
        size: axisHeight,
        grid: { show: false },
        splits: (u) =>
          timeMarks(
            u.scales['x']?.min ?? from,
            u.scales['x']?.max ?? to,
            timeZone,
            Math.max(2, (width - 40) / 56),
          ),
        values: (_, marks) => marks.map((ts) => format.clock(ts, timeZone)),
      },
      {
        ...axis,
        size: 40,
        gap: 4,
        space: 34,
        grid: { stroke: color('--chart-grid'), width: 1 },
        values: (_, marks) => {
          const { most } = extent(latest())
          return marks.map((value) => format.mark(measure, value, most))
        },
      },
      ...(right
        ? [
            {
              ...axis,
              scale: 'right',
              side: 1 as const,
              size: 44,
              gap: 4,
              space: 34,
              grid: { show: false },
              values: (_: uPlot, marks: number[]) => {
                const { most } = extent(latest(), 'right')
                return marks.map((value) => format.mark(right.measure, value, most))
              },
            },
          ]
        : []),
    ],
    series: [
      {},
      ...(expected
        ? [{ fill: color('--chart-band'), width: 0, points: { show: false } } satisfies Series]
        : []),
      ...lines,
    ],
  }
}
