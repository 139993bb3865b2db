import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import uPlot, { type AlignedData } from 'uplot'
import './uplot.css'
import { useTranslations } from 'use-intl'
import { useFormat } from '../words/use-format.ts'
import { classes } from '../classes.ts'
import { themes } from '../theme.ts'
import { reduceColumns, type Columns } from './columns.ts'
import { useSize } from './size.ts'
import { extent, optionsFor, type PlotProps } from './plot-options.ts'
import { touchLayer } from './touch-layer.ts'
import styles from './chart.module.css'

const leastSpanMs = 10 * 60_000
const samplesPerPixel = 2

const nearest = (ts: readonly number[], instant: number): number => {
  let [low, high] = [0, ts.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ts[middle] ?? 0) < instant) low = middle + 1
    else high = middle
  }
  return low > 0 && instant - (ts[low - 1] ?? 0) < (ts[low] ?? 0) - instant ? low - 1 : low
}

const aligned = ({ ts, values }: Columns): AlignedData => [ts, ...values] as AlignedData

/** The drawing: uPlot on a canvas, our own pointer layer over it. */
export function Plot(props: PlotProps) {
  const { columns, from, to, height, summary, measure, right, at, told, onPoint } = props
  const t = useTranslations('ui')
  const format = useFormat()
  const theme = useSyncExternalStore(themes.watch, themes.shown)
  const [box, width] = useSize<HTMLDivElement>()
  const plot = useRef<uPlot | null>(null)
  const view = useRef<[number, number]>([from, to])
  const point = useRef<number | null>(null)
  const draw = useRef<() => void>(() => undefined)
  const [zoomed, setZoomed] = useState(false)
  const setView = useRef<(lo: number, hi: number) => void>(() => undefined)
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

  const shape = `${props.series.map((one) => `${one.tone}${one.area}${one.right}`).join()} ${Boolean(props.expected)} ${Boolean(props.sun)} ${measure} ${right?.measure}`
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
      // The plot's own width is set a moment later: it would be 0 here, and the day a few coarse stretches.
      const pixels = width * samplesPerPixel
      u.batch(() => {
        u.setData(aligned(reduceColumns(latest.current.columns, lo, hi, pixels)), false)
        u.setScale('x', { min: lo, max: hi })
      })
      if (point.current !== null) pointer.current(point.current)
    }
    draw.current()
    setView.current = (lo, hi) => {
      const { from, to } = latest.current
      const span = Math.min(to - from, Math.max(leastSpanMs, hi - lo))
      const start = Math.min(Math.max(from, lo), to - span)
      view.current = [start, start + span]
      setZoomed(span < to - from)
      draw.current()
    }
    return () => {
      u.destroy()
      plot.current = null
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- built anew when what `latest` holds changes its look
  }, [box, width, height, theme, format, shape])

  // Of its own: what is drawn anew under a finger, for another size or theme, does not lose it.
  useLayoutEffect(() => {
    const holder = box.current
    if (!holder) return
    return touchLayer(holder, () => plot.current?.over, {
      point: (x) =>
        pointer.current(
          x === null || !plot.current
            ? null
            : nearest(latest.current.columns.ts, plot.current.posToVal(x, 'x')),
        ),
      zoom: (x, factor, shift) => {
        const width = plot.current?.over.clientWidth ?? 1
        const [lo, hi] = view.current
        const perPixel = (hi - lo) / width
        const pivot = lo + (x - shift) * perPixel
        const next = (hi - lo) / factor
        const start = pivot - ((pivot - lo) / (hi - lo)) * next - shift * (next / width)
        setView.current(start, start + next)
      },
      reset: () => setView.current(latest.current.from, latest.current.to),
      mark: (stretch) => {
        const height = plot.current?.over.clientHeight ?? 0
        plot.current?.setSelect(
          stretch
            ? {
                left: Math.min(stretch.from, stretch.to),
                width: Math.abs(stretch.to - stretch.from),
                top: 0,
                height,
              }
            : { left: 0, width: 0, top: 0, height: 0 },
          false,
        )
      },
      zoomTo: (left, right) => {
        const u = plot.current
        if (u) setView.current(u.posToVal(left, 'x'), u.posToVal(right, 'x'))
      },
      zoomed: () => view.current[1] - view.current[0] < latest.current.to - latest.current.from,
    })
  }, [box])

  useLayoutEffect(() => {
    const [lo, hi] = view.current
    const { from, to } = latest.current
    // A window that goes on takes a view of all of it along.
    if (hi - lo >= to - from) view.current = [from, to]
    draw.current()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- draws what `latest` holds, when the columns change
  }, [columns])

  const sunAt = props.sun?.at ?? null
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- draws what `latest` holds, when the sun has moved
  useLayoutEffect(() => plot.current?.redraw(false), [sunAt])

  const keyed = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (event.key === 'Escape') pointAt(null)
    if (step === 0) return
    event.preventDefault()
    const last = columns.ts.length - 1
    pointAt(Math.min(last, Math.max(0, (point.current ?? (step > 0 ? -1 : last + 1)) + step)))
  }
  const { most } = extent(props)
  const { most: mostRight } = extent(props, 'right')
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
      {right && (
        <span className={classes(styles.unit, styles.rightUnit)} data-unit>
          {format.write(right.measure, mostRight, mostRight).unit}
        </span>
      )}
      {zoomed && (
        <button
          type="button"
          className={classes(styles.reset, right && styles.beside)}
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
