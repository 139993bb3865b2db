import { useTranslations } from 'use-intl'
import { ApiError } from '../../../app/data/api-error.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Card } from '../../../kit/card.tsx'
import { periodOfKey, todayIn } from '../../../kit/chart/period.ts'
import { PeriodBar } from '../../../kit/chart/period-bar.tsx'
import { ErrorState } from '../../../app/failure/error-state.tsx'
import { Skeleton } from '../../../kit/skeleton.tsx'
import { useNow } from '../../../kit/time/now.ts'
import { nightOf, staleAfterMs, type DeviceDetail } from '../device-facts.ts'
import { DayCurve } from './day-curve.tsx'
import { EnergyBars } from './energy-bars.tsx'
import { FlowBars } from '../plain/flow-bars.tsx'
import { ExchangeNotes } from './exchange-notes.tsx'
import { openedOf, writtenDay } from './opened-day.ts'
import { useHistory, type HistorySearch } from './use-history.ts'
import styles from './history.module.css'

/** As high as what comes: a curve with what can be chosen for it above; bars. */
const dayHeight = '361px'
const barsHeight = '248px'

type HistoryCardProps = {
  detail: DeviceDetail
  search: HistorySearch
  onChange: (change: Partial<HistorySearch>) => void
  /** `made`: what it made, by its counter; `flows`: what flowed through it; `none`: it has days only. */
  energy?: 'made' | 'flows' | 'none'
}

/** Readings of a day, energy of months, years and the lifetime; all in the station's own calendar. */
export function HistoryCard({ detail, search: asked, onChange: change, energy = 'made' }: HistoryCardProps) {
  const t = useTranslations('device.history')
  const format = useFormat()
  const isBeforeLight = nightOf(detail, detail.device.powerW) === 'yesterday'
  const day = todayIn(useNow(), detail.station.timeZone)
  const search = { ...asked, of: openedOf(asked.period, asked.of, isBeforeLight, day) }
  const onChange = (to: Partial<HistorySearch>): void => change(writtenDay(to, isBeforeLight, day))
  const { today, period, key, present, curve, bars, exchanges, exchangesTotal } = useHistory(
    detail,
    energy === 'none' ? { ...search, period: 'day' } : search,
    energy === 'made',
  )
  const flows = energy === 'flows' && period !== 'day'
  const shown = period === 'day' ? curve : bars
  // Without a network a read waits instead of failing; what stood here before belongs to another time.
  const stuck = shown.fetchStatus === 'paused' && (shown.isPlaceholderData || !shown.data)
  const failed = flows ? null : stuck ? new ApiError(0, 'no_connection') : shown.data ? null : shown.error
  const sameYear = key.startsWith(today.slice(0, 4))
  const when =
    period === 'lifetime' ? t('allYears') : format.day(key, period === 'day' && sameYear ? 'weekday' : 'full')
  const open = (of: string): void => {
    const to = periodOfKey(of)
    onChange({ period: to === 'day' ? undefined : to, of })
  }
  return (
    <Card title={t('title')}>
      <div className={styles.history}>
        <PeriodBar
          period={period}
          shown={key}
          today={today}
          daysOnly={energy === 'none'}
          onChange={(to, of) => onChange({ period: to === 'day' ? undefined : to, of, days: undefined })}
        />
        {flows ? (
          <FlowBars
            detail={detail}
            period={period}
            of={key}
            when={when}
            today={today}
            present={present}
            onOpen={open}
          />
        ) : failed ? (
          <ErrorState inline error={failed} onRetry={() => void shown.refetch()} />
        ) : !shown.data ? (
          <Skeleton shape="block" height={period === 'day' ? dayHeight : barsHeight} />
        ) : (
          <div className={styles.body} aria-busy={shown.isPlaceholderData}>
            {period === 'day' && curve.data && (
              <DayCurve
                detail={detail}
                curve={curve.data}
                latest={present && !curve.isPlaceholderData ? detail.latest : null}
                gapMs={staleAfterMs(detail)}
                exchanges={exchanges}
                search={search}
                onChange={onChange}
                today={today}
                present={present}
                when={when}
              />
            )}
            {period !== 'day' && bars.data && (
              <EnergyBars
                detail={detail}
                bars={bars.data}
                when={when}
                {...(period !== 'lifetime' || bars.data.bars.length > 0 ? { onOpen: open } : {})}
              />
            )}
            <ExchangeNotes detail={detail} exchanges={exchanges} total={exchangesTotal} />
          </div>
        )}
      </div>
    </Card>
  )
}
