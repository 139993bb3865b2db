import { Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Card } from '../../kit/card.tsx'
import { IconButton } from '../../kit/page.tsx'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { useNow } from '../../kit/time/now.ts'
import { whenQuiet } from '../../kit/when-quiet.ts'
import { DayChart } from './day-chart.tsx'
import { periodKey, periodOfKey, todayIn, type Period } from '../../kit/chart/period.ts'
import { PeriodBar } from '../../kit/chart/period-bar.tsx'
import { LazyShareCard } from './share-card/lazy-share-card.ts'
import { sunOver } from './sun-over.ts'
import type { StationData, StationLive } from './station-queries.ts'
import styles from './chart-card.module.css'

// A day is looked at first. In its place stands what it shows itself until its answer is here.
const EnergyChart = lazyPart(
  async () => (await import('./energy-chart.tsx')).EnergyChart,
  <Skeleton shape="block" height="290px" />,
)

type ChartCardProps = {
  station: StationData
  live: StationLive
  period: Period
  of: string | undefined
  /** A meter measures what is fed in. */
  metered: boolean
  onPeriod: (period: Period, of: string | undefined, how?: 'push' | 'replace') => void
}

/** Production by day, month, year and lifetime. A bar that is pressed twice opens, and going back closes it again. */
export function ChartCard({ station, live, period, of, metered, onPeriod }: ChartCardProps) {
  const t = useTranslations('station.chart')
  const page = useTranslations('station')
  const [shared, setShared] = useState(false)
  const now = useNow()
  const today = todayIn(now, station.timeZone)
  useEffect(() => whenQuiet(() => void EnergyChart.prepare()), [])
  const sun = sunOver(live, now)
  const shown = periodKey(period, of, today)
  return (
    <Card
      title={t('title')}
      className={styles.card}
      action={
        period !== 'lifetime' && (
          <span className={styles.share}>
            <IconButton label={page('sharePicture')} onClick={() => setShared(true)}>
              <Share2 size={19} aria-hidden />
            </IconButton>
          </span>
        )
      }
    >
      <PeriodBar period={period} shown={shown} today={today} onChange={onPeriod} />
      {period === 'day' ? (
        <DayChart station={station} day={shown} isToday={shown === today} sun={sun} />
      ) : (
        <EnergyChart
          key={period}
          station={station}
          period={period}
          shown={shown}
          today={today}
          metered={metered}
          onOpen={(key) => onPeriod(periodOfKey(key), key, 'push')}
        />
      )}
      {shared && <LazyShareCard stationId={station.id} of={shown} onClose={() => setShared(false)} />}
    </Card>
  )
}
