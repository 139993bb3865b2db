import { useTranslations } from 'use-intl'
import { RANKED_SHOWN } from '#domain/work-orders/limits.ts'
import { call } from '../../app/data/call.ts'
import { useData } from '../../app/data/query.ts'
import { Waiting } from '../../app/failure/waiting.tsx'
import { pathTo } from '../../paths.ts'
import { todayIn } from '../../kit/chart/period.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { Card } from '../../kit/card.tsx'
import { classes } from '../../kit/classes.ts'
import { Page } from '../../kit/page.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { serverNow } from '../../kit/time/clock.ts'
import { usePaperTitle } from '../../kit/paper.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { asEarned } from './as-earned.ts'
import { ReportActions, ReportHead } from './report-head.tsx'
import { Brought, type FleetReport, Line, Lost, ranWell, Work } from './report-parts.tsx'
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
  usePaperTitle(`${t('fleet')} · ${format.day(of)}`)
  // Of so few the most and the least are all of them.
  const all = report && report.best.length + report.worst.length < 2 * RANKED_SHOWN
  return (
    <Page
      title={t('fleet')}
      back={pathTo('home')}
      onRefresh={found.refetch}
      spread
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
            priced={
              report.income.length > 0 &&
              report.priced < report.stations &&
              t('priced', { known: String(report.priced), all: String(report.stations) })
            }
            more={
              <Line
                name={t('stations')}
                value={
                  <Dotted
                    parts={[format.number(report.stations), `${format.text('power', report.capacityW)}p`]}
                  />
                }
              />
            }
          />
          <Run run={report.run} income={report.income} stations={report.stations} of={of} />
          {all ? (
            <Ranked
              title={t('rankedStations')}
              of={of}
              stations={[...report.best, ...report.worst.toReversed()]}
            />
          ) : (
            <>
              <Ranked title={t('bestStations')} of={of} stations={report.best} />
              <Ranked title={t('worstStations')} of={of} stations={report.worst} />
            </>
          )}
          <Work work={report.work} />
          <p className={styles.made}>
            {format.sentences([
              t('fleetText'),
              t('made', { at: format.instant(serverNow(), timeZone), zone: timeZone }),
            ])}
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
  const t = useTranslations('report')
  const format = useFormat()
  if (stations.length === 0) return null
  return (
    <Card flush title={title}>
      <Rows>
        {stations.map(({ id, name, wh, equivalentHours, availability }) => (
          <Row
            key={id}
            to={pathTo('om-detail', { stationId: id, report: of })}
            label={name}
            hint={
              <Dotted
                parts={[
                  format.text('energy', wh),
                  availability !== null &&
                    t('availableFor', { share: `${format.number(availability * 100, 1, 1)}%` }),
                ]}
              />
            }
            value={`${format.number(equivalentHours, 1, 1)} kWh/kW`}
          />
        ))}
      </Rows>
    </Card>
  )
}

/** Less than half of a hundredth would read as nothing lost. */
const LEAST = 0.005

/** How all of them ran: availability, what was lost and where most, and the light where it is measured. */
function Run({
  run,
  income,
  stations,
  of,
}: Pick<FleetReport, 'run' | 'income'> & { stations: number; of: string }) {
  const t = useTranslations('report')
  const format = useFormat()
  const { days, availability, heard, lost, weather, most } = run
  const whole = (share: number): string => `${format.number(Math.floor(share * 100))}%`
  // Where all measure it, it needs no word.
  const ofThose = ({ stations: count, share }: NonNullable<typeof weather>): string | undefined =>
    count === stations
      ? undefined
      : t('weatherOf', {
          count: String(count),
          all: String(stations),
          share: share === null ? '–' : whole(share),
        })
  const money = (worth: FleetReport['income']): string[] =>
    asEarned(worth, income).flatMap(({ currency, amount }) =>
      amount === null || amount < LEAST ? [] : [format.money(amount, currency)],
    )
  if (days === null)
    return (
      <Card title={t('health')}>
        <p className={styles.quiet}>{t('notYet')}</p>
      </Card>
    )
  return (
    <>
      <Card title={t('health')}>
        <dl className={styles.lines}>
          <Line
            name={t('availability')}
            hint={
              heard !== null && heard < 1
                ? t('availabilityHeard', { share: whole(heard) })
                : t('availabilityText')
            }
            value={availability === null ? '–' : `${format.number(availability * 100, 1, 1)}%`}
          />
          <Lost energy={lost} worth={money(lost.worth)} />
          {weather && (
            <>
              <Line name={t('pr')} hint={ofThose(weather)} value={format.text('share', weather.pr)} />
              {weather.irradiationKwh !== null && (
                <Line
                  name={t('irradiation')}
                  hint={ofThose(weather)}
                  value={`${format.number(weather.irradiationKwh, 1)} kWh/m²`}
                />
              )}
            </>
          )}
        </dl>
        <p className={styles.quiet}>
          {format.sentences([
            ranWell(availability, lost.wh) && t('lostWhileRunning'),
            t('healthDays', { from: format.day(days.fromDay), to: format.day(days.toDay) }),
          ])}
        </p>
      </Card>
      {most.length > 0 && (
        <Card flush title={t('mostLost')}>
          <Rows>
            {most.map(({ id, name, wh, worth }) => (
              <Row
                key={id}
                to={pathTo('om-detail', { stationId: id, report: of })}
                label={name}
                hint={money(worth).length > 0 && <Dotted parts={money(worth)} />}
                value={format.text('energy', wh)}
              />
            ))}
          </Rows>
        </Card>
      )}
    </>
  )
}
