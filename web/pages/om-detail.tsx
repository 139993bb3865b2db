import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../app/data/call.ts'
import { serverNow } from '../kit/time/clock.ts'
import { useData } from '../app/data/query.ts'
import { pathTo } from '../paths.ts'
import { useFormat } from '../kit/words/use-format.ts'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { Button } from '../kit/button.tsx'

import { todayIn } from '../kit/chart/period.ts'
import { classes } from '../kit/classes.ts'
import { useFailureText } from '../app/failure/error-state.tsx'
import { words } from '../app/phrases/catalogues.ts'
import { lazyPart } from '../kit/lazy-part.tsx'
import { Waiting } from '../app/failure/waiting.tsx'
import { IconButton, Page } from '../kit/page.tsx'
import { usePaperTitle } from '../kit/paper.ts'
import { saveTable } from '../kit/save-file.ts'
import { Segmented } from '../kit/segmented.tsx'
import { Skeleton, SkeletonCard } from '../kit/skeleton.tsx'
import { toast } from '../kit/toast.tsx'
import { nameFromLists } from '../parts/stations/station-queries.ts'
import {
  Availability,
  Counts,
  Lost,
  type Om,
  OverTime,
  Repair,
  Repeated,
} from '../parts/om/record/record-parts.tsx'
import styles from '../parts/om/record/record.module.css'
import { HelpButton } from '../parts/help/help-button.tsx'

const spans = ['30', '90', '365'] as const
const DAY = 86_400_000

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) - days * DAY).toISOString().slice(0, 10)

const StationReportPage = lazyPart(
  async () => {
    const [file] = await Promise.all([
      import('../parts/reports/station-report.tsx'),
      words.need('report', 'compared'),
    ])
    return file.StationReportPage
  },
  () => <ReportSkeleton />,
)

function ReportSkeleton() {
  const t = useTranslations('record')
  return (
    <Page title={t('title')}>
      <SkeletonCard kind="rows" rows={3} />
    </Page>
  )
}

/** A station's maintenance record of a period: on the screen, as a table and on paper. */
export function OmDetailPage() {
  const search = usePageSearch('om-detail')
  const { stationId, report } = search
  if (report !== undefined)
    return (
      <StationReportPage
        key={stationId}
        stationId={stationId}
        of={report}
        onChange={(of) => setPageSearch('om-detail', search, { report: of })}
      />
    )
  return <RecordPage />
}

/** Something is known of hours or of energy; else there are no days to name. */
const hasData = ({ availability, lost }: Om): boolean =>
  availability.availableHours + availability.unavailableHours + availability.unknownHours > 0 ||
  lost.wh !== null

function RecordPage() {
  const t = useTranslations('record')
  const format = useFormat()
  const failureText = useFailureText()
  const search = usePageSearch('om-detail')
  const { stationId, days = '90' } = search
  const [saving, setSaving] = useState(false)
  const station = useData('GET /api/stations/{stationId}', { params: { stationId } })
  const timeZone = station.data?.station.timeZone
  const to = timeZone === undefined ? '' : todayIn(serverNow(), timeZone)
  const query = { from: to && daysBefore(to, Number(days) - 1), to }
  const found = useData(
    'GET /api/stations/{stationId}/om',
    { params: { stationId }, query },
    { enabled: timeZone !== undefined, keep: true },
  )
  const failed = station.error && !station.data ? station : found
  const lost = failed.error?.status === 404 || failed.error?.status === 403
  const om = lost ? undefined : found.data?.om
  const name = station.data?.station.name ?? nameFromLists(stationId)
  const { from = query.from, to: until = query.to } = om ?? {}
  usePaperTitle(
    [name, from && t('of', { from: format.day(from), to: format.day(until) })].filter(Boolean).join(' · '),
  )
  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      const table = await call('GET /api/stations/{stationId}/om/table', {
        params: { stationId },
        query,
      })
      saveTable(table.csv, table.name)
    } catch (error) {
      toast(failureText(error), 'failed')
    } finally {
      setSaving(false)
    }
  }
  return (
    <Page
      title={t('title')}
      spread
      back={pathTo('station-detail', { stationId, tab: 'orders' })}
      onRefresh={found.refetch}
      actions={
        <>
          <IconButton label={t('print')} disabled={!om} onClick={() => window.print()}>
            <Printer size={20} aria-hidden />
          </IconButton>
          <HelpButton of="alarms" />
        </>
      }
    >
      {!station.error && (
        <div className={styles.head}>
          {name === undefined ? (
            <div className={styles.name}>
              <Skeleton width="10em" />
            </div>
          ) : (
            <h2 className={styles.name}>{name}</h2>
          )}
          <p className={styles.quiet}>
            {from ? t('of', { from: format.day(from), to: format.day(until) }) : <Skeleton width="16em" />}
            <span className={styles.onlyPrint}>
              {' · '}
              {om && t('made', { at: format.instant(serverNow(), om.timeZone), zone: om.timeZone })}
            </span>
          </p>
          {om && hasData(om) && (om.availability.from !== from || om.availability.to !== until) && (
            <p className={styles.quiet}>
              {t('dataOf', { from: format.day(om.availability.from), to: format.day(om.availability.to) })}
            </p>
          )}
        </div>
      )}
      <div className={styles.noPrint}>
        <Segmented
          label={t('period')}
          value={days}
          onChange={(value) => setPageSearch('om-detail', search, { days: value })}
          options={spans.map((value) => ({ value, label: t(`days.${value}`) }))}
        />
      </div>
      {om ? (
        <div className={classes(styles.parts, found.isPlaceholderData && styles.changing)}>
          <Availability om={om} />
          <Repair om={om} />
          <Lost om={om} />
          <Counts om={om} stationId={stationId} />
          <OverTime om={om} />
          <Repeated om={om} />
          <div className={styles.noPrint}>
            <Button
              kind="soft"
              wide
              busy={saving}
              icon={<Download size={18} aria-hidden />}
              onClick={() => void save()}
            >
              {t('save')}
            </Button>
          </div>
        </div>
      ) : (
        <Waiting of={failed} final={lost}>
          <SkeletonCard />
          <SkeletonCard kind="rows" rows={3} />
          <SkeletonCard kind="chart" />
        </Waiting>
      )}
    </Page>
  )
}
