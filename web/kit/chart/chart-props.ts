import type { Measure } from '../words/format.ts'
import type { Sample } from './columns.ts'
import type { SunOfDay } from './draw-sun.ts'

export type ChartSeries = {
  label: string
  /** Aligned with `ts`; null is a gap. */
  values: readonly Sample[]
  /** Which chart colour. */
  tone: 1 | 2 | 3 | 4 | 5 | 6
  /** A soft fill under the line. */
  area?: boolean
  /** By the axis at the right. */
  right?: boolean
  /** A limit: dashed, in the colour of faults. */
  limit?: boolean
}

export type TimeChartProps = {
  /** What it shows, for the summary: "Power, 16 June". */
  title: string
  /** Limits of the axis, usually those of the place's local day. */
  from: number
  to: number
  /** The place's zone; the phone's never matters. */
  timeZone: string
  ts: readonly number[]
  series: readonly ChartSeries[]
  measure: Measure
  /** The expectation, drawn as a soft band from 0 behind everything. */
  expected?: readonly (number | null)[] | null
  /** Samples further apart than this are not joined. */
  gapAfterMs?: number
  /** The axis fits the values instead of beginning at 0: for what never comes near 0 (grid voltage, frequency). */
  fit?: boolean
  /** How far the axis goes at least: a few watts at night fill no axis. */
  reach?: number
  /** The axis at the right, by which series of another quantity are drawn. */
  right?: { measure: Measure; fit?: boolean } | undefined
  height?: number
  /** Instants that a dashed upright marks. */
  marks?: readonly number[]
  /** A mark that is no fault is as quiet as the axis. */
  markTone?: 'fault' | 'quiet'
  /** What the marks mean, for whoever hears the chart. */
  marksTold?: string
  /** The sun over the day that is shown, and what its arc is called. */
  sun?: (SunOfDay & { label: string }) | null
  /** The window goes on with the time: what is pointed at and zoomed in it stays, other than on another day. */
  rolls?: boolean
  /** As high as its place, which must have a height. */
  fill?: boolean
}
