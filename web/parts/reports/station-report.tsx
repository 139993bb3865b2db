import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../app/data/call.ts'
import { useData } from '../../app/data/query.ts'
import { Waiting } from '../../app/failure/waiting.tsx'
import { useOrderName } from '../../app/phrases/order-name.ts'
import { useAllowed } from '../../app/session/allowed.tsx'
import { pathTo } from '../../paths.ts'
import { BarChart } from '../../kit/chart/bar-chart.tsx'
import { todayIn } from '../../kit/chart/period.ts'
import { Card } from '../../kit/card.tsx'
import { classes } from '../../kit/classes.ts'
import { Page } from '../../kit/page.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { serverNow } from '../../kit/time/clock.ts'
import { usePaperTitle } from '../../kit/paper.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { LazyShareCard } from '../stations/share-card/lazy-share-card.ts'
import { nameFromLists } from '../stations/station-queries.ts'
import { ReportActions, ReportHead } from './report-head.tsx'
import { Brought, Done, Line, Lost, ranWell, type StationReport, Work } from './report-parts.tsx'
import styles from './report.module.css'

type StationReportPageProps = { stationId: string; of: string; onChange: (of: string) => void }

/** A station's month or year. Who only looks after their own roof reads the short one. */
export function StationReportPage({ stationId, of, onChange }: StationReportPageProps) {
  const t = useTranslations('report')
  const format = useFormat()
  const orderName = useOrderName()
  const works = useAllowed('om:order:handle')
  const dispatches = useAllowed('om:order:dispatch')
  const isLong = works || dispatches
  const [shared, setShared] = useState<string | null>(null)
  const found = useData(
    'GET /api/stations/{stationId}/report',
    { params: { stationId }, query: { of } },
    { keep: true },
  )
  const report = found.data?.report
  const name = report?.name ?? nameFromLists(stationId)
  usePaperTitle([name, format.day(of)].filter(Boolean).join(' · '))
  return (
    <Page
      title={name ? t('of', { name }) : t('title')}
      back={pathTo('station-detail', { stationId })}
      onRefresh={found.refetch}
      spread
      actions={
        <ReportActions
          ready={report !== undefined}
          onShare={() => setShared(of)}
          table={() =>
            call('GET /api/stations/{stationId}/report/table', { params: { stationId }, query: { of } })
          }
        />
      }
    >
      <ReportHead of={of} today={todayIn(serverNow(), report?.timeZone ?? 'UTC')} onChange={onChange} />
      {report ? (
        <div className={classes(styles.parts, found.isPlaceholderData && styles.changing)}>
          <Brought
            report={report}
            more={
              <>
                {report.best && (
                  <Line name={t(of.length === 4 ? 'bestMonth' : 'bestDay')} value={sharedBar(report.best)} />
                )}
                {isLong && report.worst && (
                  <Line name={t(of.length === 4 ? 'worstMonth' : 'worstDay')} value={barText(report.worst)} />
                )}
              </>
            }
          />
          <Card title={t(of.length === 4 ? 'byMonth' : 'byDay')}>
            <BarChart
              title={t('energy')}
              measure="energy"
              height={170}
              bars={report.bars.map(({ key, wh, coverage }) => ({
                key,
                value: wh,
                known: [coverage],
                ahead: key > report.toDay,
              }))}
            />
          </Card>
          {isLong && <Health report={report} />}
          {isLong && <Work work={report.work} />}
          <Done done={report.done} nameOf={orderName} />
          <p className={styles.made}>
            {t('made', { at: format.instant(serverNow(), report.timeZone), zone: report.timeZone })}
          </p>
        </div>
      ) : (
        <Waiting of={{ error: found.error, refetch: found.refetch }}>
          <SkeletonCard kind="rows" rows={3} />
          <SkeletonCard kind="chart" />
          <SkeletonCard kind="rows" rows={3} />
        </Waiting>
      )}
      {shared && <LazyShareCard stationId={stationId} of={shared} onClose={() => setShared(null)} />}
    </Page>
  )

  /** The best of its kind, which a press makes a picture of. */
  function sharedBar(bar: { key: string; wh: number }) {
    return (
      <button
        type="button"
        className={styles.shared}
        aria-label={`${barText(bar)}, ${t('share')}`}
        onClick={() => setShared(bar.key)}
      >
        {barText(bar)}
        <Share2 size={15} aria-hidden />
      </button>
    )
  }

  function barText({ key, wh }: { key: string; wh: number }): string {
    return `${format.day(key, 'short')} · ${format.text('energy', wh)}`
  }
}

/** How well it ran: availability, what was lost, and against the sun where that is measured. */
function Health({ report: { availability, lost, weather, fromDay } }: { report: StationReport }) {
  const t = useTranslations('report')
  const format = useFormat()
  return (
    <Card title={t('health')}>
      <dl className={styles.lines}>
        <Line
          name={t('availability')}
          value={availability.share === null ? '–' : `${format.number(availability.share * 100, 1, 1)}%`}
        />
        <Lost
          energy={lost}
          worth={
            lost.money !== null && lost.currency !== null ? [format.money(lost.money, lost.currency)] : []
          }
        />
        {weather && (
          <>
            {weather.pr !== null && (
              <Line name={t('pr')} value={format.text('share', weather.pr)} hint={t('prText')} />
            )}
            {weather.irradiationKwh !== null && (
              <Line
                name={t('irradiation')}
                hint={
                  weather.coverage !== null && weather.coverage < 1
                    ? t('measuredFor', { share: `${format.number(Math.floor(weather.coverage * 100))}%` })
                    : undefined
                }
                value={`${format.number(weather.irradiationKwh, 1)} kWh/m²`}
              />
            )}
          </>
        )}
      </dl>
      <p className={styles.quiet}>
        {format.sentences([
          ranWell(availability.share, lost.wh) && t('lostWhileRunning'),
          availability.fromDay > fromDay
            ? t('healthLast', { from: format.day(availability.fromDay), to: format.day(availability.toDay) })
            : t('healthText'),
        ])}
      </p>
    </Card>
  )
}
