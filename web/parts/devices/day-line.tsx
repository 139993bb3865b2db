import { stepPeriod, todayIn } from '../../kit/chart/period.ts'
import { useNow } from '../../kit/time/now.ts'
import { dayLines, type Point } from './day-line-points.ts'
import { nightOf, staleAfterMs, type DeviceDetail } from './device-facts.ts'
import { openedOf } from './history/opened-day.ts'
import { withLatest } from './history/live-curve.ts'
import { useHistory } from './history/use-history.ts'
import styles from './day-line.module.css'

const written = (line: readonly Point[]): string =>
  line.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' L')

type Curve = NonNullable<ReturnType<typeof useHistory>['curve']['data']>

const powerIn = (series: Curve['series']): readonly (number | null)[] =>
  series.find(({ metric, index }) => metric === 'powerW' && index === null)?.values ?? []
/** The day before, over the area of the day and behind its line. */
const past = { stroke: 'var(--control-line)', strokeWidth: 1 }

/**
 * The day so far beside the figure of now, small and without a scale: the curve below it has one, and is the same. It
 * keeps its place while that is on its way. The day before stands behind it in grey, on the same scale.
 */
export function DayLine({ detail }: { detail: DeviceDetail }) {
  const today = todayIn(useNow(), detail.station.timeZone)
  const night = nightOf(detail, detail.device.powerW)
  const isBeforeLight = night === 'yesterday'
  const of = openedOf(undefined, undefined, isBeforeLight, today)
  const day = { period: undefined, of, metric: undefined, signals: undefined, days: undefined }
  const { curve } = useHistory(detail, day, false)
  const before = stepPeriod('day', of ?? today, -1, today) ?? undefined
  const yesterday = useHistory(detail, { ...day, of: before }, false).curve.data
  if (!curve.data) return <span className={styles.place} />
  const gapMs = staleAfterMs(detail)
  const { from, to, ts, series } = withLatest(curve.data, isBeforeLight ? null : detail.latest, gapMs)
  // What was kept while another day came is not the day before.
  const isBefore = yesterday !== undefined && yesterday.day === before
  const days = [{ from, to, ts, values: powerIn(series) }]
  if (isBefore) days.push({ ...yesterday, values: powerIn(yesterday.series) })
  const [lines = [], behind = []] = dayLines(days, gapMs)
  const end = lines.at(-1)?.at(-1)
  return (
    <span className={styles.place} aria-hidden>
      {lines.length + behind.length > 0 && (
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={styles.day}>
          {lines.map((line) => (
            <path
              key={line[0]?.x}
              className={styles.area}
              d={`M${line[0]?.x ?? 0},100 L${written(line)} L${line.at(-1)?.x ?? 0},100 Z`}
            />
          ))}
          {behind.map((line) => (
            <path key={line[0]?.x} className={styles.line} style={past} d={`M${written(line)}`} />
          ))}
          {lines.map((line) => (
            <path key={line[0]?.x} className={styles.line} d={`M${written(line)}`} />
          ))}
        </svg>
      )}
      {end && night === null && (
        <i className={styles.now} style={{ insetInlineStart: `${end.x}%`, insetBlockStart: `${end.y}%` }} />
      )}
    </span>
  )
}
