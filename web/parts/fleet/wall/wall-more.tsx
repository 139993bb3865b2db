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

/** Energy of all stations over four periods. */
export function WallEnergy({ totals }: { totals: Home['totals'] }) {
  const t = useTranslations('home')
  return (
    <Card title={t('energy')} className={styles.rest}>
      <div className={styles.periods}>
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
      </div>
    </Card>
  )
}

/** The best stations of their present days by equivalent hours, as many as fit; not there while none has any. */
export function WallRanking({ day }: { day: Home['ranking'] }) {
  const t = useTranslations('home')
  const format = useFormat()
  const known = day.filter(({ equivalentHours }) => (equivalentHours ?? 0) > 0)
  const [best] = known
  return best === undefined ? null : (
    <Card title={t('ranking')} className={styles.rest}>
      <ol className={styles.places} style={{ '--all': known.length } as CSSProperties}>
        {known.map(({ id, name, equivalentHours, todayCoverage }) => (
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
