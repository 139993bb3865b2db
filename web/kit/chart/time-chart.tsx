import type { TimeChartProps } from './chart-props.ts'
import { useCallback, useDeferredValue, useMemo, useState, type CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../words/use-format.ts'
import { classes } from '../classes.ts'
import { lazyPart } from '../lazy-part.tsx'
import { ChartTable } from './chart-table.tsx'
import { openGaps } from './columns.ts'
import { useSize } from './size.ts'
import styles from './chart.module.css'

const waiting = ({ height }: { height: number }) => (
  <div className={styles.waiting} style={{ blockSize: height }} data-bone />
)
const Plot = lazyPart(async () => (await import('./plot.tsx')).Plot, waiting)

const tableRows = 48
/** Where the highest stands; -1 where nothing is known. */
const highestOf = (values: readonly (number | null | undefined)[]): number => {
  let best = -1
  for (const [no, value] of values.entries())
    if (value != null && (best < 0 || value > (values[best] ?? Number.NEGATIVE_INFINITY))) best = no
  return best
}
/** As the arc of the sun is drawn. */
const dotted = 'repeating-linear-gradient(90deg, var(--chart-axis) 0 2px, transparent 2px 5px)'

/** A curve over time. The drawing library comes with the first chart that is shown. */
export function TimeChart(props: TimeChartProps) {
  // Another day starts without the crosshair and the zoom of this one.
  return <Chart key={props.rolls ? 'rolls' : `${props.from} ${props.to}`} {...props} />
}

function Chart(props: TimeChartProps) {
  const { title, timeZone, ts, series, measure, right, expected = null, gapAfterMs } = props
  const { fill = false, marksTold, sun } = props
  const [place, , free] = useSize<HTMLDivElement>()
  const height = fill ? free : (props.height ?? 210)
  // Figures first: the drawing and its table are prepared when they stand.
  const later = useDeferredValue(true, false)
  const t = useTranslations('ui')
  const format = useFormat()
  const [at, setAt] = useState<number | null>(null)
  const columns = useMemo(() => {
    const values = [...(expected ? [expected] : []), ...series.map((one) => one.values)]
    return openGaps({ ts, values }, gapAfterMs ?? Number.POSITIVE_INFINITY)
  }, [ts, series, expected, gapAfterMs])

  const names = [
    ...(expected ? [t('expected')] : []),
    ...series.map((one) => (one.right ? t('rightAxis', { label: one.label }) : one.label)),
  ]
  const rightMeasure = right?.measure ?? measure
  const measures = useMemo(
    () => [...(expected ? [measure] : []), ...series.map((one) => (one.right ? rightMeasure : measure))],
    [expected, series, measure, rightMeasure],
  )
  const written = useCallback(
    (no: number, at: number): string =>
      format.text(measures[no] ?? measure, columns.values[no]?.[at] ?? null),
    [format, measures, measure, columns],
  )
  const summary = useMemo(() => {
    const told = series.map(({ label, values, right: isRight }) => {
      const best = highestOf(values)
      if (best < 0) return `${label}: ${t('noData')}`
      const clock = format.clock(ts[best] ?? 0, timeZone)
      return t('chartHighest', {
        label,
        value: format.text(isRight ? rightMeasure : measure, values[best] ?? null),
        clock,
      })
    })
    return [`${title}.`, ...told, ...(marksTold ? [marksTold] : [])].join(' ')
  }, [title, series, ts, timeZone, measure, rightMeasure, marksTold, format, t])
  const rows = useMemo(() => {
    if (!later) return []
    const stride = Math.max(1, Math.ceil(columns.ts.length / tableRows))
    // What the sentence above the table names stands in it.
    const named = new Set(series.map(({ values }) => ts[highestOf(values)]))
    return columns.ts.flatMap((instant, no) =>
      no % stride === 0 || named.has(instant)
        ? [
            {
              head: format.clock(instant, timeZone),
              cells: columns.values.map((_, column) => written(column, no)),
            },
          ]
        : [],
    )
  }, [later, columns, series, ts, format, written, timeZone])

  const shown = at === null ? null : columns.ts[at]
  const told =
    at === null || shown === null || shown === undefined
      ? ''
      : `${format.clock(shown, timeZone)}: ${names
          .map((name, no) => `${name} ${written(no, at)}`)
          .join(', ')}`
  return (
    <figure className={classes(styles.chart, fill && styles.filling)} data-no-pull>
      <div
        className={styles.readout}
        style={
          {
            '--lines': fill
              ? names.length > 4
                ? 2
                : 1.2
              : names.length > 2
                ? Math.ceil((names.length + 1) / 2) + 1
                : 2,
          } as CSSProperties
        }
        aria-hidden
      >
        {shown !== null && shown !== undefined && (
          <span className={styles.when}>{format.clock(shown, timeZone)}</span>
        )}
        {names.map((name, no) => {
          const one = series[expected ? no - 1 : no]
          return (
            <span className={styles.series} key={name}>
              <i
                className={classes(styles.key, !one && styles.bandKey, one?.limit && styles.limitKey)}
                style={{ '--tone': `var(--chart-${one?.tone})` } as CSSProperties}
              />
              {name}
              {at !== null && <b>{written(no, at)}</b>}
            </span>
          )
        })}
        {sun && at === null && (
          <span className={styles.series}>
            <i className={styles.key} style={{ '--tone': dotted } as CSSProperties} />
            {sun.label}
          </span>
        )}
      </div>
      <div ref={place} className={fill ? styles.place : undefined}>
        {!later
          ? waiting({ height })
          : height > 0 && (
              <Plot
                {...props}
                height={height}
                columns={columns}
                summary={summary}
                at={at}
                told={told}
                onPoint={setAt}
              />
            )}
      </div>
      {later && <ChartTable summary={summary} columns={names} rows={rows} />}
    </figure>
  )
}
