import { Sun } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { equivalentHours } from '#domain/stations/capacity.ts'
import { isBestDay } from '#domain/telemetry/best-day.ts'
import type { Answer } from '../../app/data/call-types.ts'
import { useData } from '../../app/data/query.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { ChartBox } from '../../kit/chart/chart-box.tsx'
import type { SunOfDay } from '../../kit/chart/draw-sun.ts'
import { timeTable } from '../../kit/chart/chart-tables.ts'
import { TimeChart } from '../../kit/chart/time-chart.tsx'
import { classes } from '../../kit/classes.ts'
import { Figure } from '../../kit/figure.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { pathTo } from '../../paths.ts'
import { useMissing } from './use-missing.tsx'
import type { StationData } from './station-queries.ts'
import styles from './chart-card.module.css'
import { Waiting } from '../../app/failure/waiting.tsx'

type Curve = Answer<'GET /api/stations/{stationId}/power'>

const againMs = 60_000
/** Below this share of the rated power a sum is said not to be whole. */
const wholeFrom = 0.995

/** Fewer samples are no curve: the edge of what is kept, or a single late reading. */
const curveFrom = 3

/** Milliseconds of the day in which something was heard, but not from all. */
const partialMs = ({ powerW, coverage, stepMs }: Curve): number =>
  powerW.filter((value, no) => value !== null && (coverage[no] ?? 0) < wholeFrom).length * stepMs

type DayChartProps = {
  station: StationData
  day: string
  isToday: boolean
  /** Of the present day. */
  sun: SunOfDay | null
}

/** The power of one local day over the band of a clear sky, and the day's energy. */
export function DayChart({ station, day, isToday, sun }: DayChartProps) {
  const t = useTranslations('station.chart')
  const file = useTranslations('chart.file')
  const flow = useTranslations('station.flow')
  const ui = useTranslations('ui')
  const hero = useTranslations('hero')
  const format = useFormat()
  const { mark, sheet } = useMissing()
  const params = { stationId: station.id }
  const again = isToday ? { refetchInterval: againMs } : {}
  const curve = useData(
    'GET /api/stations/{stationId}/power',
    { params, query: { day } },
    { keep: true, ...again },
  )
  // The day's energy stands in its month; a month that was looked at is there already.
  const month = useData(
    'GET /api/stations/{stationId}/energy',
    { params, query: { period: 'month', of: day.slice(0, 7) } },
    again,
  )
  const bar = month.data?.bars.find(({ key }) => key === day)
  const { data } = curve
  if (!data)
    return (
      <Waiting of={curve} inline>
        <Skeleton shape="block" height="290px" />
      </Waiting>
    )
  const wh = bar?.wh ?? null
  const lines = [
    { key: 'house', label: flow('house'), values: data.balance?.houseW, tone: 3 as const },
    { key: 'grid', label: flow('grid'), values: data.balance?.gridW, tone: 4 as const },
    { key: 'battery', label: flow('battery'), values: data.balance?.batteryW, tone: 5 as const },
  ].flatMap(({ values, ...line }) => (values ? [{ ...line, values }] : []))
  const known = mark(bar?.coverage, { stationId: station.id, period: 'day', of: day })
  const partial = partialMs(data)
  const minutes = Math.round(partial / 60_000)
  const empty = data.powerW.filter((value) => value !== null).length < curveFrom
  const duration =
    minutes < 60
      ? t('spanMinutes', { minutes: String(minutes) })
      : t('spanHours', { hours: String(Math.floor(minutes / 60)), minutes: String(minutes % 60) })
  return (
    <div className={classes(styles.chart, curve.isPlaceholderData && styles.changing)}>
      <div className={styles.totals}>
        <Figure
          label={t('dayTotal')}
          measure="energy"
          value={wh}
          note={
            <>
              {bar?.shared && `${t('shared')} `}
              {wh !== null && known}
            </>
          }
        />
        <Figure
          label={t('equivalent')}
          measure="hours"
          value={equivalentHours(wh, station.capacityW, bar?.coverage ?? null)}
          note={wh !== null && known}
        />
      </div>
      {empty && !isToday ? (
        <p className={styles.none}>{t(wh === null ? 'noneDay' : 'noneCurve')}</p>
      ) : (
        <ChartBox
          full={pathTo('fullscreen-chart', { stationId: station.id, ...(!isToday && { of: day }) })}
          sheet={{
            title: t('power'),
            place: station.name,
            subject: '',
            when: format.day(data.day),
            of: data.day,
            zone: file('zone', { zone: data.timeZone }),
            keys: [
              ...(data.expectedW ? [{ label: ui('expected'), tone: 'band' as const }] : []),
              { label: t('power'), tone: 1 },
              ...lines.map(({ label, tone }) => ({ label, tone })),
            ],
            table: () =>
              timeTable({ instant: file('instant'), local: file('local') }, data.timeZone, [
                { key: 'power', head: `${t('power')} (W)`, ts: data.ts, values: data.powerW },
                ...(data.expectedW
                  ? [{ key: 'expected', head: `${ui('expected')} (W)`, ts: data.ts, values: data.expectedW }]
                  : []),
                ...lines.map(({ key, label, values }) => ({
                  key,
                  head: `${label} (W)`,
                  ts: data.ts,
                  values,
                })),
              ]),
          }}
        >
          <TimeChart
            title={t('powerOf', { day: format.day(data.day) })}
            from={data.from}
            to={data.to}
            timeZone={data.timeZone}
            ts={data.ts}
            series={[
              { label: lines.length > 0 ? t('pv') : t('power'), values: data.powerW, tone: 1, area: true },
              ...lines.map(({ label, values, tone }) => ({ label, values, tone })),
            ]}
            measure="power"
            expected={data.expectedW}
            sun={isToday && sun ? { ...sun, label: hero('sun') } : null}
          />
        </ChartBox>
      )}
      {month.data && isBestDay(month.data.bars, day) && (
        <p className={styles.best}>
          <Sun size={14} aria-hidden />
          {hero('bestDay')}
        </p>
      )}
      {partial > 0 && <p className={styles.note}>{t('partial', { time: duration })}</p>}
      {lines.length > 0 && <p className={styles.note}>{t('signs')}</p>}
      {data.expectedW && !(empty && !isToday) && <p className={styles.note}>{t('estimate')}</p>}
      {sheet}
    </div>
  )
}
