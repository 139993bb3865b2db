import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../paths.ts'
import { useFormat } from '../phrases/use-format.ts'
import { Card } from '../ui/card.tsx'
import { Go } from '../ui/go.tsx'
import type { Home } from './home-page.tsx'
import home from './home.module.css'
import styles from './ranking-card.module.css'

const shownAtMost = 6

/** Stations by equivalent hours of their present day; the length of a bar is its share of the best. */
export function RankingCard({ stations }: { stations: Home['ranking'] }) {
  const t = useTranslations('home')
  const format = useFormat()
  const best = Math.max(0, ...stations.map(({ equivalentHours }) => equivalentHours ?? 0))
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
      {stations.length === 0 ? (
        <p className={styles.none}>{t('rankingNone')}</p>
      ) : (
        <ol className={styles.list}>
          {stations.slice(0, shownAtMost).map(({ id, name, equivalentHours, todayWh }, no) => {
            const { text, unit } = format.write('hours', equivalentHours)
            return (
              <li key={id}>
                <Go to={pathTo('station-detail', { stationId: id })} className={styles.place}>
                  <span className={styles.no}>{no + 1}</span>
                  <span className={styles.name}>{name}</span>
                  <span className={styles.hours}>
                    {text ?? '–'} <small>{unit}</small>
                  </span>
                  <span className={styles.track} aria-hidden>
                    <span
                      className={styles.bar}
                      style={{ inlineSize: `${best > 0 ? ((equivalentHours ?? 0) / best) * 100 : 0}%` }}
                    />
                  </span>
                  <span className={styles.energy}>{format.text('energy', todayWh)}</span>
                </Go>
              </li>
            )
          })}
        </ol>
      )}
      <p className={styles.foot}>{t('rankingNote')}</p>
    </Card>
  )
}
