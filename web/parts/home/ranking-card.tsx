import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { equivalentHours } from '#domain/stations/capacity.ts'
import { pathTo } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { Covered } from '../../kit/covered.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { Segmented } from '../../kit/segmented.tsx'
import type { Home } from './home-data.ts'
import home from './home.module.css'
import styles from './ranking-card.module.css'

const shownAtMost = 6
type Period = 'day' | 'month'
type Placed = {
  id: string
  name: string
  hours: number | null
  wh: number | null
  /** Share of its capacity that is known; the hours are of that part. */
  share: number | null
}

type RankingCardProps = { day: Home['ranking']; month: Home['monthRanking'] }

const ofMonth = (stations: Home['monthRanking']): Placed[] =>
  stations.map((one) => ({ ...one, hours: one.equivalentHours, wh: one.monthWh, share: one.coverage }))

const ofDay = (stations: Home['ranking']): Placed[] =>
  stations.map((one) => ({ ...one, hours: one.equivalentHours, wh: one.todayWh, share: one.todayCoverage }))

/** What the day of light brought that is over. */
const ofDayBefore = (stations: Home['ranking']): Placed[] =>
  stations
    .map(({ night, ...one }) => ({
      ...one,
      hours: night && equivalentHours(night.wh, one.capacityW, night.coverage),
      wh: night && night.wh,
      share: night && night.coverage,
    }))
    .sort((a, b) => (b.hours ?? 0) - (a.hours ?? 0))

/** Stations by equivalent hours of their present day or month; the length of a bar is its share of the best. */
export function RankingCard({ day, month }: RankingCardProps) {
  const t = useTranslations('home')
  const [period, setPeriod] = useState<Period>('day')
  // Before sunrise, where all is dark, the day before tells who is best.
  const dark = day.every(({ todayWh }) => !todayWh) && day.some(({ night }) => night?.day === 'yesterday')
  const stations = period === 'month' ? ofMonth(month) : dark ? ofDayBefore(day) : ofDay(day)
  return (
    <Card
      flush
      title={t('ranking')}
      action={
        <Go to={pathTo('station-list', { sort: 'equivalent_hours' })} className={home.all}>
          {t('all')}
          <ChevronRight size={16} aria-hidden />
        </Go>
      }
    >
      <div className={styles.period}>
        <Segmented
          label={t('rankingPeriod')}
          value={period}
          onChange={setPeriod}
          options={[
            { value: 'day', label: t(dark ? 'yesterday' : 'today') },
            { value: 'month', label: t('month') },
          ]}
        />
      </div>
      {stations.length === 0 ? (
        <p className={styles.none}>{t(period === 'day' ? 'rankingNone' : 'rankingNoneMonth')}</p>
      ) : (
        <Places stations={stations} />
      )}
      <p className={styles.foot}>{t('rankingNote')}</p>
    </Card>
  )
}

function Places({ stations }: { stations: readonly Placed[] }) {
  const format = useFormat()
  const best = stations.reduce((most, { hours }) => Math.max(most, hours ?? 0), 0)
  return (
    <ol className={styles.list}>
      {stations.slice(0, shownAtMost).map(({ id, name, hours, wh, share }, no) => {
        const { text, unit } = format.write('hours', hours)
        return (
          <li key={id}>
            <Go to={pathTo('station-detail', { stationId: id })} className={styles.place}>
              <span className={styles.no}>{no + 1}</span>
              <span className={styles.name}>
                {name} <Covered share={share} />
              </span>
              <span className={styles.hours}>
                {text ?? '–'} <small>{unit}</small>
              </span>
              <span className={styles.track} aria-hidden>
                <span
                  className={styles.bar}
                  style={{ inlineSize: `${best > 0 ? ((hours ?? 0) / best) * 100 : 0}%` }}
                />
              </span>
              <span className={styles.energy}>{format.text('energy', wh)}</span>
            </Go>
          </li>
        )
      })}
    </ol>
  )
}
