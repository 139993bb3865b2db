import type { RecordedPoint, RecordedSeries } from './recorded-series.ts'

/** A gap is bridged when it is no longer than this many of the series' own intervals. */
export const BRIDGED_INTERVALS = 3

/**
 * Power above 0 that is the same for so long was repeated, not measured: a file does not say where its sun stands. No
 * source: an inverter at its limit stands still for a long summer noon, and every night lies within ten hours more.
 */
const STILL_MS = 10 * 3_600_000

export interface MeterReading extends RecordedPoint {
  /** Lifetime counter, Wh, with its fraction. */
  readonly energyWh: number
}

/**
 * Power to a lifetime counter, as a meter would count:
 * - points without a value are passed over; the neighbours with values make the pair;
 * - a pair at most `maxGapMs` apart adds the trapezoid between its two powers, each taken as at least 0 W;
 * - power that stands still through a night adds nothing after its first reading;
 * - a longer gap adds nothing: what happened in it is unknown, and unknown is not energy.
 * The counter never falls. Points must be sorted by time.
 */
export function integratePower(
  points: readonly RecordedPoint[],
  maxGapMs: number,
  startWh: number,
): MeterReading[] {
  let energyWh = startWh
  let before: { ts: number; watts: number } | null = null
  const repeated = repeatedAt(points)
  return points.map((point) => {
    if (repeated.has(point.ts)) before = null
    else if (point.powerW !== null) {
      const watts = Math.max(0, point.powerW)
      if (before && point.ts - before.ts <= maxGapMs)
        energyWh += ((before.watts + watts) / 2) * ((point.ts - before.ts) / 3_600_000)
      before = { ts: point.ts, watts }
    }
    return { ...point, energyWh }
  })
}

/** The counter of a whole series. It starts above 0 because 0 means "not accumulated" on the wire. */
export function meterSeries(series: RecordedSeries, startWh = 1_000_000): MeterReading[] {
  return integratePower(series.points, BRIDGED_INTERVALS * series.intervalMs, startWh)
}

/** Instants at which a value was only said again, of runs longer than any plateau of real power. */
function repeatedAt(points: readonly RecordedPoint[]): ReadonlySet<number> {
  const repeated = new Set<number>()
  let run: RecordedPoint[] = []
  const close = (): void => {
    const [first, last] = [run[0], run.at(-1)]
    if (first && last && (first.powerW ?? 0) > 0 && last.ts - first.ts >= STILL_MS)
      for (const { ts } of run.slice(1)) repeated.add(ts)
    run = []
  }
  for (const point of points) {
    if (point.powerW === null) continue
    if (run[0]?.powerW !== point.powerW) close()
    run.push(point)
  }
  close()
  return repeated
}
