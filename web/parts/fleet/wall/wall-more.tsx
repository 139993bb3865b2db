import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import { Card } from '../../../kit/card.tsx'
import { Covered } from '../../../kit/covered.tsx'
import { Figure } from '../../../kit/figure.tsx'
import { Figures } from '../../../kit/figures.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import type { Home } from '../../home/home-data.ts'
import styles from './wall.module.css'

const periods = ['today', 'month', 'year', 'lifetime'] as const
const placesShown = 5

/** Energy of all stations over four periods. */
export function WallEnergy({ totals }: { totals: Home['totals'] }) {
  const t = useTranslations('home')
  return (
    <Card title={t('energy')}>
      <Figures columns={2}>
        {periods.map((period) => (
          <Figure
            key={period}
            label={t(period)}
            measure="energy"
            value={totals[`${period}Wh`]}
            note={totals[`${period}Wh`] !== null && <Covered share={totals.coverage[period]} />}
          />
        ))}
      </Figures>
    </Card>
  )
}

/** The best stations of their present days by equivalent hours; not there while none has any. */
export function WallRanking({ day }: { day: Home['ranking'] }) {
  const t = useTranslations('home')
  const format = useFormat()
  const [best] = day
  return best === undefined ? null : (
    <Card title={t('ranking')}>
      <ol className={styles.places}>
        {day.slice(0, placesShown).map(({ id, name, equivalentHours, todayCoverage }) => (
          <li
            key={id}
            style={{ '--part': (equivalentHours ?? 0) / (best.equivalentHours || 1) } as CSSProperties}
          >
            <span>
              {name} <Covered share={todayCoverage} />
            </span>
            <b>{format.text('hours', equivalentHours)}</b>
          </li>
        ))}
      </ol>
    </Card>
  )
}
