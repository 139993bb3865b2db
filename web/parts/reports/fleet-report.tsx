import { useTranslations } from 'use-intl'
import { call } from '../../app/data/call.ts'
import { useData } from '../../app/data/query.ts'
import { Waiting } from '../../app/failure/waiting.tsx'
import { pathTo } from '../../paths.ts'
import { todayIn } from '../../kit/chart/period.ts'
import { Card } from '../../kit/card.tsx'
import { classes } from '../../kit/classes.ts'
import { Page } from '../../kit/page.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { serverNow } from '../../kit/time/clock.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { ReportActions, ReportHead } from './report-head.tsx'
import { Brought, type FleetReport, Line, Work } from './report-parts.tsx'
import styles from './report.module.css'

/** The phone's own: the stations are of several. */
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

type FleetReportPageProps = { of: string; onChange: (of: string) => void }

/** The month or year of all stations of the person. */
export function FleetReportPage({ of, onChange }: FleetReportPageProps) {
  const t = useTranslations('report')
  const format = useFormat()
  const found = useData('GET /api/report', { query: { of } }, { keep: true })
  const report = found.data?.report
  return (
    <Page
      title={t('fleet')}
      back={pathTo('home')}
      onRefresh={found.refetch}
      actions={
        <ReportActions
          ready={report !== undefined}
          table={() => call('GET /api/report/table', { query: { of } })}
        />
      }
    >
      <ReportHead of={of} today={todayIn(serverNow(), timeZone)} onChange={onChange} />
      {report ? (
        <div className={classes(styles.parts, found.isPlaceholderData && styles.changing)}>
          <Brought
            report={report}
            more={
              <Line
                name={t('stations')}
                value={`${format.number(report.stations)} · ${format.text('power', report.capacityW)}p`}
              />
            }
          />
          <Ranked title={t('bestStations')} of={of} stations={report.best} />
          <Ranked title={t('worstStations')} of={of} stations={report.worst} />
          <Work work={report.work} />
          <p className={styles.made}>
            {t('fleetText')} {t('made', { at: format.instant(serverNow(), timeZone), zone: timeZone })}
          </p>
        </div>
      ) : (
        <Waiting of={{ error: found.error, refetch: found.refetch }}>
          <SkeletonCard kind="rows" rows={3} />
          <SkeletonCard kind="rows" rows={3} />
          <SkeletonCard kind="rows" rows={3} />
        </Waiting>
      )}
    </Page>
  )
}

type RankedProps = { title: string; of: string; stations: FleetReport['best'] }

/** Stations by what each kWp gave, each leading to its own report. */
function Ranked({ title, of, stations }: RankedProps) {
  const format = useFormat()
  if (stations.length === 0) return null
  return (
    <Card flush title={title}>
      <Rows>
        {stations.map(({ id, name, wh, equivalentHours }) => (
          <Row
            key={id}
            to={pathTo('om-detail', { stationId: id, report: of })}
            label={name}
            hint={format.text('energy', wh)}
            value={format.text('hours', equivalentHours)}
          />
        ))}
      </Rows>
    </Card>
  )
}
