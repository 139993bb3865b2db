import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import uPlot, { type AlignedData, type Options, type Series } from 'uplot'
import './uplot.css'
import { useTranslations } from 'use-intl'
import { useFormat, type Format } from '../words/use-format.ts'
import { themes } from '../theme.ts'
import { drawMarks } from './draw-marks.ts'
import { reduceColumns, type Columns } from './columns.ts'
import { useSize } from './size.ts'
import type { TimeChartProps } from './chart-props.ts'
import { timeMarks } from './time-marks.ts'
import { touchLayer } from './touch-layer.ts'
import styles from './chart.module.css'

type PlotProps = TimeChartProps & {
  height: number
  columns: Columns
  summary: string
  /** The index in `columns` under the crosshair, and what stands there in words. */
  at: number | null
  told: string
  onPoint: (at: number | null) => void
}

const axisHeight = 24
const leastSpanMs = 10 * 60_000
const samplesPerPixel = 2

const color = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const nearest = (ts: readonly number[], instant: number): number => {
  let [low, high] = [0, ts.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ts[middle] ?? 0) < instant) low = middle + 1
    else high = middle
  }
  return low > 0 && instant - (ts[low - 1] ?? 0) < (ts[low] ?? 0) - instant ? low - 1 : low
}

/** The ends of the y axis over all columns, 0 included unless it fits: the axis stays while zooming. */
const extent = ({ columns, fit = false, reach = 0 }: PlotProps): { least: number; most: number } => {
  let [least, most] = fit ? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] : [0, reach]
  for (const column of columns.values) {
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
const optionsFor = (latest: () => PlotProps, width: number, format: Format): Options => {
  const { series, measure, timeZone, from, to, expected, height } = latest()
  const ends = (): [number, number] => {
    const { least, most } = extent(latest())
    return latest().fit ? [least, most] : [least < 0 ? least * 1.1 : 0, most * 1.06]
  }
  const axis = { stroke: color('--chart-axis'), font: `11px ${color('--font')}`, ticks: { show: false } }
  const colors = [
    '',
    ...(expected ? [color('--chart-axis')] : []),
    ...series.map((one) => color(one.limit === true ? '--fault' : `--chart-${one.tone}`)),
  ]
  const lines: Series[] = series.map(({ tone, area = false, limit = false }) => ({
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
    padding: [14, 18, 0, 0],
    legend: { show: false },
    hooks: {
      draw: [
        (u) => {
          const { marks = [], markTone = 'fault' } = latest()
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
      y: { range: ends },
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

const aligned = ({ ts, values }: Columns): AlignedData => [ts, ...values] as AlignedData

/** The drawing: uPlot on a canvas, our own pointer layer over it. */
export function Plot(props: PlotProps) {
  const { columns, from, to, height, summary, measure, at, told, onPoint } = props
  const t = useTranslations('ui')
  const format = useFormat()
  const theme = useSyncExternalStore(themes.watch, themes.shown)
  const [box, width] = useSize<HTMLDivElement>()
  const plot = useRef<uPlot | null>(null)
  const view = useRef<[number, number]>([from, to])
  const point = useRef<number | null>(null)
  const draw = useRef<() => void>(() => undefined)
  const [zoomed, setZoomed] = useState(false)
  const latest = useRef(props)
  // Before the drawing below, which reads it in the same commit.
  useLayoutEffect(() => {
    latest.current = props
  })

  const pointAt = (at: number | null): void => {
    point.current = at
    onPoint(at)
    const u = plot.current
    if (!u) return
    const ts = at === null ? undefined : columns.ts[at]
    if (ts === undefined) u.setCursor({ left: -10, top: -10 }, false)
    else u.setCursor({ left: u.valToPos(ts, 'x'), top: 0 }, false)
  }
  const pointer = useRef(pointAt)
  useEffect(() => {
    pointer.current = pointAt
  })

  const shape = `${props.series.map((one) => `${one.tone}${one.area}`).join()} ${Boolean(props.expected)} ${measure}`
  useLayoutEffect(() => {
    const holder = box.current
    if (!holder || width === 0) return
    const u = new uPlot(
      optionsFor(() => latest.current, width, format),
      [[]],
      holder,
    )
    plot.current = u
    draw.current = () => {
      const [lo, hi] = view.current
      const pixels = Math.max(50, u.over.clientWidth * samplesPerPixel)
      u.batch(() => {
        u.setData(aligned(reduceColumns(latest.current.columns, lo, hi, pixels)), false)
        u.setScale('x', { min: lo, max: hi })
      })
      if (point.current !== null) pointer.current(point.current)
    }
    draw.current()
    const setView = (lo: number, hi: number): void => {
      const { from, to } = latest.current
      const span = Math.min(to - from, Math.max(leastSpanMs, hi - lo))
      const start = Math.min(Math.max(from, lo), to - span)
      view.current = [start, start + span]
      setZoomed(span < to - from)
      draw.current()
    }
    const takeOff = touchLayer(u.over, {
      point: (x) =>
        pointer.current(x === null ? null : nearest(latest.current.columns.ts, u.posToVal(x, 'x'))),
      zoom: (x, factor, shift) => {
        const [lo, hi] = view.current
        const perPixel = (hi - lo) / u.over.clientWidth
        const pivot = lo + (x - shift) * perPixel
        const next = (hi - lo) / factor
        const start = pivot - ((pivot - lo) / (hi - lo)) * next - shift * (next / u.over.clientWidth)
        setView(start, start + next)
      },
      reset: () => setView(latest.current.from, latest.current.to),
      zoomed: () => view.current[1] - view.current[0] < latest.current.to - latest.current.from,
    })
    return () => {
      takeOff()
      u.destroy()
      plot.current = null
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- built anew when what `latest` holds changes its look
  }, [box, width, height, theme, format, shape])

  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- draws what `latest` holds, when the columns change
  useLayoutEffect(() => draw.current(), [columns])

  const keyed = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (event.key === 'Escape') pointAt(null)
    if (step === 0) return
    event.preventDefault()
    const last = columns.ts.length - 1
    pointAt(Math.min(last, Math.max(0, (point.current ?? (step > 0 ? -1 : last + 1)) + step)))
  }
  const { most } = extent(props)
  return (
    <div
      ref={box}
      className={styles.plot}
      style={{ blockSize: height }}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- arrow keys move along the curve like a slider; no input can draw it
      role="slider"
      aria-label={summary}
      aria-valuemin={0}
      aria-valuemax={columns.ts.length - 1}
      aria-valuenow={at ?? 0}
      aria-valuetext={at === null ? t('noneChosen') : told}
      tabIndex={0}
      onKeyDown={keyed}
      onBlur={() => pointAt(null)}
    >
      <span className={styles.unit} data-unit>
        {format.write(measure, most, most).unit}
      </span>
      {zoomed && (
        <button
          type="button"
          className={styles.reset}
          onClick={() => {
            view.current = [from, to]
            setZoomed(false)
            draw.current()
          }}
        >
          {t('wholeDay')}
        </button>
      )}
    </div>
  )
}
