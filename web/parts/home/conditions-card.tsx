import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { Donut } from '../../kit/chart/donut.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { StatusPill } from '../states/status-pill.tsx'
import { stationConditions } from '#domain/stations/station-kinds.ts'
import type { Home } from './home-data.ts'
import styles from './home.module.css'

const small = (word: ReactNode): ReactNode => <small>{word}</small>

/** How many stations are how; a press shows them. */
export function ConditionsCard({ conditions, stations }: Pick<Home, 'conditions' | 'stations'>) {
  const t = useTranslations('home')
  const state = useTranslations('state')
  const format = useFormat()
  const present = stationConditions.filter((one) => conditions[one] > 0)
  return (
    <Card
      title={t('conditions')}
      action={
        <Go to={pathTo('station-list')} className={styles.all}>
          {t('all')}
          <ChevronRight size={16} aria-hidden />
        </Go>
      }
    >
      <Donut
        slices={present.map((one) => ({
          key: one,
          label: state(one),
          value: conditions[one],
          color: `var(--${one}-mark)`,
        }))}
        middle={<span>{t.rich('stationsCount', { count: stations, small })}</span>}
      >
        <ul>
          {present.map((one) => (
            <li key={one}>
              <Go to={pathTo('station-list', { condition: one })} className={styles.condition}>
                <StatusPill status={one} plain />
                <b>{format.number(conditions[one])}</b>
                <ChevronRight size={16} aria-hidden />
              </Go>
            </li>
          ))}
        </ul>
      </Donut>
    </Card>
  )
}
