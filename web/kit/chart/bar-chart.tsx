/** Long because bars, their words and their keys are one drawing. */
import {
  useEffect,
  useId,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import { useTranslations } from 'use-intl'
import type { Measure } from '../words/format.ts'
import { useFormat } from '../words/use-format.ts'
import { classes } from '../classes.ts'
import { BarReadout } from './bar-readout.tsx'
import { BarStack, type BarPart } from './bar-stack.tsx'
import { ChartTable } from './chart-table.tsx'
import { niceMarks } from './nice-marks.ts'
import { useSize } from './size.ts'
import { pointIn } from './touch-layer.ts'
import styles from './chart.module.css'

export type Bar = {
  /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  key: string
  /** null = nothing known, 0 = known to be nothing; they look different. */
  value: number | null
  /** Part of a value that is known only for several bars together. */
  shared?: boolean
  /** Share of the capacity that each value rests on; null = unknown, below 1 it is not whole and looks so. */
  known?: readonly (number | null | undefined)[]
  /** Of the others that stand beside it, in the order of `others` of the chart. */
  others?: readonly (number | null)[]
  /** What a value that stands alone is made of, in the order of `parts` of the chart: together no more than it. */
  parts?: readonly number[] | undefined
  /** Of the same time a year before: stands pale behind the first value. null = nothing known. */
  before?: number | null | undefined
  /** Still to come: its place stays empty. */
  ahead?: boolean
}

type BarChartProps = {
  title: string
  bars: readonly Bar[]
  measure: Measure
  /** Whose the bars are, where several stand beside each other: the first, then the others. */
  names?: readonly string[]
  /** Of what values are made, where a bar says it. */
  parts?: readonly BarPart[]
  /** What the pale bars are called, where a bar has one: "2024". */
  beforeName?: string | undefined
  height?: number
  /** As high as its place, which must have a height. */
  fill?: boolean
  /** A press on a bar that is chosen already: open that day, month or year. */
  onOpen?: (key: string) => void
}

const left = 40
const bottom = 22
const top = 24

/** `5` of `2025-06-05`, `6` of `2025-06`, `2025` as it is. */
/** What the name of a month needs beside its neighbours, CSS pixels. */
const MONTH_PX = 40

const short = (key: string): string => (key.length === 4 ? key : String(Number(key.slice(-2))))

const lacks = (share: number | null | undefined): boolean => typeof share === 'number' && share < 1
const isPart = (bar: Bar): boolean =>
  bar.known?.some((share, no) => lacks(share) && (no === 0 ? bar.value : bar.others?.[no - 1]) !== null) ??
  false

/** Energy by days, months or years. */
export function BarChart({
  title,
  bars,
  measure,
  names = [],
  parts = [],
  beforeName,
  height: given = 210,
  fill = false,
  onOpen,
}: BarChartProps) {
  const t = useTranslations('ui')
  const format = useFormat()
  const hatch = useId()
  const [box, width, free] = useSize<HTMLDivElement>()
  const height = fill ? Math.max(120, free) : given
  const [chosen, setChosen] = useState<string | null>(null)
  const figure = useRef<HTMLElement>(null)
  useEffect(() => {
    if (chosen === null) return undefined
    // A finger that is lifted leaves its bar chosen, until it is set down elsewhere.
    const elsewhere = (event: Event): void => {
      if (event.target instanceof Node && !figure.current?.contains(event.target)) setChosen(null)
    }
    document.addEventListener('pointerdown', elsewhere)
    return () => document.removeEventListener('pointerdown', elsewhere)
  }, [chosen])
  const valuesOf = (bar: Bar): readonly (number | null)[] => [bar.value, ...(bar.others ?? [])]
  const most = Math.max(
    0,
    ...bars.flatMap((bar) => [bar.before ?? 0, ...valuesOf(bar).map((value) => value ?? 0)]),
  )
  const marks = niceMarks(most, measure === 'count')
  const ceiling = marks.at(-1) ?? 1
  const inner = Math.max(1, width - left)
  const slot = inner / Math.max(1, bars.length)
  const barWidth = Math.max(2, Math.min(26, slot * 0.68))
  const y = (value: number): number => top + (height - top - bottom) * (1 - value / ceiling)
  const labelEvery = Math.max(1, Math.ceil((short(bars[0]?.key ?? '').length > 2 ? 36 : 22) / slot))
  // The bare number of a month could be anything: where there is room for it, its name.
  const labelOf = (key: string): string =>
    key.length === 7 && slot >= MONTH_PX ? format.day(key, 'short').replace(/ ?\d{4}年?/, '') : short(key)
  const here = bars.find((bar) => bar.key === chosen)
  const past = bars.filter((bar) => bar.ahead !== true)
  const known = past.filter((bar) => bar.value !== null)
  const best = known.reduce<Bar | undefined>(
    (a, b) => (a && (a.value ?? 0) >= (b.value ?? 0) ? a : b),
    undefined,
  )
  const summary = best
    ? `${title}. ${t('barsHighest', { value: format.text(measure, best.value), when: format.day(best.key), known: String(known.length), all: String(past.length) })}`
    : `${title}. ${t('noData')}`
  const unit = format.write(measure, ceiling, ceiling).unit

  const written = (value: number | null): string =>
    value === null ? t('noData') : format.text(measure, value)
  // What is shared between days, or not whole, is not taken apart.
  const partsOf = (bar: Bar): (BarPart & { value: number })[] =>
    bar.shared || isPart(bar)
      ? []
      : parts.flatMap((part, no) => {
          const value = bar.parts?.[no]
          return value === undefined ? [] : [{ ...part, value }]
        })
  const told = (bar: Bar): string =>
    `${
      names.length > 1
        ? valuesOf(bar)
            .map((value, no) => `${names[no] ?? ''} ${written(value)}`)
            .join(', ')
        : written(bar.value)
    }${partsOf(bar)
      .map(({ label, value }) => `, ${label} ${written(value)}`)
      .join('')}${beforeOf(bar) === null ? '' : `, ${beforeOf(bar)?.label} ${beforeOf(bar)?.text}`}${notesOf(
      bar,
    )
      .map((note) => `, ${note}`)
      .join('')}`
  /** Beside what was a year before, and how much more or less that is. */
  const beforeOf = ({ value, before }: Bar): { label: string; text: string } | null => {
    if (beforeName === undefined || before === undefined) return null
    const more = value !== null && before !== null && before > 0 ? value / before - 1 : null
    const change = more === null ? '' : ` (${more < 0 ? '−' : '+'}${format.text('share', Math.abs(more))})`
    return { label: beforeName, text: `${written(before)}${change}` }
  }
  const notesOf = (bar: Bar): string[] => [
    ...(bar.shared ? [t('sharedDays')] : []),
    ...(isPart(bar) ? [t('covered', { share: partOf(bar) })] : []),
  ]
  const partOf = (bar: Bar): string =>
    (bar.known ?? [])
      .map((share) => (typeof share === 'number' ? `${format.number(Math.floor(share * 100))}%` : '–'))
      .join(' / ')
  const at = (event: PointerEvent<SVGSVGElement>): Bar | undefined => {
    const x = pointIn(event.currentTarget, event.clientX, event.clientY).x - left
    return past[Math.min(past.length - 1, Math.max(0, Math.floor(x / slot)))]
  }
  const keyed = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (event.key === 'Enter' && chosen) onOpen?.(chosen)
    if (event.key === 'Escape') setChosen(null)
    if (step === 0) return
    event.preventDefault()
    const no = past.findIndex((bar) => bar.key === chosen)
    setChosen(past[Math.min(past.length - 1, Math.max(0, no + step))]?.key ?? null)
  }
  return (
    <figure ref={figure} className={classes(styles.chart, fill && styles.filling)} data-no-pull>
      <BarReadout
        title={title}
        {...(here
          ? {
              here: {
                when: format.day(here.key, 'weekday'),
                values: valuesOf(here).map(written),
                parts: partsOf(here).map((part) => ({ ...part, text: written(part.value) })),
                before: beforeOf(here),
                notes: notesOf(here),
                ...(onOpen && { open: () => onOpen(here.key) }),
              },
            }
          : {})}
        names={names}
        beforeName={past.some(({ before }) => before !== undefined) ? beforeName : undefined}
        parts={past.some((bar) => partsOf(bar).length > 0) ? parts : []}
      />
      <div ref={box} className={classes(styles.plot, fill && styles.place)}>
        <svg
          className={classes(styles.bars, chosen && styles.dim)}
          height={height}
          // On paper it is as wide as its column there.
          viewBox={`0 0 ${width} ${height}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- arrow keys move along the bars like a slider; no input can draw them
          role="slider"
          aria-label={summary}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, past.length - 1)}
          aria-valuenow={here ? bars.indexOf(here) : 0}
          aria-valuetext={here ? `${format.day(here.key)}: ${told(here)}` : t('noneChosen')}
          tabIndex={0}
          onKeyDown={keyed}
          onPointerDown={(event) => {
            const bar = at(event)
            if (bar && bar.key === chosen && onOpen) onOpen(bar.key)
            else setChosen(bar?.key ?? null)
          }}
          onPointerMove={(event) => {
            if (event.buttons > 0 || event.pointerType === 'mouse') setChosen(at(event)?.key ?? null)
          }}
          onPointerLeave={(event) => {
            if (event.pointerType === 'mouse') setChosen(null)
          }}
        >
          <defs>
            <pattern
              id={hatch}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <line className={styles.hatch} x1="1" x2="1" y1="0" y2="6" />
            </pattern>
          </defs>
          <text x="0" y="8">
            {unit}
          </text>
          {marks.map((mark) => (
            <g key={mark}>
              <line className={styles.grid} x1={left} x2={width} y1={y(mark)} y2={y(mark)} />
              <text x={left - 6} y={y(mark) + 4} textAnchor="end">
                {format.mark(measure, mark, ceiling)}
              </text>
            </g>
          ))}
          {width > 0 &&
            bars.map((bar, no) => {
              const middle = left + slot * (no + 0.5)
              const x = middle - barWidth / 2
              const several = valuesOf(bar)
              const each = barWidth / several.length
              return (
                <g key={bar.key} className={bar.key === chosen ? styles.here : undefined}>
                  {beforeName !== undefined && bar.before != null && (
                    <rect
                      className={styles.before}
                      data-before
                      x={middle - Math.min(slot * 0.46, barWidth / 2 + 3)}
                      y={y(bar.before)}
                      width={2 * Math.min(slot * 0.46, barWidth / 2 + 3)}
                      height={Math.max(0, y(0) - y(bar.before))}
                      rx={2}
                    />
                  )}
                  {bar.ahead
                    ? null
                    : several.map((value, at) => {
                        const high = value === null ? 0 : Math.max(value > 0 ? 2 : 1.5, y(0) - y(value))
                        const tone = { '--tone': `var(--chart-${at + 1})` } as CSSProperties
                        const shape = {
                          x: x + each * at,
                          y: y(0) - high,
                          width: Math.max(1, several.length > 1 ? each - 0.5 : each),
                          height: high,
                          rx: Math.min(3, each / 3, high / 2),
                        }
                        const name = names[at] ?? ''
                        return value === null ? (
                          <circle
                            key={name}
                            className={styles.absent}
                            cx={x + each * (at + 0.5)}
                            cy={y(0) - 5}
                            r={Math.min(2.5, each / 2)}
                          />
                        ) : bar.shared ? (
                          <g key={name} style={tone}>
                            <rect {...shape} fill={`url(#${hatch})`} />
                            <rect {...shape} className={styles.outline} />
                          </g>
                        ) : several.length === 1 && partsOf(bar).length > 0 ? (
                          <BarStack key={name} shape={shape} value={value} parts={partsOf(bar)} />
                        ) : (
                          <rect
                            key={name}
                            {...shape}
                            className={classes(styles.bar, lacks(bar.known?.[at]) && styles.part)}
                            style={tone}
                          />
                        )
                      })}
                  {no % labelEvery === 0 && (
                    <text x={middle} y={height - 5} textAnchor="middle">
                      {labelOf(bar.key)}
                    </text>
                  )}
                </g>
              )
            })}
        </svg>
      </div>
      <ChartTable
        summary={summary}
        columns={names.length > 1 ? names : [title]}
        rows={past.map((bar) => ({
          head: format.day(bar.key),
          cells: names.length > 1 ? valuesOf(bar).map(written) : [told(bar)],
        }))}
      />
    </figure>
  )
}
