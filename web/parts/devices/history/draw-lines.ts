import type { ChartSeries } from '../../../kit/chart/chart-props.ts'
import { alignParts, clockMs, stepOf } from './compare.ts'
import type { CurveLine, DeviceCurve } from './curve-lines.ts'

/** A day of a device or station; `label`: which, where several are drawn. */
export type LinePart = { label: string; curve: DeviceCurve }
/** A line that is wanted of each part. */
export type WantedLine = {
  line: Pick<CurveLine, 'metric' | 'index'>
  name: string
  right?: boolean
  area?: boolean
}

const tones = [1, 2, 3, 4, 5, 6] as const

export const lineIn = ({ series }: DeviceCurve, { metric, index }: WantedLine['line']) =>
  series.find((one) => one.metric === metric && one.index === index)

/** Lines of one day as they were read; of several parts on common steps, `byClock`: by the time of day. */
export const drawLines = (
  parts: readonly LinePart[],
  wanted: readonly WantedLine[],
  byClock: boolean,
): { ts: readonly number[]; series: ChartSeries[] } => {
  const [first] = parts
  if (!first) return { ts: [], series: [] }
  const lines = parts.flatMap(({ label, curve }) =>
    wanted.map((one) => ({
      label: parts.length === 1 ? one.name : wanted.length === 1 ? label : `${one.name} ${label}`,
      // Stations in other zones lie over each other by their own clocks.
      ts: byClock ? curve.ts.map((instant) => clockMs(instant, curve.timeZone)) : curve.ts,
      step: curve.ts,
      values: lineIn(curve, one.line)?.values ?? curve.ts.map(() => null),
      right: one.right === true,
      area: one.area === true && parts.length === 1,
    })),
  )
  const aligned =
    parts.length === 1
      ? { ts: first.curve.ts, values: lines.map(({ values }) => values) }
      : alignParts(
          lines,
          stepOf(lines.map(({ step, values }) => ({ ts: step, values }))),
          byClock ? 0 : first.curve.from,
        )
  return {
    ts: aligned.ts,
    series: lines.map(({ label, right, area }, no) => ({
      label,
      values: aligned.values[no] ?? [],
      tone: tones[no % tones.length] ?? 1,
      ...(area && { area }),
      ...(right && { right }),
    })),
  }
}
